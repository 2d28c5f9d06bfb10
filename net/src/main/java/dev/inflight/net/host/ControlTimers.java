package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;

/** The timers of one flow's congestion control, as events of its NIC. */
final class ControlTimers {
  private final Sender sender;
  private final CongestionControl control;
  private final Timer[] timers;

  ControlTimers(Sender sender, EventLoop loop, CongestionControl control) {
    this.sender = sender;
    this.control = control;
    timers = new Timer[control.timers()];
    for (int number = 0; number < timers.length; number++) {
      timers[number] = new ControlTimer(number, loop);
    }
  }

  /** Sets the timers that have moved. */
  void update() {
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
      super(loop, sender);
      this.number = number;
    }

    @Override
    protected void fired(long nowPs) {
      if (!sender.isFinished()) {
        sender.timerFired(number, nowPs);
      }
    }
  }
}
