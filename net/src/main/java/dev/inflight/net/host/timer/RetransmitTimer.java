package dev.inflight.net.host.timer;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;

/**
 * A sender's retransmission timeout. Its event stays scheduled across acknowledgements and checks the time of the last one when
 * it fires, so an acknowledgement costs nothing. The wait doubles with each timeout in a row, and is short again after further
 * bytes arrive at the receiver.
 */
public final class RetransmitTimer extends Timer {
  private static final int LARGEST_BACKOFF = 6;

  private final TimedSender sender;
  private long waitPs;
  private long waitingSincePs;
  private int timeoutsInARow;
  private int timeouts;

  /**
   * The timer of a flow.
   *
   * @param keys order keys of its events
   * @param waitPs first timeout, in picoseconds
   */
  public RetransmitTimer(TimedSender sender, EventKeys keys, EventLoop loop, long waitPs, long nowPs) {
    super(loop, keys);
    this.sender = sender;
    this.waitPs = waitPs;
    waitingSincePs = nowPs;
  }

  /** Sets the wait, before any backoff, from now on. */
  public void waitFor(long ps) {
    if (ps != waitPs) {
      boolean shorter = ps < waitPs;
      waitPs = ps;
      if (shorter) {
        moveEarlier();
      }
    }
  }

  /** Records an acknowledgement of any kind. */
  public void answered(long nowPs) {
    waitingSincePs = nowPs;
  }

  /** Records that the receiver has received further bytes. */
  public void progressed() {
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

  /** Starts the timeout with a packet that is sent while none is in flight. */
  public void begin(long nowPs) {
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

  /** Start of the present wait, in picoseconds. */
  public long waitingSincePs() {
    return waitingSincePs;
  }

  /** Time of the next timeout, in picoseconds. */
  public long timeoutAtPs() {
    return waitingSincePs + (waitPs << timeoutsInARow);
  }

  /** Timeouts in a row, without limit. */
  public int timeouts() {
    return timeouts;
  }

  /** Timeouts in a row, up to the largest backoff. */
  public int timeoutsInARow() {
    return timeoutsInARow;
  }
}
