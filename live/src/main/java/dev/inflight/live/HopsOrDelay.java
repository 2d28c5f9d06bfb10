package dev.inflight.live;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.Swift;
import dev.inflight.telemetry.PathQuery;

/**
 * A scheme that goes by records of hops, until it turns out that the path brings none: after two base RTTs and some reports without any, Swift decides,
 * for good. Only what a receiver has reported counts, and not what somebody has forged.
 */
final class HopsOrDelay implements CongestionControl {
  private static final int REPORTS = 8;
  private static final int ROUND_TRIPS = 2;

  private final CongestionControl hops;
  private final PathFacts path;
  private final Runnable replaced;
  private CongestionControl decides;
  private boolean settled;
  private int without;
  private long firstPs;

  HopsOrDelay(CongestionControl hops, PathFacts path, Runnable replaced) {
    this.hops = hops;
    this.path = path;
    this.replaced = replaced;
    decides = hops;
  }

  @Override
  public boolean onAck(Feedback ack) {
    if (!settled && ack.reported) {
      look(ack);
    }
    return decides.onAck(ack);
  }

  private void look(Feedback ack) {
    if (ack.hops.count() > 0) {
      settled = true;
      return;
    }
    if (without++ == 0) {
      firstPs = ack.nowPs;
    }
    if (without >= REPORTS && ack.nowPs - firstPs >= ROUND_TRIPS * path.baseRttPs()) {
      settled = true;
      decides = Swift.DEFAULT.start(path);
      replaced.run();
    }
  }

  @Override
  public void onTimeout(long nowPs) {
    decides.onTimeout(nowPs);
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    decides.onPathChange(room, nowPs);
  }

  @Override
  public boolean onCnp(long nowPs) {
    return decides.onCnp(nowPs);
  }

  @Override
  public void onRestart(long everSentBytes) {
    decides.onRestart(everSentBytes);
  }

  @Override
  public boolean onWindow(long windowBytes) {
    return decides.onWindow(windowBytes);
  }

  @Override
  public void restrict(long windowBytes) {
    decides.restrict(windowBytes);
  }

  @Override
  public int timers() {
    return hops.timers();
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public long timerPs(int timer) {
    return decides == hops ? hops.timerPs(timer) : NEVER;
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  public boolean onTimer(int timer, long nowPs) {
    return decides == hops && hops.onTimer(timer, nowPs);
  }

  @Override
  public PathQuery nextQuestion() {
    return decides.nextQuestion();
  }

  @Override
  public long windowBytes() {
    return decides.windowBytes();
  }

  @Override
  public long paceBitsPerSec() {
    return decides.paceBitsPerSec();
  }
}
