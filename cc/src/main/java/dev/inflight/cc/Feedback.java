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
  /** Bytes in flight now: sent, neither acknowledged nor taken for lost. */
  public long inflightBytes;
  /**
   * Bytes that have left the flight so far, each as often as it was sent: they were acknowledged, or taken for lost. Counted where receivers grant
   * credit ({@link Signal#CREDIT}).
   */
  public long leftFlightBytes;
  /** Whether bytes that were sent before others are missing, so that those in flight did not all leave behind the packet that is acknowledged. */
  public boolean hasGap;
  /**
   * Whether the window was in use until this came: it was filled, or nothing more was sent for lack of room in it, or for the pace that follows from
   * it. A window that is not in use has not been tried, and is no reason to grow (RFC 9002 §7.8). Swift and DCTCP use it, because their windows have no bound.
   * HPCC does not, nor do its drafts: its window follows from what links report, and is never larger than that of a flow which starts (line rate times
   * base RTT), so that it may grow while it is not in use, but not beyond what a new flow may send at once.
   */
  public boolean windowInUse;
  /**
   * Where the packet that brought the report is in the order in which such packets were sent: {@link #ackedBytes}, or what a probe's number
   * says. Beyond {@link #sentOrder} of an earlier acknowledgement only when it was sent after that came.
   */
  public long reportOrder;
  /** Where the next packet to be sent will be in that order. */
  public long sentOrder;
  /** Whether a report came that the receiver wrote, whatever it contains; a sender without one for long has no information on its path. */
  public boolean reported;
  /** Whether the report is one of switches that write only while a queue stands, and none has written. */
  public boolean quiet;
  /** Whether it is no acknowledgement, but feedback of a switch with a long queue: the last of the hops (draft-pan-tsvwg-hpccplus §6.3). */
  public boolean fromSwitch;
  /** Whether a packet that it answers for carried an ECN mark. */
  public boolean ecnMarked;
  /** Whether it is a negative one: packets before the one that it answers are missing. */
  public boolean reportsLoss;
  /** Bytes that it reports as lost; 0 where the loss recovery does not report how many, and only {@link #reportsLoss}. */
  public long lostBytes;
  /** Those of them that a switch has cut from their packets, which had no room in its queue. */
  public long trimmedBytes;
  /** Bytes that are known to have arrived, in any order: at least {@link #ackedBytes}. */
  public long arrivedBytes;
  /** Time since the acknowledged packet was handed to the NIC, in picoseconds. */
  public long rttPs;
  /** How many flows W_AI is for on the last link of the path, as their receiver expects them by what it counts; 0 where it counts none. */
  public int flowsOnLastLink;
  /** The path's report; without hops where packets carry no telemetry. */
  public final Hops hops = new Hops(8);

  /** Packets that bring reports are in the order of their bytes: those that have data, as far as they are acknowledged. */
  public void orderByBytes() {
    reportOrder = ackedBytes;
    sentOrder = highestSentBytes;
  }
}
