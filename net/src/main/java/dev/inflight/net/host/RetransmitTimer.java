package dev.inflight.net.host;

import dev.inflight.net.event.Event;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.Irn;

import org.jspecify.annotations.Nullable;

/**
 * A sender's wait for news. Its event stays scheduled across acknowledgements and looks at the time of the last news when it fires, so
 * that an acknowledgement costs nothing. The wait doubles with each timeout in a row, and is short again as soon as the receiver gets
 * further. There may be a shorter wait for times in which little is in flight.
 */
final class RetransmitTimer {
  private static final int LARGEST_BACKOFF = 6;

  private final Sender sender;
  private final long waitPs;
  private final long shortWaitPs;
  private boolean brief;
  private @Nullable Tick pending;
  private @Nullable Event spares;
  private long heardAtPs;
  private int timeoutsInARow;
  private int timeouts;

  /** The timer's event; one that is no longer pending fires in vain. */
  private static final class Tick extends Event {
    private final RetransmitTimer timer;

    Tick(RetransmitTimer timer) {
      this.timer = timer;
    }

    @Override
    public void fire() {
      timer.fire(this);
    }
  }

  RetransmitTimer(Sender sender, HostConfig rules, long nowPs) {
    this.sender = sender;
    Irn irn = rules.sending().recovery() instanceof Irn selective ? selective : null;
    waitPs = irn == null ? rules.sending().retransmitTimeoutPs() : irn.rtoHighPs();
    shortWaitPs = irn == null ? waitPs : irn.rtoLowPs();
    heardAtPs = nowPs;
  }

  /** Whether the shorter wait holds from now on. */
  void beBrief(boolean now) {
    if (brief != now) {
      brief = now;
      if (now) {
        hurry();
      }
    }
  }

  /** Something came from the receiver. */
  void heard(long nowPs) {
    heardAtPs = nowPs;
  }

  /** The receiver has got further. */
  void progressed() {
    if (timeoutsInARow > 0) {
      timeouts = 0;
      timeoutsInARow = 0;
      hurry();
    }
  }

  private void hurry() {
    if (pending != null && givesUpAtPs() < pending.timePs) {
      scheduleAt(givesUpAtPs());
    }
  }

  /** Nothing was on its way and something is sent: the wait begins. */
  void begin(long nowPs) {
    heardAtPs = nowPs;
    if (pending == null) {
      scheduleAt(givesUpAtPs());
    }
  }

  private void scheduleAt(long atPs) {
    Tick tick = (Tick) spares;
    if (tick == null) {
      tick = new Tick(this);
    } else {
      spares = tick.next;
      tick.next = null;
    }
    pending = tick; // one that was pending fires in vain
    Nic nic = sender.nicOrFirst();
    tick.key = nic.nextKey();
    nic.loop().schedule(tick, atPs);
  }

  private void fire(Tick tick) {
    long nowPs = tick.timePs;
    boolean current = tick == pending;
    tick.next = spares;
    spares = tick;
    if (!current) {
      return;
    }
    pending = null;
    if (!sender.awaitsNews() && !sender.isStranded()) {
      if (!sender.isFinished() && sender.inflightBytes() > 0) { // a packet waits to be sent again, while others are on their way
        heardAtPs = nowPs;
        scheduleAt(givesUpAtPs());
      }
      return;
    }
    if (nowPs < givesUpAtPs()) {
      scheduleAt(givesUpAtPs());
      return;
    }
    timeouts++;
    timeoutsInARow = Math.min(timeoutsInARow + 1, LARGEST_BACKOFF);
    heardAtPs = nowPs;
    scheduleAt(givesUpAtPs());
    sender.timedOut(nowPs);
  }

  /** Since when it waits. */
  long waitingSincePs() {
    return heardAtPs;
  }

  /** When it will have waited long enough. */
  long givesUpAtPs() {
    return heardAtPs + ((brief ? shortWaitPs : waitPs) << timeoutsInARow);
  }

  /** Times in a row that it has waited long enough, without limit. */
  int timeouts() {
    return timeouts;
  }

  int timeoutsInARow() {
    return timeoutsInARow;
  }
}
