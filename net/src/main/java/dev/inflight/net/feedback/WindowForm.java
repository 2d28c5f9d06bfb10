package dev.inflight.net.feedback;

/** Forms of lines 28 to 34 of draft-miao-rtgwg-hpccplus §6.3.2. */
public enum WindowForm {
  /**
   * A round trip is T plus queueing, small window changes are sent after four T, and N in W_AI is six times the counted flows.
   */
  ADAPTED,
  /** As in the draft: a round trip is T, each window that changes W^c is sent, and N in W_AI is the number of counted flows. */
  DRAFT
}
