package dev.inflight.net.rdma;

import dev.inflight.net.event.Timer;
import dev.inflight.net.nic.Nic;

/**
 * A requester's timer for responses to its READs. While one is due and no packet arrives from the other end, the timeout doubles,
 * and ends the wait after as many times as a sender's.
 */
final class ReadResponseTimer extends Timer {
  private static final int LARGEST_BACKOFF = 6;

  private final QueuePair queuePair;
  private final long waitPs;
  private long waitingSincePs;
  private int timeouts;

  ReadResponseTimer(QueuePair queuePair, Nic nic) {
    super(nic.loop(), nic);
    this.queuePair = queuePair;
    waitPs = queuePair.host().rules().sending().retransmitTimeoutPs();
  }

  /** Starts or stops the timer, when responses become due or no longer are. */
  void due(boolean any, long nowPs) {
    if (!any) {
      cancel();
    } else if (!isSet()) {
      onArrival(nowPs);
      set(timeoutAtPs());
    }
  }

  /** Handles a packet from the other end. */
  void onArrival(long nowPs) {
    waitingSincePs = nowPs;
    timeouts = 0;
  }

  private long timeoutAtPs() {
    return waitingSincePs + (waitPs << Math.min(timeouts, LARGEST_BACKOFF));
  }

  @Override
  protected void fired(long nowPs) {
    if (nowPs >= timeoutAtPs()) {
      waitingSincePs = nowPs;
      if (++timeouts > QueuePair.MOST_TIMEOUTS) {
        queuePair.notAnswered(nowPs);
        return;
      }
    }
    set(timeoutAtPs());
  }
}
