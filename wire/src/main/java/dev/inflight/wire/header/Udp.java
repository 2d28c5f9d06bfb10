package dev.inflight.wire.header;

import dev.inflight.telemetry.BehindUdp;
import dev.inflight.telemetry.util.BigEndian;

/**
 * A UDP header (RFC 768).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |          Source port          |       Destination port        |
 * +-------------------------------+-------------------------------+
 * |             Length            |            Checksum           |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * Setters use the low bits of their arguments.
 */
public final class Udp {
  /** Bytes of the header. */
  public static final int HEADER_BYTES = 8;
  /** Destination port of RoCEv2. */
  public static final int ROCE_V2 = BehindUdp.ROCE_V2_PORT;

  static final int SOURCE = 0;
  static final int DESTINATION = 2;
  static final int LENGTH = 4;
  static final int CHECKSUM = 6;

  private Udp() {
  }

  /**
   * Writes a header without checksum.
   *
   * @param length bytes of the header and its payload
   * @return size of the header
   */
  public static int write(byte[] bytes, int offset, int source, int destination, int length) {
    BigEndian.set32(bytes, offset + SOURCE, source << 16 | destination & 0xFFFF);
    BigEndian.set32(bytes, offset + LENGTH, length << 16);
    return HEADER_BYTES;
  }

  /** The source port. */
  public static int source(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + SOURCE);
  }

  /** The destination port. */
  public static int destination(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + DESTINATION);
  }

  /** Sets the destination port. */
  public static void destination(byte[] bytes, int offset, int port) {
    BigEndian.set16(bytes, offset + DESTINATION, port);
  }

  /** Bytes of the header and its payload. */
  public static int length(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + LENGTH);
  }

  /** Sets the length: bytes of the header and its payload. */
  public static void length(byte[] bytes, int offset, int length) {
    BigEndian.set16(bytes, offset + LENGTH, length);
  }

  /** The checksum; 0 if the header has none. */
  public static int checksum(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + CHECKSUM);
  }

  /** Sets the checksum; 0 removes it. */
  public static void checksum(byte[] bytes, int offset, int checksum) {
    BigEndian.set16(bytes, offset + CHECKSUM, checksum);
  }

  /** Recomputes the checksum over {@link #length} bytes. */
  public static void writeChecksum(byte[] bytes, int offset, int ipOffset) {
    checksum(bytes, offset, 0);
    checksum(bytes, offset, present(InternetChecksum.checksum(sum(bytes, offset, ipOffset))));
  }

  /** True if the checksum is correct or absent. */
  public static boolean checksumMatches(byte[] bytes, int offset, int ipOffset) {
    return checksum(bytes, offset) == 0 || sum(bytes, offset, ipOffset) == 0xFFFF;
  }

  /** Corrects the checksum, if present, after a change of covered bytes; a wrong one stays wrong. */
  public static void changeChecksum(byte[] bytes, int offset, int sumBefore, int sumAfter) {
    int checksum = checksum(bytes, offset);
    if (checksum != 0) {
      checksum(bytes, offset, present(InternetChecksum.update(checksum, sumBefore, sumAfter)));
    }
  }

  private static int sum(byte[] bytes, int offset, int ipOffset) {
    int length = length(bytes, offset);
    return InternetChecksum.add(InternetChecksum.pseudoHeader(bytes, ipOffset, Ipv4.UDP, length),
        InternetChecksum.sum(bytes, offset, length));
  }

  /** Encoding of a computed checksum: 0xFFFF replaces 0, which means no checksum. */
  private static int present(int checksum) {
    return checksum == 0 ? 0xFFFF : checksum;
  }
}
