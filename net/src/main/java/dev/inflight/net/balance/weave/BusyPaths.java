package dev.inflight.net.balance.weave;

import java.util.Arrays;

/** Times until which no flow moves to paths to another leaf (§3.2.2). */
final class BusyPaths {
  private final long[] none = {};
  private long[][] untilPs = {}; // by the ports of the first and the second switch

  /** Marks a path as busy until a time. */
  void add(int path, long ps) {
    int first = WeaveMarks.first(path);
    int second = WeaveMarks.second(path);
    if (first >= untilPs.length) {
      int known = untilPs.length;
      untilPs = Arrays.copyOf(untilPs, first + 1);
      Arrays.fill(untilPs, known, untilPs.length, none);
    }
    if (second >= untilPs[first].length) {
      untilPs[first] = Arrays.copyOf(untilPs[first], second + 1);
    }
    untilPs[first][second] = ps;
  }

  /** True if a path is busy now. */
  boolean contains(int path, long nowPs) {
    int first = WeaveMarks.first(path);
    int second = WeaveMarks.second(path);
    return first < untilPs.length && second < untilPs[first].length && nowPs < untilPs[first][second];
  }
}
