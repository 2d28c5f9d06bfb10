package dev.inflight.sim.measure;

/** A value that is counted of each port or of each flow. */
public interface Valued {
  /** What tables of results have of it. */
  Columns columns();
}
