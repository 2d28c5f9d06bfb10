package dev.inflight.telemetry;

/**
 * Question that a sender's packet asks about its path, in formats that return a single figure (CSIG; draft-miao-ccwg-hpcc-info-04
 * §3.1). Formats with a record for each hop ignore it and return everything.
 */
public enum PathQuery {
  /** Utilization of the busiest link. */
  UTILIZATION,
  /** Time that the longest queue takes to drain. */
  QUEUEING,
  /**
   * Longest wait of the packet itself at one hop, in a queue that has a share of its port. It includes the packets of other
   * queues, so it does not show the queue's use. The packet asks {@link #QUEUEING}; only answers differ.
   */
  WAIT,
  /**
   * Bytes in flight over the busiest link, including queued bytes, in bandwidth-delay products, averaged by the switch (PINT).
   */
  INFLIGHT,
  /** As {@link #INFLIGHT}, but averaged over a small part of T only, because the sender averages. */
  LOAD
}
