package dev.inflight.cc;

import dev.inflight.telemetry.Hops;

/** Facts of one acknowledgement. One object is reused for all, so a congestion control copies the facts that it keeps. */
public final class Feedback {
  /** Arrival time of the acknowledgement at the sender, in picoseconds. */
  public long nowPs;
  /** Acknowledged bytes from the start of the flow (cumulative). */
  public long ackedBytes;
  /** Bytes from the start of the flow up to the next byte to send (snd_nxt); the number decreases when the sender goes back. */
  public long sentBytes;
  /** Bytes from the start of the flow up to the highest byte ever sent. */
  public long highestSentBytes;
  /** Bytes in flight now: sent, and neither acknowledged nor taken for lost. */
  public long inflightBytes;
  /**
   * Bytes no longer in flight, because they were acknowledged or taken for lost; each counts as often as it was sent. Counted
   * only if receivers grant credit ({@link Signal#CREDIT}).
   */
  public long leftFlightBytes;
  /** True if bytes sent before others are missing, so that some bytes in flight left before the acknowledged packet. */
  public boolean hasGap;
  /**
   * True if the window limited the flow until this acknowledgement: it was full, or it delayed the next packet, directly or by
   * the pace. An unused window is untested and must not grow (RFC 9002 §7.8). Swift and DCTCP need this, because their windows
   * have no bound. HPCC and its drafts do not: their window never exceeds that of a new flow (line rate times base RTT).
   */
  public boolean windowInUse;
  /**
   * Position, in sending order, of the packet that collected the report: {@link #ackedBytes}, or a probe's number. It exceeds
   * {@link #sentOrder} of an earlier acknowledgement only if the packet left after that acknowledgement arrived.
   */
  public long reportOrder;
  /** Position of the next packet in that order. */
  public long sentOrder;
  /**
   * True if a report that the receiver wrote arrived, whatever its content. A sender without one for long has no information
   * about its path.
   */
  public boolean reported;
  /** True if switches write reports only while a queue exists, and none has written into this one. */
  public boolean quiet;
  /**
   * True for feedback of a switch with a long queue (draft-pan-tsvwg-hpccplus §6.3) instead of an acknowledgement; this switch is
   * the last of the hops.
   */
  public boolean fromSwitch;
  /** True if a packet that it answers carried an ECN mark. */
  public boolean ecnMarked;
  /** True for a negative acknowledgement: packets before the one that it answers are missing. */
  public boolean reportsLoss;
  /** Bytes reported as lost; 0 if the loss recovery does not report their number, and only {@link #reportsLoss}. */
  public long lostBytes;
  /** Lost bytes that a switch trimmed from packets because its queue was full. */
  public long trimmedBytes;
  /** Bytes known to have arrived, in any order: at least {@link #ackedBytes}. */
  public long arrivedBytes;
  /** Time since the acknowledged packet was handed to the NIC, in picoseconds. */
  public long rttPs;
  /** Expected number of flows on the last link of the path, for W_AI, from the receiver's count; 0 if it is unknown. */
  public int flowsOnLastLink;
  /** Report of the path; without hops if packets carry no telemetry. */
  public final Hops hops = new Hops(8);

  /** Sets the order of packets with reports to that of their bytes: such packets are data packets, up to the acknowledged one. */
  public void orderByBytes() {
    reportOrder = ackedBytes;
    sentOrder = highestSentBytes;
  }
}
