package dev.inflight.cc;

/** How a receiver that acknowledges several packets at a time brings ECN marks back. */
public enum MarkEcho {
  /** An acknowledgement is marked when any packet that it answers for is. */
  WITH_OTHERS,
  /** An acknowledgement answers for packets of one mark only, as counts of marked bytes need it (RFC 8257 §3.2). */
  APART,
  /** A marked packet is acknowledged at once (Ultra Ethernet's receivers, as htsim has them). */
  AT_ONCE
}
