package dev.inflight.cc.hpcc;

/** Which rate of a port HPCC takes for its load, besides the queue (§3.4). */
public enum PortRate {
  /** At which bytes leave it: txRate, HPCC's own way. */
  SENT,
  /**
   * At which bytes come to it: rxRate, for seeing why HPCC has txRate (Figure 6). This rate and the queue show the same congestion
   * twice, so the queue oscillates before it settles.
   *
   * <p>What a port received needs no counter of its own: what it sent, and what its queue grew by. Telemetry in units of 80 and 128
   * bytes makes that coarser, but loses nothing over time; a queue beyond the header's range, and bytes that were dropped, are not seen.
   */
  RECEIVED
}
