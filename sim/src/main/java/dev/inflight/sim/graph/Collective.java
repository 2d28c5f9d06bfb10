package dev.inflight.sim.graph;

/**
 * One collective of a job; its operations are labeled with it.
 *
 * @param name name in its job, such as {@code all-reduce 3}
 * @param kind kind of collective
 * @param algorithm algorithm, such as {@code ring}
 * @param ranks number of ranks, 2 or more
 * @param sizeBytes its size as NCCL's tests count it: a rank's whole buffer, or all parts together if ranks start or end with one
 */
public record Collective(String name, CollectiveKind kind, String algorithm, int ranks, long sizeBytes) {
  /** Checks the ranges. */
  public Collective {
    if (ranks < 2) {
      throw new IllegalArgumentException(
          "a collective of " + ranks + (ranks == 1 ? " rank" : " ranks") + "; at least 2 take part");
    }
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("a collective of " + sizeBytes + " bytes");
    }
  }
}
