package dev.inflight.lab.explain.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import org.jspecify.annotations.Nullable;

/** Congestion control of a flow with a watcher, which does not affect its decisions. */
public final class WatchedControl extends ForwardingControl {
  /** Signals to which a control responds. */
  public enum Event {
    MARK, REPORT, ACK, LOSS, CNP, TIMER, TIMEOUT, OTHER_PATH,
    /** The signal is unknown. */
    UNKNOWN
  }

  /** Callbacks before and after the control decides. */
  public interface Watcher {
    /** Called when the control is about to receive an acknowledgement. */
    void receives(Feedback ack);

    /** Called when the control has received a signal, and may have decided anew. */
    void decided(Event event, long nowPs);
  }

  private @Nullable Watcher watcher;

  WatchedControl(CongestionControl flow) {
    super(flow);
  }

  /** Returns the innermost watched control; null where there is none. */
  public static @Nullable WatchedControl within(CongestionControl control) {
    CongestionControl at = control;
    while (at instanceof ForwardingControl forwarding && !(at instanceof WatchedControl)) {
      at = forwarding.decides();
    }
    return at instanceof WatchedControl watched ? watched : null;
  }

  /** Sets the watcher. */
  public void watchBy(Watcher other) {
    watcher = other;
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
