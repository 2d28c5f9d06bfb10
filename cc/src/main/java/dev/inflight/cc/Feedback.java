package dev.inflight.cc;

import dev.inflight.telemetry.Hops;

/** The facts of one acknowledgement. One object is reused for all, so a congestion control copies what it wants to keep. */
public final class Feedback {
  /** When the sender got the acknowledgement, in picoseconds. */
  public long nowPs;
  /** Bytes from the start of the flow that are acknowledged (cumulative). */
  public long ackedBytes;
  /** Bytes from the start of the flow up to the next that will be sent (snd_nxt); less than before after going back. */
  public long sentBytes;
  /** Bytes from the start of the flow up to the highest that was ever sent: only what is sent from now on can be beyond it. */
  public long highestSentBytes;
  /** Whether a packet that it answers for carried an ECN mark. */
  public boolean ecnMarked;
  /** Whether it is a negative one: packets before the one that it answers are missing. */
  public boolean reportsLoss;
  /** Time since the acknowledged packet was handed to the NIC, in picoseconds. */
  public long rttPs;
  /** The path's report; without hops where packets carry no telemetry. */
  public final Hops hops = new Hops(8);
}
