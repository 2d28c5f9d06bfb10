package dev.inflight.lab.explain.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import org.jspecify.annotations.Nullable;

/** A flow's control, which decides as it does without a watcher. */
public final class WatchedControl extends ForwardingControl {
  /** At what a control decides. */
  public enum Event {
    MARK, REPORT, ACK, LOSS, CNP, TIMER, TIMEOUT, OTHER_PATH
  }

  /** Is called before and after the control decides. */
  public interface Watcher {
    /** The control is about to receive an acknowledgement. */
    void receives(Feedback ack);

    /** The control has received something, and may have decided anew. */
    void decided(Event event, long nowPs);
  }

  private final PathFacts path;
  private @Nullable Watcher watcher;

  WatchedControl(CongestionControl flow, PathFacts path) {
    super(flow);
    this.path = path;
  }

  /** What the control was started with. */
  public PathFacts path() {
    return path;
  }

  /** From now on this one watches. */
  public void watchBy(Watcher other) {
    watcher = other;
  }

  /** The rate that window and pace allow on the path without queues, in bit/s; no more than the line rate. */
  public long allowedBitsPerSec() {
    long window = windowBytes();
    double byWindow = window == NO_WINDOW ? Double.MAX_VALUE : window * 8e12 / Math.max(1, path.baseRttPs());
    return (long) Math.min(byWindow, Math.min(paceBitsPerSec(), path.lineRateBitsPerSec()));
  }

  private void decided(Event event, long nowPs) {
    if (watcher != null) {
      watcher.decided(event, nowPs);
    }
  }

  @Override
  public boolean onAck(Feedback ack) {
    if (watcher != null) {
      watcher.receives(ack);
    }
    long nowPs = ack.nowPs;
    Event event = ack.reportsLoss ? Event.LOSS : ack.ecnMarked ? Event.MARK : ack.hops.count() > 0 ? Event.REPORT : Event.ACK;
    boolean anew = super.onAck(ack);
    decided(event, nowPs);
    return anew;
  }

  @Override
  public void onTimeout(long nowPs) {
    super.onTimeout(nowPs);
    decided(Event.TIMEOUT, nowPs);
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    super.onPathChange(room, nowPs);
    decided(Event.OTHER_PATH, nowPs);
  }

  @Override
  public boolean onCnp(long nowPs) {
    boolean anew = super.onCnp(nowPs);
    decided(Event.CNP, nowPs);
    return anew;
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    boolean anew = super.onTimer(timer, nowPs);
    decided(Event.TIMER, nowPs);
    return anew;
  }
}
