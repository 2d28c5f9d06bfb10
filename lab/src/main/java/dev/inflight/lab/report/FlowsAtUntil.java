package dev.inflight.lab.report;

import dev.inflight.lab.scenario.HostLoad;
import dev.inflight.sim.StallReport.FlowRow;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Unfinished flows at {@code until} that are not failures: flows that their hosts' links may be unable to carry by then.
 * If traffic continues at that time, also flows that have taken at most the largest finished slowdown times their ideal FCT.
 */
final class FlowsAtUntil {
  private final FlowTable flows;
  private final LongBinaryOperator rttPs;
  private final long untilPs;
  private final HostLoad load;
  private final double largestSlowdown;

  /**
   * Creates the set for a run that ended at the requested end.
   *
   * @param flows flows in the run's numbering
   * @param rttPs returns the base RTT of two hosts in ps; 0 without a path between them
   * @param largestSlowdown largest slowdown of the finished flows; null if none finished
   */
  FlowsAtUntil(Setup setup, FlowTable flows, LongBinaryOperator rttPs, @Nullable Double largestSlowdown) {
    this.flows = flows;
    this.rttPs = rttPs;
    untilPs = setup.untilPs();
    load = HostLoad.of(setup, untilPs);
    this.largestSlowdown = largestSlowdown == null ? 1 : Math.max(1, largestSlowdown);
  }

  /** Reports whether an unfinished flow is not a failure. */
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
