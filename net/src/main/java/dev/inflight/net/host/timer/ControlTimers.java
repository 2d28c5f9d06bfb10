package dev.inflight.net.host.timer;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;

/** The timers of one flow's congestion control, as events of its NIC. */
public final class ControlTimers {
  /** Flow with a congestion control that has timers. */
  public interface Owner extends EventKeys {
    /** True if the flow is over. */
    boolean isFinished();

    /** Called when a timer is due: {@link CongestionControl#onTimer}. */
    void timerFired(int which, long nowPs);
  }

  private final Owner owner;
  private final CongestionControl control;
  private final Timer[] timers;

  /** The timers of {@code control}, none of which is set. */
  public ControlTimers(Owner owner, EventLoop loop, CongestionControl control) {
    this.owner = owner;
    this.control = control;
    timers = new Timer[control.timers()];
    for (int number = 0; number < timers.length; number++) {
      timers[number] = new ControlTimer(number, loop);
    }
  }

  /** Sets the timers that have moved. */
  public void update() {
    for (int number = 0; number < timers.length; number++) {
      long duePs = control.timerPs(number);
      if (duePs != timers[number].atPs()) {
        if (duePs == CongestionControl.NEVER) {
          timers[number].cancel();
        } else {
          timers[number].set(duePs);
        }
      }
    }
  }

  private final class ControlTimer extends Timer {
    private final int number;

    ControlTimer(int number, EventLoop loop) {
      super(loop, owner);
      this.number = number;
    }

    @Override
    protected void fired(long nowPs) {
      if (!owner.isFinished()) {
        owner.timerFired(number, nowPs);
      }
    }
  }
}
