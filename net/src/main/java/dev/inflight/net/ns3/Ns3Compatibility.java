package dev.inflight.net.ns3;

import dev.inflight.net.link.Framing;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.route.SeededEcmp;

/**
 * The behavior profile: rules that no protocol parameter decides, but that show in results. Each rule is a method, so that its
 * users need not distinguish profiles.
 */
public enum Ns3Compatibility {
  /** Inflight's own rules, as in real NICs and switches as far as is known. */
  OWN,
  /** Rules of the HPCC authors' simulator, so that its results can be reproduced to the nanosecond. */
  REFERENCE;

  /** The pause that stops acknowledgements in the authors' simulator, for any priority of theirs. */
  private static final int AUTHORS_ACK_PRIORITY = 3;
  private static final int AUTHORS_TIMESTAMP_BYTES = 8;

  /** The profile that goes with packets of these sizes. */
  public static Ns3Compatibility of(Framing framing) {
    return framing == Framing.REFERENCE ? REFERENCE : OWN;
  }

  // Packets

  /** True if packets have bytes, and so can be captured; otherwise they have sizes only. */
  public boolean hasBytes() {
    return this == OWN;
  }

  /** True if there are control packets of connections, which queue pairs need. */
  public boolean makesConnections() {
    return this == OWN;
  }

  /** True if packets carry the authors' telemetry, which no other packets can; otherwise any format but that one. */
  public boolean carriesAuthorsTelemetry() {
    return this == REFERENCE;
  }

  /** Bytes of the send time in a data packet for round-trip measurements; 0: senders store that time themselves. */
  public int timestampBytes() {
    return this == REFERENCE ? AUTHORS_TIMESTAMP_BYTES : 0;
  }

  // Hosts

  /**
   * True if a duplicate packet is answered. The authors' receivers do not answer, except a packet sent after a timeout: it needs
   * its answer.
   */
  public boolean answersDuplicate(boolean afterTimeout) {
    return this == OWN || afterTimeout;
  }

  /** The priority that stops acknowledgements by its pause; negative: their own. */
  public int priorityOfAcks() {
    return this == OWN ? -1 : AUTHORS_ACK_PRIORITY;
  }

  /**
   * True if a NIC with nothing to send waits for the earliest flow even if that one is blocked, and sets no timer for a time that
   * has passed.
   */
  public boolean waitsForBlockedFlows() {
    return this == REFERENCE;
  }

  /** True if a NIC may limit the number of its flows. */
  public boolean knowsNicLimits() {
    return this == OWN;
  }

  /** True if a change of rate moves a flow's next time to send even without pacing. */
  public boolean retimesUnpacedFlows() {
    return this == REFERENCE;
  }

  /** True if a NIC's pending timer follows a change of a flow's next time to send. */
  public boolean movesTimerWithRate() {
    return this == REFERENCE;
  }

  /** True if a rate change by a timer of the control may lead to sending at once, instead of at the next occasion. */
  public boolean sendsAfterTimer() {
    return this == OWN;
  }

  // Switches and routes

  /** Hash that chooses among several shortest paths; with this seed, if a hash can have one. */
  public EcmpHash ecmp(long seed) {
    return this == OWN ? new SeededEcmp(seed) : new MurmurEcmp();
  }

  /** True if only the last of parallel cables is used. */
  public boolean usesLastParallelCable() {
    return this == REFERENCE;
  }

  /** True if flows are rerouted in the order of the authors' hash table. */
  public boolean keepsFlowMap() {
    return this == REFERENCE;
  }

  /** True if PFC thresholds are scaled by the first host's rate; otherwise by the slowest NIC's. */
  public boolean scalesPfcByFirstHost() {
    return this == REFERENCE;
  }

  /** True if PFC headroom covers at least the data that can arrive after a pause; otherwise it is 3 x rate x delay. */
  public boolean coversPausesOnTheirWay() {
    return this == OWN;
  }

  /** True if a port has headroom for each priority in use; otherwise once. */
  public boolean countsHeadroomPerPriority() {
    return this == OWN;
  }

  /**
   * True if all ports draw marks from one random stream, and all cables losses from another, in the order of events; otherwise
   * each has a separate one.
   */
  public boolean sharesRandomStreams() {
    return this == REFERENCE;
  }

  // Values computed before a run, and results

  /** True if a base RTT is that of whole frames, there and back; otherwise of the payload there, and propagation alone back. */
  public boolean measuresWholeFrames() {
    return this == OWN;
  }

  /** True if a flow gets the bandwidth-delay product of its path; otherwise that of its NIC's rate and base RTT. */
  public boolean knowsBottlenecks() {
    return this == REFERENCE;
  }

  /** True if the ideal FCT follows the authors' formula; otherwise it is the time of the flow's frames over its path. */
  public boolean estimatesAloneTime() {
    return this == REFERENCE;
  }

  /** True if results are also written in the authors' files: {@code fct.txt}, {@code pfc.txt} and {@code qlen.txt}. */
  public boolean writesAuthorsFiles() {
    return this == REFERENCE;
  }
}
