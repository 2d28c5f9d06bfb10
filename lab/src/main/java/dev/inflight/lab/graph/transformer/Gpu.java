package dev.inflight.lab.graph.transformer;

import java.util.List;

/**
 * What a GPU can do at most, by its data sheet: dense operations of 16-bit floating point, and its memory.
 *
 * @param name what people call it
 * @param flops operations a second
 * @param memoryBytesPerSec bytes that its memory moves in a second
 */
record Gpu(String name, double flops, double memoryBytesPerSec) {
  /** NVIDIA's data sheets of the SXM modules (of H20: as published by system vendors). */
  static final List<Gpu> ALL = List.of(new Gpu("a100", 312e12, 2.039e12), new Gpu("h100", 989.4e12, 3.35e12),
      new Gpu("h800", 989.4e12, 3.35e12), new Gpu("h200", 989.4e12, 4.8e12), new Gpu("h20", 148e12, 4.0e12),
      new Gpu("b200", 2250e12, 8e12));

  /**
   * How long something takes by the roofline: the longer of what it computes and what it moves.
   *
   * @param operations floating-point operations
   * @param bytes to and from memory
   * @param efficiency the part of {@link #flops} that matrices reach, above 0 to 1
   * @return picoseconds
   */
  double takesPs(double operations, double bytes, double efficiency) {
    return 1e12 * Math.max(operations / (flops * efficiency), bytes / memoryBytesPerSec);
  }
}
