package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.Swift;
import dev.inflight.telemetry.Hops;

/**
 * Scheme that uses hop records until the path returns none: after at least two base RTTs and eight reports without any, Swift
 * decides for the rest of the connection. Only reports of the receiver count, not forged ones.
 */
public final class HopsOrDelay extends ForwardingControl {
  private static final int REPORTS = 8;
  private static final int ROUND_TRIPS = 2;

  private final PathFacts path;
  private final Runnable replaced;
  private final int timers;
  private boolean delays;
  private int without;
  private long firstPs;

  /**
   * Creates the control with the scheme that uses hops.
   *
   * @param replaced task that runs when Swift takes over
   */
  public HopsOrDelay(CongestionControl hops, PathFacts path, Runnable replaced) {
    super(hops);
    timers = hops.timers();
    this.path = path;
    this.replaced = replaced;
  }

  @Override
  public boolean onAck(Feedback ack) {
    if (!delays && ack.reported) {
      look(ack);
    }
    return super.onAck(ack);
  }

  private void look(Feedback ack) {
    if (isMeasurable(ack.hops)) {
      without = 0; // and again if it returns none later: paths change
      return;
    }
    if (without++ == 0) {
      firstPs = ack.nowPs;
    }
    if (without >= REPORTS && ack.nowPs - firstPs >= ROUND_TRIPS * path.baseRttPs()) {
      delays = true;
      forwardTo(Swift.DEFAULT.start(path));
      replaced.run();
    }
  }

  /** False for records of links with an unknown rate, which a scheme cannot use. */
  private static boolean isMeasurable(Hops report) {
    boolean measurable = report.answered() != null;
    for (int hop = 0; hop < report.count() && !measurable; hop++) {
      measurable = report.isKnown(hop);
    }
    return measurable;
  }

  /** Timers at the start of the flow; Swift has none. */
  @Override
  public int timers() {
    return timers;
  }

  @Override
  public long timerPs(int timer) {
    return delays ? NEVER : super.timerPs(timer);
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    return !delays && super.onTimer(timer, nowPs);
  }
}
