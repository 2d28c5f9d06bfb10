package dev.inflight.sim.graph;

/** What ranks do together, and how much of its size a rank's link has to carry: the factors of NCCL's tests (its PERFORMANCE.md). */
public enum CollectiveKind {
  /** Every rank ends with the sum of all ranks' buffers. */
  ALL_REDUCE,
  /** Every rank ends with all ranks' parts. */
  ALL_GATHER,
  /** Every rank ends with its part of the sum of all ranks' buffers. */
  REDUCE_SCATTER,
  /** Every rank sends each other one a part of its buffer. */
  ALL_TO_ALL,
  /** One rank's buffer reaches all others. */
  BROADCAST,
  /** One rank ends with the sum of all ranks' buffers. */
  REDUCE,
  /** One rank ends with all ranks' parts. */
  GATHER,
  /** Every other rank ends with its part of one rank's buffer. */
  SCATTER,
  /** Every rank sends its buffer to the next one, and receives that of the one before. */
  SEND_RECV;

  /** Whether one rank has more than the others, or ends with more. */
  public boolean hasRoot() {
    return this == BROADCAST || this == REDUCE || this == GATHER || this == SCATTER;
  }

  /**
   * How many bytes a rank's link carries in one direction, for each byte of the collective's size: bus bandwidth is size over time, times this.
   *
   * @param ranks that take part, 2 or more
   */
  public double busFactor(int ranks) {
    double others = (ranks - 1.0) / ranks;
    return switch (this) {
      case ALL_REDUCE -> 2 * others;
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> others;
      case BROADCAST, REDUCE, SEND_RECV -> 1;
    };
  }
}
