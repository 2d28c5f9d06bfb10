package dev.inflight.net.feedback;

/** How closely receivers follow lines 28 to 34 of draft-miao-rtgwg-hpccplus §6.3.2. */
public enum WindowForm {
  /** A round trip is T and what queues add to it, small changes of a window wait, and six flows are expected for each that is counted. */
  ADAPTED,
  /** As written: a round trip is T, each window that moves W^c is sent, and W_AI is divided by the flows that are counted. */
  DRAFT
}
