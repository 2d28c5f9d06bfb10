package dev.inflight.sim.control;

/** What measures how much memory others' code takes: implemented by the class loader that it is from. */
public interface AllocationMeter {
  /** Bytes that the current thread has allocated so far. */
  long allocatedBytes();
}
