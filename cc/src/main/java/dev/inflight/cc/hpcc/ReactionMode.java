package dev.inflight.cc.hpcc;

/** Which acknowledgements HPCC reacts to (SIGCOMM'19 §3.2, §5.4). */
public enum ReactionMode {
  /** Each acknowledgement adjusts the window from a reference that moves once per RTT: HPCC's own way. */
  BOTH,
  /** Each acknowledgement moves the reference too: overreacts. */
  PER_ACK,
  /** Only the first acknowledgement of each RTT is looked at: slow. */
  PER_RTT
}
