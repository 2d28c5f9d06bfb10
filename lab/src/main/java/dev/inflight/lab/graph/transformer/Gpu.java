package dev.inflight.lab.graph.transformer;

import java.util.List;

/**
 * Peak rates of a GPU, by its data sheet: dense operations of 16-bit floating point, and its memory.
 *
 * @param name common name
 * @param flops operations per second
 * @param memoryBytesPerSec bytes per second of its memory
 */
record Gpu(String name, double flops, double memoryBytesPerSec) {
  /** NVIDIA's data sheets of the SXM modules (of H20: as published by system vendors). */
  static final List<Gpu> ALL = List.of(new Gpu("a100", 312e12, 2.039e12), new Gpu("h100", 989.4e12, 3.35e12),
      new Gpu("h800", 989.4e12, 3.35e12), new Gpu("h200", 989.4e12, 4.8e12), new Gpu("h20", 148e12, 4.0e12),
      new Gpu("b200", 2250e12, 8e12));

  /**
   * Returns the time of a computation by the roofline: the longer of its operations and its memory transfers.
   *
   * @param operations floating-point operations
   * @param bytes bytes to and from memory
   * @param efficiency share of {@link #flops} that matrices reach, above 0 to 1
   * @return picoseconds
   */
  double takesPs(double operations, double bytes, double efficiency) {
    return 1e12 * Math.max(operations / (flops * efficiency), bytes / memoryBytesPerSec);
  }
}
