package dev.inflight.sim.record;

import dev.inflight.net.switching.LongQueues;

/**
 * Lengths of a switch port's queues, in samples at equal times.
 *
 * @param port the port
 * @param bins samples by queue length, in bins of {@link #BIN_BYTES}, up to the last one that has any; at least one bin. Not to
 *     be changed: ports may share it
 */
public record QueueHistogram(PortName port, long[] bins) {
  /** Width of a bin. */
  public static final int BIN_BYTES = LongQueues.WATCH_BYTES;
}
