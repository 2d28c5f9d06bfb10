package dev.inflight.lab.verify;

import dev.inflight.lab.store.StoredRun;
import java.util.List;

/**
 * Total cost of full runs and of fast ones.
 *
 * @param fullPacketHops packet-hops of the full runs
 * @param fastPacketHops packet-hops that the fast runs simulated
 * @param fullSeconds wall time of the full runs, in seconds
 * @param fastSeconds wall time of the fast runs, in seconds
 * @param estimatedError largest relative error that a fast run estimates
 */
record VerifiedCost(double fullPacketHops, double fastPacketHops, double fullSeconds, double fastSeconds, double estimatedError) {
  static VerifiedCost of(List<StoredRun> full, List<StoredRun> fast) {
    return new VerifiedCost(sum(full, "packetHops"), sum(fast, "packetHops"), sum(full, "wallSeconds"), sum(fast, "wallSeconds"),
        fast.stream().mapToDouble(run -> value(run, "estimatedError")).max().orElse(0));
  }

  private static double sum(List<StoredRun> runs, String key) {
    return runs.stream().mapToDouble(run -> value(run, key)).sum();
  }

  private static double value(StoredRun run, String key) {
    Double value = run.summary() == null ? null : run.summary().decimal(key);
    return value == null ? 0 : value;
  }

  /** Ratio of the packet-hops of full runs to those that fast runs simulated. */
  double fewerPacketHops() {
    return fullPacketHops / Math.max(1, fastPacketHops);
  }

  /** Ratio of the wall time of full runs to that of fast runs. */
  double lessTime() {
    return fullSeconds / Math.max(1e-9, fastSeconds);
  }
}
