package dev.inflight.sim.fidelity;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import org.jspecify.annotations.Nullable;

/**
 * What {@link FastFidelity} can leave out of flows at best, by their starts and sizes alone: known before a run. Flows are taken for a fluid that hosts
 * share out equally, and that fabrics never hold back. So the flows of a run end later than here, and there are as many starts and ends.
 *
 * @param share of all bytes, which stretches may carry at best
 * @param changePs from one start or end of a flow to the next, on average, in picoseconds
 * @param quietPs nothing is left out for less time without a start or an end than this, in picoseconds
 */
public record Prospect(double share, double changePs, double quietPs) {
  /** A run is not watched for less than this share of its bytes. */
  private static final double WORTHWHILE = 0.05;
  /** Base RTTs that go by before a stretch, behind any start or end of a flow, and the shortest one. */
  private static final double QUIET_RTTS = 30;
  /** No more of a time without starts and ends is left out than this share: the rest is watched. */
  private static final double MOST_OF_QUIET = 0.8;

  /**
   * That of the flows of a run.
   *
   * @param rttPs the longest base RTT of any two hosts
   * @param untilPs when the run ends at the latest
   * @return null where something else than flows has work to do, or where so many flows share hosts that to find it out takes too long
   */
  public static @Nullable Prospect of(FlowTable flows, Topology topology, long rttPs, long untilPs) {
    if (flows.count() == 0 || !flows.jobs().isEmpty() || flows.queuePairs() > 0) {
      return null;
    }
    var fluid = new FluidFlows(flows.sortedByStart(), topology);
    double quietPs = QUIET_RTTS * rttPs;
    double left = 0;
    while (fluid.atPs() < untilPs && fluid.next()) {
      left += MOST_OF_QUIET * Math.max(0, fluid.passedPs() - quietPs) * fluid.bytesPerPs();
      if (fluid.isTooMuchWork()) {
        return null;
      }
    }
    return new Prospect(left / fluid.bytes(), fluid.atPs() / Math.max(1, fluid.changes()), quietPs);
  }

  /** Whether a run is watched for stretches. */
  public boolean isWorthwhile() {
    return share >= WORTHWHILE;
  }
}
