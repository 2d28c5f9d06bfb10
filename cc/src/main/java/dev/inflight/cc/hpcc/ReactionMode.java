package dev.inflight.cc.hpcc;

/** Acknowledgements to which HPCC reacts (SIGCOMM'19 §3.2, §5.4). */
public enum ReactionMode {
  /** Each acknowledgement adjusts the window from a reference that moves once per RTT, as in HPCC. */
  BOTH,
  /** Each acknowledgement also moves the reference, so HPCC overreacts. */
  PER_ACK,
  /** Only the first acknowledgement of each RTT counts, so HPCC reacts slowly. */
  PER_RTT
}
