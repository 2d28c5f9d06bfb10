package dev.inflight.net.feedback;

/** Ways to follow lines 28 to 34 of draft-miao-rtgwg-hpccplus §6.3.2. */
public enum WindowForm {
  /** A round trip is T plus the time in queues, small changes of a window wait, and W_AI allows for six flows for each counted one. */
  ADAPTED,
  /** As written: a round trip is T, each window that moves W^c is sent, and W_AI is divided by the counted flows. */
  DRAFT
}
