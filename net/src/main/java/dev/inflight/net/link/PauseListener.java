package dev.inflight.net.link;

/** Takes reports of the pauses that a port receives. */
public interface PauseListener {
  /**
   * A PFC frame has arrived, or the cable has failed, which ends pauses.
   *
   * @param paused whether the peer pauses the priority from now on
   */
  void pauseChanged(int priority, boolean paused, long nowPs);
}
