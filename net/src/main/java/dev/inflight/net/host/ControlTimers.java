package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.event.Event;
import dev.inflight.net.nic.Nic;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The timers of one flow's congestion control, as events of its NIC. One that moves leaves an event behind that fires in vain. */
final class ControlTimers {
  private final Sender sender;
  private final CongestionControl control;
  private final long[] scheduledPs;
  private @Nullable Event free;

  ControlTimers(Sender sender, CongestionControl control) {
    this.sender = sender;
    this.control = control;
    scheduledPs = new long[control.timers()];
    Arrays.fill(scheduledPs, CongestionControl.NEVER);
  }

  /** Schedules the timers that have moved. */
  void update(Nic nic) {
    for (int timer = 0; timer < scheduledPs.length; timer++) {
      long duePs = control.timerPs(timer);
      if (duePs != scheduledPs[timer]) {
        scheduledPs[timer] = duePs;
        if (duePs != CongestionControl.NEVER) {
          schedule(timer, duePs, nic);
        }
      }
    }
  }

  private void schedule(int timer, long duePs, Nic nic) {
    Alarm alarm = (Alarm) free;
    if (alarm == null) {
      alarm = new Alarm(this);
    } else {
      free = alarm.next;
      alarm.next = null;
    }
    alarm.timer = timer;
    alarm.duePs = duePs;
    alarm.key = nic.nextKey();
    nic.loop().schedule(alarm, duePs);
  }

  private void fired(Alarm alarm) {
    int timer = alarm.timer;
    long duePs = alarm.duePs;
    long nowPs = alarm.timePs;
    alarm.next = free;
    free = alarm;
    if (!sender.isFinished() && scheduledPs[timer] == duePs) {
      scheduledPs[timer] = CongestionControl.NEVER;
      sender.timerFired(timer, nowPs);
    }
  }

  private static final class Alarm extends Event {
    private final ControlTimers timers;
    private int timer;
    private long duePs;

    Alarm(ControlTimers timers) {
      this.timers = timers;
    }

    @Override
    public void fire() {
      timers.fired(this);
    }
  }
}
