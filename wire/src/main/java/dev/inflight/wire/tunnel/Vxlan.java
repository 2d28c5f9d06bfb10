package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.util.BigEndian;

/**
 * A VXLAN header (RFC 7348). Its reserved bits hold fields of the group policy extension (draft-smith-vxlan-group-policy) and the
 * generic protocol extension (draft-ietf-nvo3-vxlan-gpe).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+---------------+-------------------------------+
 * |G|R|Ver|I|P|R|O|   Reserved    |   Group policy (G)            |
 * |               |               |               | Next protocol |
 * +-+-+-+-+-+-+-+-+---------------+---------------+---------------+
 * |                Network identifier             |   Reserved    |
 * +-----------------------------------------------+---------------+
 * </pre>
 *
 * Version and next protocol are those of the generic protocol extension.
 */
public final class Vxlan {
  /** UDP destination port. */
  public static final int PORT = 4789;
  /** UDP destination port that Linux uses by default, chosen before one was assigned. */
  public static final int LINUX_PORT = 8472;
  /** UDP destination port of the generic protocol extension. */
  public static final int GPE_PORT = 4790;
  /** Bytes of the header. */
  public static final int BYTES = 8;
  /** Next protocol: IPv4. */
  public static final int NEXT_IPV4 = 1;
  /** Next protocol: IPv6. */
  public static final int NEXT_IPV6 = 2;
  /** Next protocol: Ethernet. */
  public static final int NEXT_ETHERNET = 3;
  /** Next protocol: MPLS. */
  public static final int NEXT_MPLS = 5;

  private static final int HAS_NETWORK = 0x08;
  private static final int HAS_NEXT = 0x04;
  private static final int HAS_GROUP = 0x80;

  private Vxlan() {
  }

  /** True if the header has a network identifier, without which it is not VXLAN. */
  public static boolean hasNetwork(byte[] bytes, int offset) {
    return (bytes[offset] & HAS_NETWORK) != 0;
  }

  /** The network identifier, 24 bits. */
  public static int network(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + 4) >>> 8;
  }

  /** True if the header has a group policy. */
  public static boolean hasGroup(byte[] bytes, int offset) {
    return (bytes[offset] & HAS_GROUP) != 0;
  }

  /** The group policy's identifier, 16 bits, of a header that has one. */
  public static int group(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + 2);
  }

  /** True if a header at another port than {@link #GPE_PORT} is GPE: it has a next protocol and no group policy. */
  public static boolean namesNext(byte[] bytes, int offset) {
    return (bytes[offset] & HAS_NEXT) != 0 && !hasGroup(bytes, offset) && bytes[offset + 3] != 0;
  }

  /** The version of the generic protocol extension, 0 to 3. */
  public static int version(byte[] bytes, int offset) {
    return bytes[offset] >>> 4 & 3;
  }

  /** Payload protocol by the generic protocol extension: Ethernet if the header does not state one. */
  public static int nextProtocol(byte[] bytes, int offset) {
    return (bytes[offset] & HAS_NEXT) == 0 ? NEXT_ETHERNET : BigEndian.get8(bytes, offset + 3);
  }
}
