package dev.inflight.net.host;

/**
 * Whose small rules hold in hosts and in the choice of routes: those that no parameter of a protocol decides, and that show in results
 * nonetheless.
 */
public enum ReferenceQuirks {
  /** Ours, as real NICs have them as far as is known. */
  OWN,
  /** Those of the HPCC authors' simulator, so that its results can be had to the nanosecond. */
  AUTHORS;

  /** The pause that stops acknowledgements in the authors' simulator, whatever group they belong to. */
  private static final int AUTHORS_ACK_GROUP = 3;

  /** Whether a packet that was here before is answered. The authors are silent, but for one that a timeout has sent: it needs its answer. */
  boolean answersDuplicate(boolean afterTimeout) {
    return this == OWN || afterTimeout;
  }

  /** The priority group whose pause stops acknowledgements; negative: their own. */
  int groupOfAcks() {
    return this == OWN ? -1 : AUTHORS_ACK_GROUP;
  }

  /** Whether a NIC with nothing to send waits for the earliest flow even if that one is blocked, and sets no timer for a time that has passed. */
  boolean waitsForBlockedFlows() {
    return this == AUTHORS;
  }

  /** Whether a NIC may limit the number of its flows. */
  boolean knowsNicLimits() {
    return this == OWN;
  }

  /** Whether a change of rate moves a flow's next time to send even where flows are not paced. */
  boolean retimesUnpacedFlows() {
    return this == AUTHORS;
  }

  /** Whether a NIC's pending timer follows when a flow's next time to send moves. */
  boolean movesTimerWithRate() {
    return this == AUTHORS;
  }

  /** Whether a rate that changed by a timer of the control may send at once, and does not wait for the next occasion. */
  boolean sendsAfterTimer() {
    return this == OWN;
  }

  /** Whether flows are rerouted in the order of the authors' hash table. */
  boolean keepsFlowMap() {
    return this == AUTHORS;
  }

  /** Whether of parallel cables only the last one is used. */
  public boolean usesLastParallelCable() {
    return this == AUTHORS;
  }

  /** Whether PFC thresholds are scaled by the first host's rate; otherwise by the slowest NIC's. */
  public boolean scalesPfcByFirstHost() {
    return this == AUTHORS;
  }
}
