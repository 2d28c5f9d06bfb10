package dev.inflight.sim.record;

import dev.inflight.net.link.Port;
import dev.inflight.net.switching.SwitchPort;

/**
 * What the results say of a port: what it did up to the end of the simulated time, which is the end of the last flow, or of the run when flows
 * are left.
 *
 * @param port the port
 * @param sentBytes bytes of frames that it began to send
 * @param sentFrames how many those were
 * @param sendingPs picoseconds that it was sending, preambles and gaps included
 * @param pausesReceived pause frames that arrived
 * @param pausedPs picoseconds that its priority groups spent paused, added up
 * @param ecnMarks packets that it marked; 0 for a NIC's
 * @param longestQueueBytes the most bytes that ever waited; 0 for a NIC's, which nobody watches
 * @param queueBins samples of a switch port by queue length, as in {@link QueueHistogram}; empty for a NIC's. Not to be changed: ports may
 *     share it
 */
public record PortTotals(PortName port, long sentBytes, long sentFrames, long sendingPs, long pausesReceived, long pausedPs,
    long ecnMarks, long longestQueueBytes, long[] queueBins) {
  /**
   * What it comes to for a port.
   *
   * @param name its name
   * @param counts what it has done
   * @param monitor has the samples of its queues
   */
  public static PortTotals of(Port port, PortName name, PortCounts counts, QueueMonitor monitor) {
    long longestQueueBytes = 0;
    long[] queueBins = {};
    if (port instanceof SwitchPort watched) {
      longestQueueBytes = watched.peakBytes();
      queueBins = monitor.histogram(watched);
    }
    return new PortTotals(name, counts.sentBytes(), counts.sentFrames(), counts.sendingPs(), counts.pausesReceived(),
        counts.pausedPs(), counts.ecnMarks(), longestQueueBytes, queueBins);
  }

  /** Whether it is a switch's port, whose queues are watched. */
  public boolean ofSwitch() {
    return queueBins.length > 0;
  }
}
