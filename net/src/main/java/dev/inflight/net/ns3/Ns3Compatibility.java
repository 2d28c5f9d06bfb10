package dev.inflight.net.ns3;

import dev.inflight.net.link.Framing;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.route.SeededEcmp;

/**
 * The behavior profile: the rules that no parameter of a protocol decides, and that show in results nonetheless. A method each; who asks
 * need not know which profile it is.
 */
public enum Ns3Compatibility {
  /** Ours, as real NICs and switches have them as far as is known. */
  OWN,
  /** Those of the HPCC authors' simulator, so that its results can be had to the nanosecond. */
  REFERENCE;

  /** The pause that stops acknowledgements in the authors' simulator, whatever priority they belong to. */
  private static final int AUTHORS_ACK_PRIORITY = 3;
  private static final int AUTHORS_TIMESTAMP_BYTES = 8;

  /** The profile that goes with packets of these sizes. */
  public static Ns3Compatibility of(Framing framing) {
    return framing == Framing.REFERENCE ? REFERENCE : OWN;
  }

  // What packets are

  /** Whether packets have bytes, and so can be captured; otherwise they have sizes only. */
  public boolean hasBytes() {
    return this == OWN;
  }

  /** Whether there are packets that make connections, which queue pairs need. */
  public boolean makesConnections() {
    return this == OWN;
  }

  /** Whether packets carry the authors' telemetry, which no other packets can; otherwise any format but that one. */
  public boolean carriesAuthorsTelemetry() {
    return this == REFERENCE;
  }

  /** Bytes of a data packet that state when it was sent, where the sender asks for round-trip times; 0: senders remember it themselves. */
  public int timestampBytes() {
    return this == REFERENCE ? AUTHORS_TIMESTAMP_BYTES : 0;
  }

  // What hosts do

  /** Whether a packet that was here before is answered. The authors are silent, but for one that a timeout has sent: it needs its answer. */
  public boolean answersDuplicate(boolean afterTimeout) {
    return this == OWN || afterTimeout;
  }

  /** The priority that stops acknowledgements by its pause; negative: their own. */
  public int priorityOfAcks() {
    return this == OWN ? -1 : AUTHORS_ACK_PRIORITY;
  }

  /** Whether a NIC with nothing to send waits for the earliest flow even if that one is blocked, and sets no timer for a time that has passed. */
  public boolean waitsForBlockedFlows() {
    return this == REFERENCE;
  }

  /** Whether a NIC may limit the number of its flows. */
  public boolean knowsNicLimits() {
    return this == OWN;
  }

  /** Whether a change of rate moves a flow's next time to send even where flows are not paced. */
  public boolean retimesUnpacedFlows() {
    return this == REFERENCE;
  }

  /** Whether a NIC's pending timer follows when a flow's next time to send moves. */
  public boolean movesTimerWithRate() {
    return this == REFERENCE;
  }

  /** Whether a rate that changed by a timer of the control may send at once, and does not wait for the next occasion. */
  public boolean sendsAfterTimer() {
    return this == OWN;
  }

  // What switches and routes do

  /** How one of several shortest paths is chosen; where a hash can have a seed, by this one. */
  public EcmpHash ecmp(long seed) {
    return this == OWN ? new SeededEcmp(seed) : new MurmurEcmp();
  }

  /** Whether of parallel cables only the last one is used. */
  public boolean usesLastParallelCable() {
    return this == REFERENCE;
  }

  /** Whether flows are rerouted in the order of the authors' hash table. */
  public boolean keepsFlowMap() {
    return this == REFERENCE;
  }

  /** Whether PFC thresholds are scaled by the first host's rate; otherwise by the slowest NIC's. */
  public boolean scalesPfcByFirstHost() {
    return this == REFERENCE;
  }

  /** Whether PFC headroom is at least what a pause can let through; otherwise it is three times rate times delay, whatever comes. */
  public boolean coversPausesOnTheirWay() {
    return this == OWN;
  }

  /** Whether a port has headroom for each priority in use; otherwise once. */
  public boolean countsHeadroomPerPriority() {
    return this == OWN;
  }

  /** Whether all ports draw marks from one stream, and all cables losses from another, as things happen; otherwise each has its own. */
  public boolean sharesRandomStreams() {
    return this == REFERENCE;
  }

  // What is computed before a run and of its results

  /** Whether a base RTT is that of whole frames, there and back; otherwise of the payload there, and propagation alone back. */
  public boolean measuresWholeFrames() {
    return this == OWN;
  }

  /** Whether a flow gets the bandwidth-delay product of its path; otherwise that of its NIC's rate and base RTT. */
  public boolean knowsBottlenecks() {
    return this == REFERENCE;
  }

  /** Whether the time of a flow that is alone follows the authors' formula; otherwise that of its frames over its path. */
  public boolean estimatesAloneTime() {
    return this == REFERENCE;
  }

  /** Whether results are also written as the authors' simulator writes them: {@code fct.txt}, {@code pfc.txt} and {@code qlen.txt}. */
  public boolean writesAuthorsFiles() {
    return this == REFERENCE;
  }
}
