package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.util.BigEndian;

/**
 * An entry of an MPLS label stack (RFC 3032 §2.1, RFC 5462).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------+-----+-+---------------+
 * |                 Label                 | TC  |S|      TTL      |
 * +---------------------------------------+-----+-+---------------+
 * </pre>
 *
 * S marks the last entry. No field identifies the payload. Its first four bits are read as the IP version, or as the start of a
 * pseudowire's control word (RFC 4385), which a frame follows.
 */
public final class Mpls {
  /** EtherType. */
  public static final int ETHER_TYPE = 0x8847;
  /** EtherType of packets with a label that the upstream router assigned. */
  public static final int UPSTREAM_ETHER_TYPE = 0x8848;
  /** IP protocol. */
  public static final int IP_PROTOCOL = 137;
  /** UDP destination port (RFC 7510). */
  public static final int PORT = 6635;
  /** Bytes of an entry. */
  public static final int BYTES = 4;
  /** Bytes of a pseudowire's control word. */
  public static final int CONTROL_WORD_BYTES = 4;

  private Mpls() {
  }

  /** The label, 20 bits. */
  public static int label(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) >>> 12;
  }

  /** The traffic class, 0 to 7. */
  public static int trafficClass(byte[] bytes, int offset) {
    return bytes[offset + 2] >>> 1 & 7;
  }

  /** True if this is the last entry. */
  public static boolean isBottom(byte[] bytes, int offset) {
    return (bytes[offset + 2] & 1) != 0;
  }

  /** The time to live, 0 to 255. */
  public static int ttl(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + 3);
  }
}
