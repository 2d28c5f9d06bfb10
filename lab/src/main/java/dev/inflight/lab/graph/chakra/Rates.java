package dev.inflight.lab.graph.chakra;

/**
 * Rates that determine durations of nodes.
 *
 * @param scale factor on computation times
 * @param flops floating-point operations of a GPU per second, for nodes without a duration; 0: such nodes are errors
 * @param memoryBytesPerSec bytes per second of loads and stores without a duration; 0: they take no time, with a warning
 */
public record Rates(double scale, double flops, double memoryBytesPerSec) {
}
