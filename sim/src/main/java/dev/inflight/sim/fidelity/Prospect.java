package dev.inflight.sim.fidelity;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import org.jspecify.annotations.Nullable;

/**
 * Predicted effect of {@link FastFidelity} on flows, from their starts and sizes alone, before a run. Flows are treated as a
 * fluid that hosts share out equally. Narrow cables and slow schemes delay the ends of flows, so the same is computed for flows
 * that are slower by powers of 2, up to three times slower than the narrowest cables make them, and the largest effect counts. It
 * is an estimate, not a bound: some flows may be slower.
 *
 * @param share largest predicted share of all bytes in skipped stretches
 * @param changePs mean time from one start or end of a flow to the next, in picoseconds, if nothing slows flows down
 * @param quietPs shortest time without a start or an end in which a stretch is skipped, in picoseconds
 */
public record Prospect(double share, double changePs, double quietPs) {
  /** Share of bytes below which a run is not watched. */
  private static final double WORTHWHILE = 0.05;
  /** Number of base RTTs between a flow's start or end and a stretch, and of the shortest stretch. */
  private static final double QUIET_RTTS = 30;
  /** Largest skipped share of a time without starts and ends: the rest is watched. */
  private static final double MOST_OF_QUIET = 0.8;
  /** Largest expected slowdown of flows beyond the narrowest cables: by hashes that collide, and by schemes. */
  private static final double SLOW = 3;
  /** Computed rates per packet of the flows: little compared with the cost of a packet. */
  private static final double WORK_OF_PACKET = 0.5;
  private static final long LEAST_WORK = 100_000;
  /** Largest number of computed rates: one to two seconds of work, for any length of the run. */
  private static final long MOST_WORK = 5_000_000;
  private static final double PACKET_BYTES = 1000;

  /**
   * Returns the prospect of a run's flows, if nothing fails and no cable loses packets.
   *
   * @param rttPs the longest base RTT of any two hosts
   * @param untilPs latest end of the run, in picoseconds
   * @return null if a run has traffic other than flows, or if so many flows share hosts that the computation takes too long
   */
  public static @Nullable Prospect of(FlowTable flows, Topology topology, long rttPs, long untilPs) {
    if (flows.count() == 0 || !flows.jobs().isEmpty() || flows.queuePairs() > 0) {
      return null;
    }
    FlowTable sorted = flows.sortedByStart();
    double quietPs = QUIET_RTTS * rttPs;
    double slowest = SLOW * Narrowness.of(topology);
    double share = 0;
    double changePs = 0;
    double mostWork = Math.min(MOST_WORK, LEAST_WORK + WORK_OF_PACKET * bytes(sorted) / PACKET_BYTES);
    long work = 0;
    for (double slowness = 1; share < WORTHWHILE && slowness < 2 * slowest; slowness *= 2) {
      var fluid = new FluidFlows(sorted, topology, Math.min(slowness, slowest));
      double left = 0;
      while (fluid.atPs() < untilPs && fluid.next()) {
        left += MOST_OF_QUIET * Math.max(0, fluid.passedPs() - quietPs) * fluid.bytesPerPs();
        if (work + fluid.work() > mostWork) {
          return null;
        }
      }
      work += fluid.work();
      share = Math.max(share, left / fluid.bytes());
      changePs = slowness == 1 ? fluid.atPs() / Math.max(1, fluid.changes()) : changePs;
    }
    return new Prospect(share, changePs, quietPs);
  }

  private static double bytes(FlowTable flows) {
    double bytes = 0;
    for (int row = 0; row < flows.count(); row++) {
      bytes += flows.sizeBytes(row);
    }
    return bytes;
  }

  /** True if a run is watched for stretches. */
  public boolean isWorthwhile() {
    return share >= WORTHWHILE;
  }
}
