package dev.inflight.cc;

/** Rule for the time of a flow's next packet if the flow's rate changes after the previous packet. */
public enum Pacing {
  /** The gap follows the current rate: a change of rate moves the next allowed time. */
  CURRENT_RATE,
  /** The gap follows the rate at which the previous packet was sent. */
  RATE_AT_SEND
}
