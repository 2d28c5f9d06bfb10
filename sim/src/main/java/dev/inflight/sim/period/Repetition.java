package dev.inflight.sim.period;

/**
 * Repetition of a sequence, from its start on.
 *
 * @param by distance after which it repeats; 0 without repetition
 * @param length count of numbers that are equal to the one at this distance after them
 */
record Repetition(int by, int length) {
  private static final int SURE = 2;
  private static final int SOON = 4;

  /** The shortest repetition of nearly all that repeats: at least two periods, or one if none is longer. */
  static Repetition of(long[] marks) {
    int[] same = prefixes(marks);
    int best = 0;
    long covered = 0;
    for (int by = 1; by < marks.length; by++) {
      if (same[by] >= (long) SURE * by && same[by] > covered + covered / 2) {
        best = by;
        covered = same[by];
      }
    }
    for (int by = 1; by < marks.length && best == 0; by++) {
      best = same[by] >= by ? by : 0;
    }
    return new Repetition(best, best == 0 ? 0 : same[best]);
  }

  /** The shortest repetition of several periods. */
  static Repetition soonest(long[] marks) {
    int[] same = prefixes(marks);
    for (int by = 1; by < marks.length / SOON; by++) {
      if (same[by] >= SOON * by) {
        return new Repetition(by, same[by]);
      }
    }
    return new Repetition(0, 0);
  }

  /** For each place, the length of the sequence there that equals the start of the whole one. */
  private static int[] prefixes(long[] marks) {
    int[] same = new int[marks.length];
    int left = 0;
    int right = 0;
    for (int at = 1; at < marks.length; at++) {
      int length = at < right ? Math.min(right - at, same[at - left]) : 0;
      while (at + length < marks.length && marks[length] == marks[at + length]) {
        length++;
      }
      same[at] = length;
      if (at + length > right) {
        left = at;
        right = at + length;
      }
    }
    return same;
  }
}
