package dev.inflight.net.switching.watchdog;

/** The queues of a port, one per priority, for its watchdog. */
public interface WatchedQueues {
  /** Reports whether packets of a priority wait. */
  boolean holds(int priority);

  /** Starts or stops dropping packets of a priority: waiting ones, and later ones for its queue or from its peer. */
  void discard(int priority, boolean on, long nowPs);

  /** Turns the effect of a priority's pauses off or on again; {@code on} ends a present pause. */
  void ignorePauses(int priority, boolean on, long nowPs);
}
