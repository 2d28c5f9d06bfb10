package dev.inflight.net.host;

/** For how long a sender has had something to send or to hear of, and for how much of that it was held below line rate. */
final class ActiveTime {
  private static final long NOT_NOW = -1;

  private long activeSincePs = NOT_NOW;
  private long belowSincePs = NOT_NOW;
  private long activePs;
  private long belowPs;
  private boolean below;

  /** There is something to send from now on. */
  void begin(long nowPs) {
    activeSincePs = nowPs;
    belowSincePs = below ? nowPs : NOT_NOW;
  }

  /** There is nothing any more. */
  void end(long nowPs) {
    activePs = activePs(nowPs);
    belowPs = belowPs(nowPs);
    activeSincePs = NOT_NOW;
    belowSincePs = NOT_NOW;
  }

  /** Whether the sender is held below line rate from now on. */
  void below(boolean from, long nowPs) {
    if (from != below) {
      below = from;
      if (activeSincePs != NOT_NOW) {
        belowPs = belowPs(nowPs);
        belowSincePs = from ? nowPs : NOT_NOW;
      }
    }
  }

  long activePs(long nowPs) {
    return activeSincePs == NOT_NOW ? activePs : activePs + nowPs - activeSincePs;
  }

  long belowPs(long nowPs) {
    return belowSincePs == NOT_NOW ? belowPs : belowPs + nowPs - belowSincePs;
  }
}
