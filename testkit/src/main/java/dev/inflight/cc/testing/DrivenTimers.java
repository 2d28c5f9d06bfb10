package dev.inflight.cc.testing;

import dev.inflight.cc.CongestionControl;
import java.util.Arrays;

/** Timers of a driven flow. */
final class DrivenTimers {
  private final CongestionControl flow;
  private final long[] duePs;

  DrivenTimers(CongestionControl flow) {
    this.flow = flow;
    duePs = new long[flow.timers()];
    Arrays.setAll(duePs, flow::timerPs);
  }

  /** First timer that is due by then; -1 if none is. */
  int next(long untilPs) {
    int next = -1;
    for (int timer = 0; timer < duePs.length; timer++) {
      if (duePs[timer] != CongestionControl.NEVER && (next < 0 || duePs[timer] < duePs[next])) {
        next = timer;
      }
    }
    return next < 0 || duePs[next] > untilPs ? -1 : next;
  }

  /** Consumes a due timer; its next setting is new even if the time is the same. */
  long take(int timer) {
    long due = duePs[timer];
    duePs[timer] = CongestionControl.NEVER;
    return due;
  }

  /** Checks that no timer is set to a time that has passed. */
  void check(long nowPs) {
    for (int timer = 0; timer < duePs.length; timer++) {
      long due = flow.timerPs(timer);
      if (due != duePs[timer] && due <= nowPs) {
        throw new IllegalStateException("timer " + timer + " was set to " + due + " ps at " + nowPs + " ps");
      }
      duePs[timer] = due;
    }
  }
}
