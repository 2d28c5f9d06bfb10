package dev.inflight.cc.hpcc;

import java.util.Arrays;

/**
 * Table of 1/n for hardware that multiplies but does not divide (HPCC §4.3): it has an entry for n = 1, and for each n with a
 * reciprocal at least the share {@code epsilon} below the previous entry. Any other n uses the entry of the next smaller n,
 * which is too large by less than {@code epsilon} of itself.
 *
 * <p>An entry takes four bytes. Multiplication also finds its index, because {@code n * (1 / entry)} is below 1 for all entries
 * above n.
 */
final class Reciprocals {
  /** The largest n of the paper's table. */
  static final int LARGEST = 1 << 22;
  /**
   * Threshold between 1 - 1 / LARGEST, the largest product of an entry one above n, and 1, the product of n's own entry without
   * rounding.
   */
  private static final float ONE = 1 - 0x1p-23f;

  private final float[] entries;

  /**
   * Creates a table for n from 1 to {@link #LARGEST}.
   *
   * @param epsilon bound of the relative error, above 0 and below 1
   */
  Reciprocals(double epsilon) {
    if (!(epsilon > 0 && epsilon < 1)) {
      throw new IllegalArgumentException("epsilon must be above 0 and below 1, found " + epsilon);
    }
    float[] table = new float[1024];
    int count = 0;
    for (long n = 1; n <= LARGEST; n = Math.max(n + 1, (long) Math.ceil(n / (1 - epsilon)))) {
      if (count == table.length) {
        table = Arrays.copyOf(table, 2 * count);
      }
      table[count++] = (float) (1.0 / n);
    }
    entries = Arrays.copyOf(table, count);
  }

  /** Size of the table in bytes. */
  int bytes() {
    return Float.BYTES * entries.length;
  }

  /** About 1/n: not below it except for rounding to 24 bits, and above it by less than epsilon of itself. */
  float of(int n) {
    int low = 0;
    int high = entries.length;
    while (high - low > 1) { // the last entry not above n
      int middle = (low + high) >>> 1;
      if (n * entries[middle] >= ONE) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return entries[low];
  }
}
