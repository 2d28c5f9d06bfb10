package dev.inflight.telemetry;

/**
 * What a sender asks the path with one packet, where a packet can bring back one figure only (CSIG; draft-miao-ccwg-hpcc-info-04 §3.1).
 * Formats with a record for each hop answer everything and ignore it.
 */
public enum PathQuery {
  /** How busy is the busiest link? */
  UTILIZATION,
  /** How long would the longest queue take to drain? */
  QUEUEING,
  /**
   * How long did the packet itself wait where it waited longest, in a queue that has a share of its port? It may have waited for its queue's turn, so
   * nothing follows for the queue's use. Asked as {@link #QUEUEING}; only answers differ.
   */
  WAIT,
  /** How many bytes are in flight over the busiest link, queued ones too, in bandwidth-delay products, averaged by the switch (PINT)? */
  INFLIGHT,
  /** The same, averaged over a small part of T only: the sender averages. */
  LOAD
}
