package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * An IPv6 header (RFC 8200 §3), and the first bytes of a hop-by-hop options header (§4.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------+---+---------------------------------------+
 * |Version|   DSCP    |ECN|              Flow label               |
 * +-------+-----------+---+-------+---------------+---------------+
 * |         Payload length        |  Next header  |   Hop limit   |
 * +-------------------------------+---------------+---------------+
 * |                   Source address (16 bytes)                   |
 * +---------------------------------------------------------------+
 * |                 Destination address (16 bytes)                |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * An address is two {@code long}s; {@code high} is the first eight bytes. Setters use the low bits of their arguments. ECN
 * codepoints: see {@link Ipv4}.
 */
public final class Ipv6 {
  /** Bytes of the header. */
  public static final int HEADER_BYTES = 40;
  /** Bytes of an address. */
  public static final int ADDRESS_BYTES = 16;
  /** Next header: hop-by-hop options. */
  public static final int HOP_BY_HOP = 0;
  /** Next header: routing. */
  public static final int ROUTING = 43;
  /** Next header: a fragment. */
  public static final int FRAGMENT = 44;
  /** Next header: none. */
  public static final int NO_NEXT_HEADER = 59;
  /** Next header: destination options. */
  public static final int DESTINATION_OPTIONS = 60;

  static final int PAYLOAD_LENGTH = 4;
  static final int NEXT_HEADER = 6;
  static final int HOP_LIMIT = 7;
  static final int SOURCE = 8;
  static final int DESTINATION = 24;

  private static final int VERSION = 6;
  private static final int TRAFFIC_CLASS_SHIFT = 20;
  private static final int HOP_BY_HOP_UNIT_BYTES = 8;
  private static final int PAD_1 = 0;
  private static final int JUMBO_PAYLOAD = 0xC2;
  private static final int JUMBO_PAYLOAD_BYTES = 4;

  private Ipv6() {
  }

  /**
   * Writes a header with hop limit 64 and zeros in all other fields.
   *
   * @param payloadBytes bytes behind this header
   * @return size of the header
   */
  public static int write(byte[] bytes, int offset, int payloadBytes, int nextHeader) {
    BigEndian.set32(bytes, offset, VERSION << 28);
    BigEndian.set32(bytes, offset + PAYLOAD_LENGTH, payloadBytes << 16 | (nextHeader & 0xFF) << 8 | 64);
    for (int at = offset + SOURCE; at < offset + HEADER_BYTES; at += 8) {
      BigEndian.set64(bytes, at, 0);
    }
    return HEADER_BYTES;
  }

  /** True if the header has version 6. */
  public static boolean is(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 4 == VERSION;
  }

  /** The DSCP, 0 to 63. */
  public static int dscp(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) >>> TRAFFIC_CLASS_SHIFT + 2 & 0x3F;
  }

  /** The ECN field, 0 to 3. */
  public static int ecn(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) >>> TRAFFIC_CLASS_SHIFT & 3;
  }

  /** Sets DSCP and ECN field. */
  public static void trafficClass(byte[] bytes, int offset, int dscp, int ecn) {
    int others = BigEndian.get32(bytes, offset) & ~(0xFF << TRAFFIC_CLASS_SHIFT);
    BigEndian.set32(bytes, offset, others | ((dscp & 0x3F) << 2 | ecn & 3) << TRAFFIC_CLASS_SHIFT);
  }

  /** Sets the ECN field. */
  public static void ecn(byte[] bytes, int offset, int ecn) {
    trafficClass(bytes, offset, dscp(bytes, offset), ecn);
  }

  /** Bytes behind this header. */
  public static int payloadBytes(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + PAYLOAD_LENGTH);
  }

  /** Sets the number of bytes behind this header. */
  public static void payloadBytes(byte[] bytes, int offset, int payloadBytes) {
    BigEndian.set16(bytes, offset + PAYLOAD_LENGTH, payloadBytes);
  }

  /** Kind of the next header. */
  public static int nextHeader(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + NEXT_HEADER);
  }

  /** Sets the kind of the next header. */
  public static void nextHeader(byte[] bytes, int offset, int nextHeader) {
    BigEndian.set8(bytes, offset + NEXT_HEADER, nextHeader);
  }

  /** The hop limit, 0 to 255. */
  public static int hopLimit(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + HOP_LIMIT);
  }

  /** Sets the hop limit. */
  public static void hopLimit(byte[] bytes, int offset, int value) {
    BigEndian.set8(bytes, offset + HOP_LIMIT, value);
  }

  /** First or second half of the source address. */
  public static long source(byte[] bytes, int offset, boolean high) {
    return BigEndian.get64(bytes, offset + SOURCE + (high ? 0 : 8));
  }

  /** Sets the source address. */
  public static void source(byte[] bytes, int offset, long high, long low) {
    BigEndian.set64(bytes, offset + SOURCE, high);
    BigEndian.set64(bytes, offset + SOURCE + 8, low);
  }

  /** First or second half of the destination address. */
  public static long destination(byte[] bytes, int offset, boolean high) {
    return BigEndian.get64(bytes, offset + DESTINATION + (high ? 0 : 8));
  }

  /** Sets the destination address. */
  public static void destination(byte[] bytes, int offset, long high, long low) {
    BigEndian.set64(bytes, offset + DESTINATION, high);
    BigEndian.set64(bytes, offset + DESTINATION + 8, low);
  }

  /** Kind of the header behind a hop-by-hop options header, or behind another extension header of the same form. */
  public static int hopByHopNextHeader(byte[] bytes, int hopByHopOffset) {
    return BigEndian.get8(bytes, hopByHopOffset);
  }

  /** Bytes of a hop-by-hop options header, or of another extension header of the same form; a multiple of 8. */
  public static int hopByHopBytes(byte[] bytes, int hopByHopOffset) {
    return (BigEndian.get8(bytes, hopByHopOffset + 1) + 1) * HOP_BY_HOP_UNIT_BYTES;
  }

  /**
   * Bytes behind the IPv6 header, including extension headers, by a hop-by-hop header's jumbo payload option (RFC 2675 §2).
   *
   * @param hopByHopOffset offset of a header with all bytes available
   * @return 0 to 2^32 - 1; -1 if the header has no such option
   */
  public static long jumboPayloadBytes(byte[] bytes, int hopByHopOffset) {
    int end = hopByHopOffset + hopByHopBytes(bytes, hopByHopOffset);
    int option = hopByHopOffset + 2;
    while (option + 1 < end) {
      int type = BigEndian.get8(bytes, option);
      int length = BigEndian.get8(bytes, option + 1);
      if (type == JUMBO_PAYLOAD && length == JUMBO_PAYLOAD_BYTES && option + 2 + length <= end) {
        return BigEndian.get32(bytes, option + 2) & 0xFFFF_FFFFL;
      }
      option += type == PAD_1 ? 1 : 2 + length;
    }
    return -1;
  }
}
