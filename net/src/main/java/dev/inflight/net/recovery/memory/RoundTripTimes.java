package dev.inflight.net.recovery.memory;

/** A sender's estimate of its RTT, and the retransmission timeout computed from it (RFC 6298 §2), in picoseconds. */
public final class RoundTripTimes {
  /** The clock's granularity G: timestamps are in microseconds. */
  private static final long GRANULARITY_PS = 1_000_000;
  private static final int SMOOTHED_SHIFT = 3; // alpha = 1/8
  private static final int VARIATION_SHIFT = 2; // beta = 1/4
  private static final int K = 4;

  private final long leastPs;
  private long smoothedPs;
  private long variationPs;

  /**
   * Makes the estimate of a flow on an open connection: the handshake measured its path once.
   *
   * @param firstPs first measurement, in picoseconds
   * @param leastPs the shortest timeout, in picoseconds
   */
  public RoundTripTimes(long firstPs, long leastPs) {
    this.leastPs = leastPs;
    smoothedPs = firstPs;
    variationPs = firstPs / 2;
  }

  /** Adds a measurement, at most one per round trip. */
  public void take(long rttPs) {
    variationPs += (Math.abs(smoothedPs - rttPs) >> VARIATION_SHIFT) - (variationPs >> VARIATION_SHIFT);
    smoothedPs += (rttPs >> SMOOTHED_SHIFT) - (smoothedPs >> SMOOTHED_SHIFT);
  }

  /** The retransmission timeout, before any backoff. */
  public long timeoutPs() {
    return Math.max(smoothedPs + Math.max(GRANULARITY_PS, K * variationPs), leastPs);
  }
}
