package dev.inflight.sim.record;

import dev.inflight.net.link.Port;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;

/**
 * Results of a port.
 *
 * @param port the port
 * @param counts its counts up to the end of the simulated time, which is the end of the last flow, or of the run if flows are
 *     left
 * @param longestQueueBytes the most bytes that ever waited; 0 for a NIC
 * @param queueBins samples of a switch port by queue length, as in {@link QueueHistogram}; empty for a NIC. Not to be changed,
 *     because ports may share it
 */
public record PortTotals(PortName port, MeasuredValues<PortValue> counts, long longestQueueBytes, long[] queueBins) {
  /**
   * Makes the totals of a port.
   *
   * @param name its name
   * @param counts its counts
   * @param monitor monitor with the samples of its queues
   */
  public static PortTotals of(Port port, PortName name, MeasuredValues<PortValue> counts, QueueMonitor monitor) {
    return port instanceof SwitchPort watched
        ? new PortTotals(name, counts, watched.peakBytes(), monitor.histogram(watched))
        : new PortTotals(name, counts, 0, new long[0]);
  }

  /** The number of a value. */
  public long of(PortValue value) {
    return counts.of(value);
  }

  /** True for a port of a switch, with sampled queues. */
  public boolean ofSwitch() {
    return queueBins.length > 0;
  }
}
