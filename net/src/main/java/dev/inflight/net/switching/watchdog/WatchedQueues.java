package dev.inflight.net.switching.watchdog;

/** The queues of a port, one a priority, as a watchdog sees them. */
public interface WatchedQueues {
  /** Reports whether packets of a priority wait. */
  boolean holds(int priority);

  /** From now on, or no more, packets of a priority are dropped: those that wait, and all that come for its queue or from its peer. */
  void discard(int priority, boolean on, long nowPs);

  /** From now on, or no more, pauses of a priority have no effect; with {@code on} a pause that lasts ends. */
  void ignorePauses(int priority, boolean on, long nowPs);
}
