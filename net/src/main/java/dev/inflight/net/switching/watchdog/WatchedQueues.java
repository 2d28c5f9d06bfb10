package dev.inflight.net.switching.watchdog;

/** The queues of a port, one a priority, as a watchdog sees them. */
public interface WatchedQueues {
  /** Reports whether packets of a priority wait. */
  boolean holds(int priority);

  /** Starts or stops dropping packets of a priority: those that wait, and all later ones for its queue or from its peer. */
  void discard(int priority, boolean on, long nowPs);

  /** Turns the effect of a priority's pauses off or on again; with {@code on} a present pause ends. */
  void ignorePauses(int priority, boolean on, long nowPs);
}
