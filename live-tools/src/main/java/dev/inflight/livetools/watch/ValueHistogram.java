package dev.inflight.livetools.watch;

import dev.inflight.lab.statistics.Quantile;

/**
 * Histogram of values of 0 or more, in classes with a width of an eighth of a power of two, so that the result of {@link #atMost}
 * is at most 12.5 % too high. Its size is fixed; adding allocates nothing.
 */
final class ValueHistogram {
  private static final int PART_BITS = 3;
  private static final int PARTS = 1 << PART_BITS;
  private static final int LARGEST_BITS = 47;
  private static final int CLASSES = (LARGEST_BITS - PART_BITS + 1) * PARTS;

  private final long[] counts = new long[CLASSES];
  private int first = CLASSES;
  private int last = -1;
  private long count;
  private double sum;
  private long most;

  /** Counts a value; a negative one counts as 0. */
  void add(long value) {
    long sound = Math.max(0, value);
    int at = place(sound);
    counts[at]++;
    first = Math.min(first, at);
    last = Math.max(last, at);
    count++;
    sum += sound;
    most = Math.max(most, sound);
  }

  private static int place(long value) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - PART_BITS - 1);
    return Math.min(CLASSES - 1, shift * PARTS + (int) (value >>> shift));
  }

  /** Largest value of a class. */
  private static long end(int place) {
    if (place < 2 * PARTS) {
      return place;
    }
    int shift = place / PARTS - 1;
    return ((long) (place - shift * PARTS) + 1 << shift) - 1;
  }

  /** Adds the counts of another histogram. */
  void add(ValueHistogram other) {
    for (int at = other.first; at <= other.last; at++) {
      counts[at] += other.counts[at];
    }
    first = Math.min(first, other.first);
    last = Math.max(last, other.last);
    count += other.count;
    sum += other.sum;
    most = Math.max(most, other.most);
  }

  /** Resets the histogram. */
  void clear() {
    for (int at = first; at <= last; at++) {
      counts[at] = 0;
    }
    first = CLASSES;
    last = -1;
    count = 0;
    sum = 0;
    most = 0;
  }

  /** Number of values. */
  long count() {
    return count;
  }

  /** Mean of the values; 0 without values. */
  double mean() {
    return count == 0 ? 0 : sum / count;
  }

  /** Largest value, exactly. */
  long most() {
    return most;
  }

  /**
   * Quantile: a bound that this share of the values does not exceed; 0 without values.
   *
   * @param share above 0, at most 1
   */
  long atMost(double share) {
    if (count == 0) {
      return 0;
    }
    long wanted = Quantile.rank(share, count);
    long seen = 0;
    for (int at = first; at <= last; at++) {
      seen += counts[at];
      if (seen >= wanted) {
        return at == CLASSES - 1 ? most : Math.min(end(at), most);
      }
    }
    throw new IllegalStateException("fewer values in classes than " + count);
  }
}
