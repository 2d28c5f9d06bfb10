package dev.inflight.cc.hpcc;

/** Rate of a port that HPCC uses for its load, besides the queue (§3.4). */
public enum PortRate {
  /** The rate at which bytes leave it (txRate), as in HPCC. */
  SENT,
  /**
   * The rate at which bytes arrive at it (rxRate), to show why HPCC uses txRate (Figure 6). This rate and the queue show the
   * same congestion twice, so the queue oscillates before it settles.
   *
   * <p>Received bytes need no counter: they are the sent bytes plus the growth of the queue. Telemetry in units of 80 and 128
   * bytes makes them coarser, but loses nothing over time; a queue beyond the header's range, and dropped bytes, are not
   * included.
   */
  RECEIVED
}
