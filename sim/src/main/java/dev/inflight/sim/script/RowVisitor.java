package dev.inflight.sim.script;

/** Visits rows of a table of flows, one after the other. */
@FunctionalInterface
public interface RowVisitor {
  /**
   * Visits a row.
   *
   * @param row its number
   * @param source the sending host
   * @param destination the receiving host
   * @param sizeBytes application bytes
   * @param startPs its start, in picoseconds; for a message, the start of its job
   */
  void visit(int row, int source, int destination, long sizeBytes, long startPs);
}
