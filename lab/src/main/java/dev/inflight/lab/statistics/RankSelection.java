package dev.inflight.lab.statistics;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Values at given ranks, in ascending order, of an unsorted column, with bounded memory: a large column is not
 * copied, but read four times; each pass counts 16 more bits of the values that share the known bits (a radix selection).
 */
public final class RankSelection {
  /** Least number of values to count; sorting a copy of a smaller column is faster. */
  static final int LEAST_COUNTED = 1 << 20;

  private static final int DIGIT_BITS = 16;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private RankSelection() {
  }

  /**
   * Returns the values at ranks.
   *
   * @param values returns a new stream of the column each time; all values are 0 or more
   * @param count number of values
   * @param ranks ranks, each 1 to {@code count}; 1 is the least value's
   */
  public static long[] at(Supplier<LongStream> values, long count, long... ranks) {
    return count < LEAST_COUNTED ? sorted(values, ranks) : counted(values, ranks);
  }

  private static long[] sorted(Supplier<LongStream> values, long[] ranks) {
    long[] sorted = values.get().toArray();
    Arrays.sort(sorted);
    return Arrays.stream(ranks).map(rank -> sorted[(int) rank - 1]).toArray();
  }

  /** Returns the values at ranks, for a column of any size. */
  static long[] counted(Supplier<LongStream> values, long[] ranks) {
    long[] left = ranks.clone(); // rank among the values that share the known bits
    long[] known = new long[ranks.length];
    for (int shift = Long.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
      long[] prefixes = Arrays.stream(known).distinct().toArray();
      long[][] counts = count(values.get(), prefixes, shift);
      for (int at = 0; at < ranks.length; at++) {
        long[] ofDigit = counts[indexOf(prefixes, known[at])];
        int digit = 0;
        while (left[at] > ofDigit[digit]) {
          left[at] -= ofDigit[digit++];
        }
        known[at] = known[at] << DIGIT_BITS | digit;
      }
    }
    return known;
  }

  private static long[][] count(LongStream values, long[] prefixes, int shift) {
    long[][] counts = new long[prefixes.length][DIGITS];
    values.forEach(value -> {
      int prefix = indexOf(prefixes, value >>> shift >>> DIGIT_BITS); // a shift by 64 bits at once would shift by none
      if (prefix >= 0) {
        counts[prefix][(int) (value >>> shift) & DIGITS - 1]++;
      }
    });
    return counts;
  }

  private static int indexOf(long[] prefixes, long prefix) {
    for (int at = 0; at < prefixes.length; at++) {
      if (prefixes[at] == prefix) {
        return at;
      }
    }
    return -1;
  }
}
