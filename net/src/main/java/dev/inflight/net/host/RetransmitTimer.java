package dev.inflight.net.host;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.recovery.Irn;

/**
 * A sender's retransmission timeout. Its event stays scheduled across acknowledgements and looks at the time of the last one when it fires,
 * so that an acknowledgement costs nothing. The wait doubles with each timeout in a row, and is short again as soon as the receiver gets
 * further. There may be a shorter wait for times in which little is in flight.
 */
final class RetransmitTimer extends Timer {
  private static final int LARGEST_BACKOFF = 6;

  private final Sender sender;
  private final long waitPs;
  private final long shortWaitPs;
  private boolean waitsShort;
  private long waitingSincePs;
  private int timeoutsInARow;
  private int timeouts;

  RetransmitTimer(Sender sender, EventLoop loop, HostConfig.Sending rules, long nowPs) {
    super(loop, sender);
    this.sender = sender;
    Irn irn = rules.recovery() instanceof Irn selective ? selective : null;
    waitPs = irn == null ? rules.retransmitTimeoutPs() : irn.rtoHighPs();
    shortWaitPs = irn == null ? waitPs : irn.rtoLowPs();
    waitingSincePs = nowPs;
  }

  /** Whether the shorter wait holds from now on. */
  void useShortWait(boolean now) {
    if (waitsShort != now) {
      waitsShort = now;
      if (now) {
        moveEarlier();
      }
    }
  }

  /** An acknowledgement of any kind came from the receiver. */
  void answered(long nowPs) {
    waitingSincePs = nowPs;
  }

  /** The receiver has got further. */
  void progressed() {
    if (timeoutsInARow > 0) {
      timeouts = 0;
      timeoutsInARow = 0;
      moveEarlier();
    }
  }

  private void moveEarlier() {
    if (isSet() && timeoutAtPs() < atPs()) {
      set(timeoutAtPs());
    }
  }

  /** Nothing was in flight and a packet is sent: the wait begins. */
  void begin(long nowPs) {
    waitingSincePs = nowPs;
    if (!isSet()) {
      set(timeoutAtPs());
    }
  }

  @Override
  protected void fired(long nowPs) {
    if (!sender.awaitsAnswer() && !sender.isStranded()) {
      if (!sender.isFinished() && sender.inflightBytes() > 0) { // a packet waits to be retransmitted, while others are in flight
        waitingSincePs = nowPs;
        set(timeoutAtPs());
      }
      return;
    }
    if (nowPs < timeoutAtPs()) {
      set(timeoutAtPs());
      return;
    }
    timeouts++;
    timeoutsInARow = Math.min(timeoutsInARow + 1, LARGEST_BACKOFF);
    waitingSincePs = nowPs;
    set(timeoutAtPs());
    sender.timedOut(nowPs);
  }

  /** Since when it waits. */
  long waitingSincePs() {
    return waitingSincePs;
  }

  /** When it will have waited long enough. */
  long timeoutAtPs() {
    return waitingSincePs + ((waitsShort ? shortWaitPs : waitPs) << timeoutsInARow);
  }

  /** Timeouts in a row, without limit. */
  int timeouts() {
    return timeouts;
  }

  /** Timeouts in a row, up to the largest backoff. */
  int timeoutsInARow() {
    return timeoutsInARow;
  }
}
