package dev.inflight.live.loop;

/** Histogram of the lateness of events, in classes of powers of two of nanoseconds. Recording allocates nothing. */
public final class Lateness {
  private static final int CLASSES = 64;
  private static final long PS_PER_NANO = 1000;

  private final long[] counts = new long[CLASSES];
  private long events;
  private long mostPs;

  void add(long latePs) {
    events++;
    counts[CLASSES - Long.numberOfLeadingZeros(latePs / PS_PER_NANO | 1) - 1]++;
    if (latePs > mostPs) {
      mostPs = latePs;
    }
  }

  /** Number of events that ran. */
  public long events() {
    return events;
  }

  /** Largest lateness, in picoseconds. */
  public long mostPs() {
    return mostPs;
  }

  /**
   * Bound on the lateness of this share of the events, in nanoseconds, exact within a factor of two.
   *
   * @param share above 0, at most 1
   */
  public long boundNanos(double share) {
    long wanted = (long) Math.ceil(share * events);
    long seen = 0;
    for (int at = 0; at < CLASSES - 1; at++) {
      seen += counts[at];
      if (seen >= wanted) {
        return Math.min(2L << at, Math.ceilDiv(mostPs, PS_PER_NANO));
      }
    }
    return Long.MAX_VALUE;
  }
}
