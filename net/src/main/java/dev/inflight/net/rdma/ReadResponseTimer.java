package dev.inflight.net.rdma;

import dev.inflight.net.event.Event;

import org.jspecify.annotations.Nullable;

/**
 * A requester's wait for answers to its READs: while any is due, something has to come from the other end, or the wait doubles, as that of
 * a sender does, and ends after as many times.
 */
final class ReadResponseTimer {
  private static final int LARGEST_BACKOFF = 6;

  private final QueuePair queuePair;
  private final long waitPs;
  private @Nullable Tick tick;
  private long heardAtPs;
  private int times;

  ReadResponseTimer(QueuePair queuePair) {
    this.queuePair = queuePair;
    waitPs = queuePair.host().rules().sending().retransmitTimeoutPs();
  }

  /** Whether answers are due, from now on. */
  void due(boolean any, long nowPs) {
    if (!any) {
      tick = null; // the pending one fires in vain
    } else if (tick == null) {
      heard(nowPs);
      schedule();
    }
  }

  /** Something came from the other end. */
  void heard(long nowPs) {
    heardAtPs = nowPs;
    times = 0;
  }

  private long givesUpAtPs() {
    return heardAtPs + (waitPs << Math.min(times, LARGEST_BACKOFF));
  }

  private void schedule() {
    var next = new Tick(this);
    tick = next;
    queuePair.schedule(next, givesUpAtPs());
  }

  private void fired(Tick which) {
    if (which != tick) {
      return;
    }
    long nowPs = which.timePs;
    if (nowPs >= givesUpAtPs()) {
      heardAtPs = nowPs;
      if (++times > QueuePair.MOST_TIMEOUTS) {
        tick = null;
        queuePair.notAnswered(nowPs);
        return;
      }
    }
    schedule();
  }

  private static final class Tick extends Event {
    private final ReadResponseTimer wait;

    Tick(ReadResponseTimer wait) {
      this.wait = wait;
    }

    @Override
    public void fire() {
      wait.fired(this);
    }
  }
}
