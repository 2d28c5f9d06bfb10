package dev.inflight.sim;

import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.parts.Balance;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.RankCollectives;
import org.jspecify.annotations.Nullable;

/**
 * State of a run at its end, in all processes.
 *
 * @param over true if each flow has finished or failed
 * @param finished flows that have finished
 * @param lastEndPs time at which the last one finished or failed, in picoseconds
 * @param nowPs the time of the last event, in picoseconds
 * @param balance progress of parts; null for a single part
 */
record Outcome(boolean over, int finished, long lastEndPs, long nowPs, @Nullable Balance balance) {
  /** Collects the present state; for all processes at once. */
  static Outcome of(AllTraffic traffic, Timeline loop, @Nullable DividedLoop divided, RankCollectives others) {
    boolean over = others.sum(traffic.isOver() ? 0 : 1) == 0;
    int finished = (int) others.sum(traffic.finished());
    return new Outcome(over, finished, others.most(traffic.lastEndPs()), others.most(loop.nowPs()),
        divided == null ? null : divided.balance());
  }
}
