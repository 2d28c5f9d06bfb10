package dev.inflight.net.host;

/**
 * Statistics of a sender, reported at the end of its flow: the time with data to send or in flight, the part of it below line
 * rate, and retransmissions.
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

  /** Starts the time with data to send. */
  void begin(long nowPs) {
    activeSincePs = nowPs;
    belowSincePs = below ? nowPs : NOT_NOW;
  }

  /** Ends the time with data to send. */
  void end(long nowPs) {
    activePs = activePs(nowPs);
    belowPs = belowLinePs(nowPs);
    activeSincePs = NOT_NOW;
    belowSincePs = NOT_NOW;
  }

  /** Starts or ends the time below line rate. */
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

  /** Time until {@code nowPs} with bytes to send or in flight, in picoseconds. */
  public long activePs(long nowPs) {
    return activeSincePs == NOT_NOW ? activePs : activePs + nowPs - activeSincePs;
  }

  /** Part of that time with a pace below line rate, or a window below its initial value, in picoseconds. */
  public long belowLinePs(long nowPs) {
    return belowSincePs == NOT_NOW ? belowPs : belowPs + nowPs - belowSincePs;
  }

  /** Application bytes retransmitted. */
  public long retransmittedBytes() {
    return retransmittedBytes;
  }
}
