package dev.inflight.net.host;

/**
 * What is reported of a sender when its flow has ended: for how long it had something to send or to wait for, for how much of that it was
 * held below line rate, and what it retransmitted.
 */
public final class SendStats {
  private static final long NOT_NOW = -1;

  private long activeSincePs = NOT_NOW;
  private long belowSincePs = NOT_NOW;
  private long activePs;
  private long belowPs;
  private boolean below;
  private long retransmittedBytes;

  SendStats() {
  }

  /** There is something to send from now on. */
  void begin(long nowPs) {
    activeSincePs = nowPs;
    belowSincePs = below ? nowPs : NOT_NOW;
  }

  /** There is nothing any more. */
  void end(long nowPs) {
    activePs = activePs(nowPs);
    belowPs = belowLinePs(nowPs);
    activeSincePs = NOT_NOW;
    belowSincePs = NOT_NOW;
  }

  /** Whether the sender is held below line rate from now on. */
  void below(boolean from, long nowPs) {
    if (from != below) {
      below = from;
      if (activeSincePs != NOT_NOW) {
        belowPs = belowLinePs(nowPs);
        belowSincePs = from ? nowPs : NOT_NOW;
      }
    }
  }

  void retransmitted(int bytes) {
    retransmittedBytes += bytes;
  }

  /** Time for which it had bytes to send or to wait for until {@code nowPs}, in picoseconds. */
  public long activePs(long nowPs) {
    return activeSincePs == NOT_NOW ? activePs : activePs + nowPs - activeSincePs;
  }

  /** Of that, the time for which the pace was below line rate, or the window below its first value, in picoseconds. */
  public long belowLinePs(long nowPs) {
    return belowSincePs == NOT_NOW ? belowPs : belowPs + nowPs - belowSincePs;
  }

  /** Application bytes retransmitted. */
  public long retransmittedBytes() {
    return retransmittedBytes;
  }
}
