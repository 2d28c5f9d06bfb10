package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.InternetChecksum;

/**
 * A GRE header (RFC 2784, RFC 2890), which NVGRE also uses (RFC 7637).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-----------------+-----+-------------------------------+
 * |C|R|K|S|    Reserved     | Ver |         Protocol type         |
 * +-+-+-+-+-----------------+-----+-------------------------------+
 * |      Checksum (C)             |         Reserved (C)          |
 * +-------------------------------+-------------------------------+
 * |      Key (K); of NVGRE: subnet (24), flow (8)                 |
 * +---------------------------------------------------------------+
 * |      Sequence number (S)                                      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * The last three fields exist only if their flags are set.
 */
public final class Gre {
  /** IP protocol. */
  public static final int IP_PROTOCOL = 47;
  /** Bytes of the fixed part of a header. */
  public static final int FIXED_BYTES = 4;
  /** Supported version. */
  public static final int VERSION = 0;

  private static final int CHECKSUM = 0x8000;
  private static final int ROUTING = 0x4000;
  private static final int KEY = 0x2000;
  private static final int SEQUENCE = 0x1000;
  private static final int VERSION_MASK = 7;
  private static final int WORD_BYTES = 4;
  private static final int PROTOCOL = 2;

  private Gre() {
  }

  private static boolean has(byte[] bytes, int offset, int flag) {
    return (BigEndian.get16(bytes, offset) & flag) != 0;
  }

  /** Bytes of the header with the fields that its flags announce, 4 to 16. */
  public static int headerBytes(byte[] bytes, int offset) {
    return FIXED_BYTES + WORD_BYTES * Integer.bitCount(BigEndian.get16(bytes, offset) & (CHECKSUM | KEY | SEQUENCE));
  }

  /** The version, 0 to 7; PPTP uses 1. */
  public static int version(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset) & VERSION_MASK;
  }

  /** EtherType of the payload. */
  public static int protocol(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + PROTOCOL);
  }

  /** True if the header has source routes (RFC 1701); the fixed part does not state their length. */
  public static boolean hasRouting(byte[] bytes, int offset) {
    return has(bytes, offset, ROUTING);
  }

  /** True if the header has a checksum. */
  public static boolean hasChecksum(byte[] bytes, int offset) {
    return has(bytes, offset, CHECKSUM);
  }

  /**
   * True if the header's checksum is correct.
   *
   * @param length bytes of the header and of the payload that it covers
   */
  public static boolean checksumMatches(byte[] bytes, int offset, int length) {
    return InternetChecksum.sum(bytes, offset, length) == 0xFFFF;
  }

  /** True if the header has a key. */
  public static boolean hasKey(byte[] bytes, int offset) {
    return has(bytes, offset, KEY);
  }

  /** The key of a header that has one, 32 bits. */
  public static int key(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + FIXED_BYTES + (hasChecksum(bytes, offset) ? WORD_BYTES : 0));
  }

  /** True if the header has a sequence number. */
  public static boolean hasSequence(byte[] bytes, int offset) {
    return has(bytes, offset, SEQUENCE);
  }

  /** The sequence number of a header that has one, 32 bits. */
  public static int sequence(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + headerBytes(bytes, offset) - WORD_BYTES);
  }
}
