package dev.inflight.sim.control;

/** Measures the memory that foreign code allocates: implemented by the class loader that it is from. */
public interface AllocationMeter {
  /** Bytes that the current thread has allocated so far. */
  long allocatedBytes();
}
