package dev.inflight.sim;

import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.parts.Balance;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.RankCollectives;
import org.jspecify.annotations.Nullable;

/**
 * How a run is at its end, in all processes.
 *
 * @param over whether each flow has finished or failed
 * @param finished flows that have finished
 * @param lastEndPs when the last one finished or failed, in picoseconds
 * @param nowPs the time of the last event, in picoseconds
 * @param balance how parts kept pace; null where there is one
 */
record Outcome(boolean over, int finished, long lastEndPs, long nowPs, @Nullable Balance balance) {
  /** As it is now; for all processes at once. */
  static Outcome of(AllTraffic traffic, Timeline loop, @Nullable DividedLoop divided, RankCollectives others) {
    boolean over = others.sum(traffic.isOver() ? 0 : 1) == 0;
    int finished = (int) others.sum(traffic.finished());
    return new Outcome(over, finished, others.most(traffic.lastEndPs()), others.most(loop.nowPs()),
        divided == null ? null : divided.balance());
  }
}
