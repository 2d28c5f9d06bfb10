package dev.inflight.sim.workload;

/** The UDP source ports of a run's flows. They distinguish flows of the same two hosts, and count up in the order of starts. */
public final class SourcePorts {
  private static final int FIRST = 10_000;
  /** Spreads pairs over the table: {@link Long#hashCode} gives all pairs of n hosts only about n values. */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  // An open table: a pair is at the place that its hash gives, or at the next free one after it.
  private long[] pairs = new long[64];
  /** Ports in use; 0 if the place is free. */
  private int[] used = new int[64];
  private int count;

  /** The port of the next flow of two hosts. */
  public int next(int source, int destination) {
    if (count > pairs.length / 2) {
      grow();
    }
    long pair = (long) source << 32 | destination;
    int place = place(pair);
    if (used[place] == 0) {
      pairs[place] = pair;
      count++;
    }
    return FIRST + used[place]++;
  }

  private int place(long pair) {
    int place = (int) (pair * GOLDEN_RATIO >>> Long.numberOfLeadingZeros(pairs.length) + 1);
    while (used[place] != 0 && pairs[place] != pair) {
      place = place + 1 & pairs.length - 1;
    }
    return place;
  }

  private void grow() {
    long[] before = pairs;
    int[] usedBefore = used;
    pairs = new long[2 * before.length];
    used = new int[2 * before.length];
    for (int at = 0; at < before.length; at++) {
      if (usedBefore[at] != 0) {
        int place = place(before[at]);
        pairs[place] = before[at];
        used[place] = usedBefore[at];
      }
    }
  }
}
