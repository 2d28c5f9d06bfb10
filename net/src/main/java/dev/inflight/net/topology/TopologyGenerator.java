package dev.inflight.net.topology;

/**
 * A kind of topology: a record of its parameters that is also the factory. Component names carry their unit as a suffix
 * ({@code delayPs}); the compact constructor refuses values out of range with a sentence.
 */
public interface TopologyGenerator {
  /** The shape's name in scenarios, such as {@code fat-tree}. */
  String name();

  /** The hosts, switches and cables; hosts are numbered first, from 0, rack by rack. */
  Topology build();
}
