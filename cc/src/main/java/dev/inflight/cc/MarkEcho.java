package dev.inflight.cc;

/** Return of ECN marks by a receiver that acknowledges several packets at a time. */
public enum MarkEcho {
  /** An acknowledgement is marked if any of its packets is marked. */
  WITH_OTHERS,
  /** An acknowledgement covers packets of one mark only, as counts of marked bytes need it (RFC 8257 §3.2). */
  APART,
  /** A marked packet is acknowledged at once (Ultra Ethernet's receivers, as in htsim). */
  AT_ONCE
}
