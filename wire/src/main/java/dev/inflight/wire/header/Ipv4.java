package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * An IPv4 header without options (RFC 791, RFC 2474, RFC 3168).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-----------+---+-------------------------------+
 * |Version|  IHL  |   DSCP    |ECN|          Total length         |
 * +-------+-------+-----------+---+-----+-------------------------+
 * |         Identification        |R D M|     Fragment offset     |
 * +---------------+---------------+-----+-------------------------+
 * |      TTL      |    Protocol   |        Header checksum        |
 * +---------------+---------------+-------------------------------+
 * |                        Source address                         |
 * +---------------------------------------------------------------+
 * |                      Destination address                      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * {@link #write} and the setters leave the checksum to {@link #writeChecksum}; the methods {@code change...} and {@code
 * decrementTtl} correct it, so a wrong one stays wrong. Setters use the low bits of their arguments.
 */
public final class Ipv4 {
  /** Bytes of a header without options. */
  public static final int HEADER_BYTES = 20;
  /** Protocol number of TCP. */
  public static final int TCP = 6;
  /** Protocol number of UDP. */
  public static final int UDP = 17;
  /** ECN field: not ECN-capable. */
  public static final int NOT_ECT = 0;
  /** ECN field: ECN-capable, codepoint 1. */
  public static final int ECT_1 = 1;
  /** ECN field: ECN-capable, codepoint 0; the usual codepoint. */
  public static final int ECT_0 = 2;
  /** ECN field: congestion experienced. */
  public static final int CE = 3;

  static final int TRAFFIC_CLASS = 1;
  static final int TOTAL_LENGTH = 2;
  static final int IDENTIFICATION = 4;
  static final int FRAGMENT = 6;
  static final int TTL = 8;
  static final int PROTOCOL = 9;
  static final int CHECKSUM = 10;
  static final int SOURCE = 12;
  static final int DESTINATION = 16;

  private static final int VERSION_4_IHL_5 = 0x45;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int FRAGMENTED = 0x3FFF; // more fragments, or an offset

  private Ipv4() {
  }

  /**
   * Writes a header with "do not fragment", TTL 64, and zeros in all other fields.
   *
   * @param totalBytes bytes of the header and all bytes behind it
   * @return size of the header
   */
  public static int write(byte[] bytes, int offset, int totalBytes, int protocol) {
    BigEndian.set32(bytes, offset, VERSION_4_IHL_5 << 24 | totalBytes & 0xFFFF);
    BigEndian.set32(bytes, offset + IDENTIFICATION, DO_NOT_FRAGMENT);
    BigEndian.set32(bytes, offset + TTL, 64 << 24 | (protocol & 0xFF) << 16);
    BigEndian.set64(bytes, offset + SOURCE, 0);
    return HEADER_BYTES;
  }

  /** True if the header has version 4. */
  public static boolean is(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 4 == 4;
  }

  /** Bytes of the header with its options: 20 to 60, or fewer if it is malformed. */
  public static int headerBytes(byte[] bytes, int offset) {
    return (BigEndian.get8(bytes, offset) & 0xF) * 4;
  }

  /** The DSCP, 0 to 63. */
  public static int dscp(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + TRAFFIC_CLASS) >>> 2;
  }

  /** The ECN field, 0 to 3. */
  public static int ecn(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + TRAFFIC_CLASS) & 3;
  }

  /** Sets DSCP and ECN field. */
  public static void trafficClass(byte[] bytes, int offset, int dscp, int ecn) {
    BigEndian.set8(bytes, offset + TRAFFIC_CLASS, dscp << 2 | ecn & 3);
  }

  /** Bytes of the header and all bytes behind it. */
  public static int totalBytes(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + TOTAL_LENGTH);
  }

  /** True if the packet is a fragment: the first, the last or one in between. */
  public static boolean isFragment(byte[] bytes, int offset) {
    return (BigEndian.get16(bytes, offset + FRAGMENT) & FRAGMENTED) != 0;
  }

  /** The time to live, 0 to 255. */
  public static int ttl(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + TTL);
  }

  /** Sets the time to live. */
  public static void ttl(byte[] bytes, int offset, int value) {
    BigEndian.set8(bytes, offset + TTL, value);
  }

  /** Protocol of the header behind this one. */
  public static int protocol(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + PROTOCOL);
  }

  /** Source address. */
  public static int source(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + SOURCE);
  }

  /** Destination address. */
  public static int destination(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + DESTINATION);
  }

  /** Sets both addresses. */
  public static void addresses(byte[] bytes, int offset, int source, int destination) {
    BigEndian.set32(bytes, offset + SOURCE, source);
    BigEndian.set32(bytes, offset + DESTINATION, destination);
  }

  /** The header checksum. */
  public static int checksum(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + CHECKSUM);
  }

  /** Recomputes the header checksum, including the options. */
  public static void writeChecksum(byte[] bytes, int offset) {
    BigEndian.set16(bytes, offset + CHECKSUM, 0);
    int sum = InternetChecksum.sum(bytes, offset, headerBytes(bytes, offset));
    BigEndian.set16(bytes, offset + CHECKSUM, InternetChecksum.checksum(sum));
  }

  /** True if the header checksum is correct. */
  public static boolean checksumMatches(byte[] bytes, int offset) {
    return InternetChecksum.sum(bytes, offset, headerBytes(bytes, offset)) == 0xFFFF;
  }

  /** Changes the total length and corrects the checksum. */
  public static void changeTotalBytes(byte[] bytes, int offset, int totalBytes) {
    change(bytes, offset, TOTAL_LENGTH, totalBytes & 0xFFFF);
  }

  /** Decrements a time to live above 0 and corrects the checksum. */
  public static void decrementTtl(byte[] bytes, int offset) {
    change(bytes, offset, TTL, BigEndian.get16(bytes, offset + TTL) - 0x100);
  }

  /** Changes the ECN field and corrects the checksum. */
  public static void changeEcn(byte[] bytes, int offset, int ecn) {
    change(bytes, offset, 0, BigEndian.get16(bytes, offset) & ~3 | ecn & 3);
  }

  private static void change(byte[] bytes, int offset, int field, int word) {
    int before = BigEndian.get16(bytes, offset + field);
    BigEndian.set16(bytes, offset + field, word);
    BigEndian.set16(bytes, offset + CHECKSUM, InternetChecksum.update(checksum(bytes, offset), before, word));
  }
}
