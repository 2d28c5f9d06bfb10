package dev.inflight.sim.record;

import dev.inflight.sim.workload.FlowTable;

/**
 * A finished flow, or operation on a queue pair.
 *
 * @param id the flow's number in the run
 * @param kind kind of the row; an operation's source is the host that posted it, and its times include the setup of the queue
 *     pair if it had to wait for that
 * @param source sending host
 * @param destination receiving host
 * @param sourcePort UDP source port
 * @param destinationPort UDP destination port
 * @param priority priority
 * @param sizeBytes application bytes
 * @param startPs its start, in picoseconds
 * @param fctPs time until the sender received the last acknowledgement, in picoseconds
 * @param idealFctPs the same time if the flow had been alone in the fabric, over the paths that it may use
 * @param retransmittedBytes application bytes retransmitted
 */
public record FlowResult(int id, FlowTable.Kind kind, int source, int destination, int sourcePort, int destinationPort,
    int priority, long sizeBytes, long startPs, long fctPs, long idealFctPs, long retransmittedBytes) {
  /**
   * Completion time over the ideal one. Below 1 only for a flow that changed to a faster path, and in the reference framing: its
   * formula of the ideal counts a full packet for a short one.
   */
  public double slowdown() {
    return (double) fctPs / idealFctPs;
  }
}
