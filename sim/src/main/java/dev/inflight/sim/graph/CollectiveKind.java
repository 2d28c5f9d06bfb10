package dev.inflight.sim.graph;

/** Kinds of collectives, and the load of a rank's link as a multiple of the size, by NCCL's tests (PERFORMANCE.md). */
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

  /** True if one rank has more than the others, or ends with more. */
  public boolean hasRoot() {
    return this == BROADCAST || this == REDUCE || this == GATHER || this == SCATTER;
  }

  /**
   * Bytes on a rank's link in one direction for each byte of the collective's size: bus bandwidth is size over time, times this.
   *
   * @param ranks number of ranks, 2 or more
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
