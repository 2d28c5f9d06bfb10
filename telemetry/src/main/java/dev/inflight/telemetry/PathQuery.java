package dev.inflight.telemetry;

/**
 * Question of a sender to the path with one packet, in formats that return a single figure (CSIG; draft-miao-ccwg-hpcc-info-04 §3.1).
 * Formats with a record for each hop ignore it and return everything.
 */
public enum PathQuery {
  /** Utilization of the busiest link. */
  UTILIZATION,
  /** Time that the longest queue takes to drain. */
  QUEUEING,
  /**
   * Longest wait of the packet itself at one hop, in a queue that has a share of its port. The packet may have waited for its queue's turn,
   * so the wait does not show the queue's use. The question is asked as {@link #QUEUEING}; only answers differ.
   */
  WAIT,
  /** Bytes in flight over the busiest link, including queued ones, in bandwidth-delay products, averaged by the switch (PINT). */
  INFLIGHT,
  /** Same as {@link #INFLIGHT}, but averaged over a small part of T only: the sender averages. */
  LOAD
}
