package dev.inflight.sim.measure;

/** A value that is counted of each port or of each flow. */
public interface Valued {
  /** Columns of the value in tables of results. */
  Columns columns();
}
