package dev.inflight.lab.report;

import dev.inflight.lab.scenario.HostLoad;
import dev.inflight.sim.StallReport.FlowRow;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which of the flows that are left at {@code until} are no failure: those that the links of their hosts may be unable to carry by then, and, where
 * traffic goes on at that time, those that have not taken longer than finished ones, as multiples of the time that they take alone.
 */
final class FlowsAtUntil {
  private final FlowTable flows;
  private final LongBinaryOperator rttPs;
  private final long untilPs;
  private final HostLoad load;
  private final double largestSlowdown;

  /**
   * Those of a run that has ended at its end as asked.
   *
   * @param flows as the run numbers them
   * @param rttPs the base RTT of two hosts; 0 where no path leads from one to the other
   * @param largestSlowdown of the flows that have finished; null where none has
   */
  FlowsAtUntil(Setup setup, FlowTable flows, LongBinaryOperator rttPs, @Nullable Double largestSlowdown) {
    this.flows = flows;
    this.rttPs = rttPs;
    untilPs = setup.untilPs();
    load = HostLoad.of(setup, untilPs);
    this.largestSlowdown = largestSlowdown == null ? 1 : Math.max(1, largestSlowdown);
  }

  /** Whether a flow may be left. */
  boolean mayBeLeft(FlowRow row) {
    boolean isRead = flows.kind(row.flow()) == FlowTable.Kind.READ;
    int sender = isRead ? row.destination() : row.source();
    int receiver = isRead ? row.source() : row.destination();
    return load.mayBeLeft(sender, receiver, row.startPs())
        || load.goesOn() && untilPs - row.startPs() <= largestSlowdown * alonePs(sender, receiver, row.sizeBytes());
  }

  private double alonePs(int sender, int receiver, long sizeBytes) {
    return rttPs.applyAsLong(sender, receiver) + load.leastPs(sender, receiver, sizeBytes);
  }
}
