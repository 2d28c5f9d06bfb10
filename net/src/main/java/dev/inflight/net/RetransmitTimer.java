package dev.inflight.net;

import org.jspecify.annotations.Nullable;

/**
 * A sender's wait for news. Its event stays scheduled across acknowledgements and looks at the time of the last news when it fires, so
 * that an acknowledgement costs nothing. The wait doubles with each timeout in a row, and is short again as soon as the receiver gets
 * further.
 */
final class RetransmitTimer {
  private static final int LARGEST_BACKOFF = 6;

  private final Sender sender;
  private final long timeoutPs;
  private @Nullable Tick pending;
  private @Nullable Tick spare;
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

  RetransmitTimer(Sender sender, long timeoutPs, long nowPs) {
    this.sender = sender;
    this.timeoutPs = timeoutPs;
    heardAtPs = nowPs;
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
      if (pending != null && givesUpAtPs() < pending.timePs) {
        scheduleAt(givesUpAtPs());
      }
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
    Tick tick = spare == null ? new Tick(this) : spare;
    spare = null;
    pending = tick;
    tick.key = sender.nic().nextKey();
    sender.nic().loop().schedule(tick, atPs);
  }

  private void fire(Tick tick) {
    if (tick != pending) {
      return;
    }
    pending = null;
    spare = tick;
    if (sender.isFinished() || sender.inflightBytes() == 0) {
      return;
    }
    long nowPs = tick.timePs;
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
    return heardAtPs + (timeoutPs << timeoutsInARow);
  }

  /** Times in a row that it has waited long enough, without limit. */
  int timeouts() {
    return timeouts;
  }

  int timeoutsInARow() {
    return timeoutsInARow;
  }
}
