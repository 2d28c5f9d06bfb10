package dev.inflight.cc;

import dev.inflight.telemetry.Hops;

/** The facts of one acknowledgement. One object is reused for all, so a congestion control copies what it wants to keep. */
public final class Feedback {
  /** When the sender got the acknowledgement, in picoseconds. */
  public long nowPs;
  /** Bytes from the start of the flow that are acknowledged (cumulative). */
  public long ackedBytes;
  /** Bytes from the start of the flow that have been sent (snd_nxt). */
  public long sentBytes;
  /** Whether the acknowledged packet carried an ECN mark. */
  public boolean ecnMarked;
  /** Time since the acknowledged packet was handed to the NIC, in picoseconds. */
  public long rttPs;
  /** The path's report; without hops where packets carry no telemetry. */
  public final Hops hops = new Hops(8);
}
