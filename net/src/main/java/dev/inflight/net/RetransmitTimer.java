package dev.inflight.net;

/**
 * A sender's wait for news. It stays scheduled across acknowledgements and looks at the time of the last news when it fires, so that an
 * acknowledgement costs it nothing. The wait doubles with each timeout in a row.
 */
final class RetransmitTimer extends Event {
  private static final int LARGEST_BACKOFF = 6;

  private final Sender sender;
  private final long timeoutPs;
  private boolean armed;
  private long heardAtPs;
  private int timeoutsInARow;

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
    timeoutsInARow = 0;
  }

  /** Nothing was on its way and something is sent: the wait begins. */
  void begin(long nowPs) {
    heardAtPs = nowPs;
    if (!armed) {
      scheduleAt(nowPs + timeoutPs);
    }
  }

  private void scheduleAt(long atPs) {
    armed = true;
    key = sender.nic().nextKey();
    sender.nic().loop().schedule(this, atPs);
  }

  @Override
  public void fire() {
    armed = false;
    if (sender.isFinished() || sender.inflightBytes() == 0) {
      return;
    }
    long nowPs = timePs;
    if (nowPs < givesUpAtPs()) {
      scheduleAt(givesUpAtPs());
      return;
    }
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

  int timeoutsInARow() {
    return timeoutsInARow;
  }
}
