package dev.inflight.cc;

/** When a flow that has just sent a packet may send the next one, if its rate changes in between. */
public enum Pacing {
  /** The gap is that of the current rate: a change of rate moves the next allowed time. */
  CURRENT_RATE,
  /** The gap is that of the rate at which the packet was sent. */
  RATE_AT_SEND
}
