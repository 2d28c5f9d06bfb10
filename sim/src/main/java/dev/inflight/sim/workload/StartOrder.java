package dev.inflight.sim.workload;

import java.util.Arrays;

/** The order of flows by start; equal ones keep their order. It merges the few runs that are in order already. */
final class StartOrder {
  private final long[] startsPs;
  private int[] order;
  private int[] merged;

  private StartOrder(long[] startsPs, int count) {
    this.startsPs = startsPs;
    order = new int[count];
    Arrays.setAll(order, row -> row);
    merged = new int[count];
  }

  /** True if the first rows are in order. */
  static boolean holds(long[] startsPs, int count) {
    for (int row = 1; row < count; row++) {
      if (startsPs[row - 1] > startsPs[row]) {
        return false;
      }
    }
    return true;
  }

  /** The rows in order. */
  static int[] of(long[] startsPs, int count) {
    var sort = new StartOrder(startsPs, count);
    while (sort.mergePairs() > 1) {
      // until all is one run
    }
    return sort.order;
  }

  /** Merges each run with the next one; returns the number of runs before. */
  private int mergePairs() {
    int runs = 0;
    for (int from = 0; from < order.length;) {
      int middle = endOfRun(from);
      int to = middle < order.length ? endOfRun(middle) : middle;
      merge(from, middle, to);
      runs += to > middle ? 2 : 1;
      from = to;
    }
    int[] before = order;
    order = merged;
    merged = before;
    return runs;
  }

  private int endOfRun(int from) {
    int end = from + 1;
    while (end < order.length && startsPs[order[end - 1]] <= startsPs[order[end]]) {
      end++;
    }
    return end;
  }

  private void merge(int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takeRight = left == middle || right < to && startsPs[order[right]] < startsPs[order[left]];
      merged[at] = takeRight ? order[right++] : order[left++];
    }
  }
}
