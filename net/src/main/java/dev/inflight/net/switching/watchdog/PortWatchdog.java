package dev.inflight.net.switching.watchdog;

import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PauseListener;
import dev.inflight.net.link.Port;

/**
 * The watchdog of one port. It checks the port's queues at multiples of the poll time, and only while one is paused or in a
 * storm: a pause between two checks costs one event.
 */
public final class PortWatchdog extends Timer implements PauseListener {
  private final PfcWatchdog rules;
  private final WatchedQueues queues;
  /** The priorities that the peer has paused and not resumed, a bit each, even if the port ignores pauses. */
  private int paused;
  private int storming;
  private final long[] stuckSincePs = new long[Packet.PRIORITIES];
  private final long[] clearSincePs = new long[Packet.PRIORITIES];
  private long storms;

  /** Makes a watchdog that has seen no pause. */
  public PortWatchdog(PfcWatchdog rules, Port port, WatchedQueues queues) {
    super(port.loop(), port);
    this.rules = rules;
    this.queues = queues;
  }

  @Override
  public void pauseChanged(int priority, boolean pauses, long nowPs) {
    int bit = 1 << priority;
    if (!pauses) {
      paused &= ~bit;
      clearSincePs[priority] = nowPs;
      return;
    }
    if ((paused & bit) == 0) {
      paused |= bit;
      stuckSincePs[priority] = nowPs;
    }
    if (!isSet()) {
      set((nowPs / rules.pollPs() + 1) * rules.pollPs());
    }
  }

  @Override
  protected void fired(long nowPs) {
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      look(priority, nowPs);
    }
    if ((paused | storming) != 0) {
      set(nowPs + rules.pollPs());
    }
  }

  private void look(int priority, long nowPs) {
    int bit = 1 << priority;
    boolean isPaused = (paused & bit) != 0;
    if ((storming & bit) != 0) {
      if (!isPaused && nowPs - clearSincePs[priority] >= rules.restorePs()) {
        storming &= ~bit;
        act(priority, false, nowPs);
      }
    } else if (isPaused && !queues.holds(priority)) {
      stuckSincePs[priority] = nowPs;
    } else if (isPaused && nowPs - stuckSincePs[priority] >= rules.detectPs()) {
      storming |= bit;
      storms++;
      act(priority, true, nowPs);
    }
  }

  private void act(int priority, boolean on, long nowPs) {
    switch (rules.action()) {
      case DROP -> queues.discard(priority, on, nowPs);
      case FORWARD -> queues.ignorePauses(priority, on, nowPs);
      case ALERT -> {
      }
    }
  }

  /** The priorities in a storm now, a bit each. */
  public int storming() {
    return storming;
  }

  /** Storms detected so far. */
  public long storms() {
    return storms;
  }
}
