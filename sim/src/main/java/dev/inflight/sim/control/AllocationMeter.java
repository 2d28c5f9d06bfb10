package dev.inflight.sim.control;

/** Meter of the memory that foreign code allocates. The class loader of that code implements it. */
public interface AllocationMeter {
  /** Bytes that the current thread has allocated so far. */
  long allocatedBytes();
}
