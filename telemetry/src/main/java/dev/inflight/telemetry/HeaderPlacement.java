package dev.inflight.telemetry;

/** Position of a telemetry header in a frame, and the kind of number that marks it there. */
public enum HeaderPlacement {
  /** Between the UDP header and its payload; the UDP destination port is the marker. */
  AFTER_UDP,
  /** The first four bytes between IP and UDP, the rest after UDP (IFA 2.0); the IP protocol is the marker. */
  AROUND_UDP,
  /** An IPv6 hop-by-hop extension header (RFC 9486); the option type is the marker. */
  HOP_BY_HOP,
  /** A tag between the MAC addresses and the EtherType (CSIG); its TPID is the marker. */
  LINK_LAYER;

  /** True if only IPv6 can carry a header at this position. */
  public boolean needsIpv6() {
    return this == HOP_BY_HOP;
  }
}
