package dev.inflight.lab.verify;

import dev.inflight.lab.store.StoredRun;
import java.util.List;

/**
 * Total cost of full and of fast runs.
 *
 * @param fullPacketHops packet-hops of the full runs
 * @param fastPacketHops packet-hops that the fast runs simulated
 * @param fullSeconds wall time of the full runs in s
 * @param fastSeconds wall time of the fast runs in s
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

  /** Packet-hops of full runs, divided by those that fast runs simulated. */
  double fewerPacketHops() {
    return fullPacketHops / Math.max(1, fastPacketHops);
  }

  /** Wall time of full runs, divided by that of fast runs. */
  double lessTime() {
    return fullSeconds / Math.max(1e-9, fastSeconds);
  }
}
