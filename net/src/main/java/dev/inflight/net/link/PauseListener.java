package dev.inflight.net.link;

/** Receives the pauses of a port. */
public interface PauseListener {
  /**
   * Called when a PFC frame has arrived, or the cable has failed, which ends pauses.
   *
   * @param paused true if the peer pauses the priority from now on
   */
  void pauseChanged(int priority, boolean paused, long nowPs);
}
