package dev.inflight.net.feedback;

/** Ways to follow lines 28 to 34 of draft-miao-rtgwg-hpccplus §6.3.2. */
public enum WindowForm {
  /** A round trip is T plus queueing, small changes of a window wait, and W_AI is for six flows per counted flow. */
  ADAPTED,
  /** As in the draft: a round trip is T, each window that changes W^c is sent, and W_AI is divided by the number of counted flows. */
  DRAFT
}
