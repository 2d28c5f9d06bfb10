package dev.inflight.sim.script;

/** Visits groups of equal messages. */
@FunctionalInterface
public interface AlikeVisitor {
  /**
   * Visits messages of one size between two ends.
   *
   * @param source the end that sends them
   * @param destination the end that receives them
   * @param sizeBytes application bytes of each
   * @param times number of such messages, 1 or more
   */
  void visit(int source, int destination, long sizeBytes, long times);
}
