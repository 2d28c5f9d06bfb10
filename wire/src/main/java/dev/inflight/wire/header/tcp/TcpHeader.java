package dev.inflight.wire.header.tcp;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.Ipv4;

/**
 * A TCP header (RFC 9293 §3.1; flags ECE and CWR: RFC 3168 §6.1).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |          Source port          |       Destination port        |
 * +-------------------------------+-------------------------------+
 * |                        Sequence number                        |
 * +---------------------------------------------------------------+
 * |                    Acknowledgement number                     |
 * +-------+-------+-+-+-+-+-+-+-+-+-------------------------------+
 * | Data  | Reser-|C|E|U|A|P|R|S|F|                               |
 * | offset| ved   |W|C|R|C|S|S|Y|I|            Window             |
 * |       |       |R|E|G|K|H|T|N|N|                               |
 * +-------+-------+-+-+-+-+-+-+-+-+-------------------------------+
 * |           Checksum            |        Urgent pointer         |
 * +-------------------------------+-------------------------------+
 * |                    Options, in whole words                    |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Setters use the low bits of their arguments. Sequence numbers have 32 bits, in an {@code int}, and wrap.
 */
public final class TcpHeader {
  /** Bytes of a header without options. */
  public static final int HEADER_BYTES = 20;
  /** Largest size of a header with options, in bytes. */
  public static final int MOST_HEADER_BYTES = 60;

  /** Flag: no more data from the sender. */
  public static final int FIN = 1;
  /** Flag: start of sequence numbers. */
  public static final int SYN = 1 << 1;
  /** Flag: reset of the connection. */
  public static final int RST = 1 << 2;
  /** Flag: the application should get the data now. */
  public static final int PSH = 1 << 3;
  /** Flag: the acknowledgement number is valid. */
  public static final int ACK = 1 << 4;
  /** Flag: the urgent pointer is valid. */
  public static final int URG = 1 << 5;
  /** Flag: acknowledged packets experienced congestion. */
  public static final int ECE = 1 << 6;
  /** Flag: the sender has reduced its window. */
  public static final int CWR = 1 << 7;

  private static final int DESTINATION = 2;
  private static final int SEQUENCE = 4;
  private static final int ACKNOWLEDGEMENT = 8;
  private static final int DATA_OFFSET = 12;
  private static final int FLAGS = 13;
  private static final int WINDOW = 14;
  private static final int CHECKSUM = 16;
  private static final int URGENT = 18;

  private TcpHeader() {
  }

  /**
   * Writes a header without checksum or options.
   *
   * @param headerBytes bytes of the header and its options: 20 to 60, a multiple of 4
   * @param flags the sum of some of {@link #FIN} to {@link #CWR}
   * @param window unscaled window, as on the wire
   * @return {@link #HEADER_BYTES}
   */
  public static int write(byte[] bytes, int offset, int source, int destination, int sequence, int acknowledgement,
      int headerBytes, int flags, int window) {
    BigEndian.set32(bytes, offset, source << 16 | destination & 0xFFFF);
    BigEndian.set32(bytes, offset + SEQUENCE, sequence);
    BigEndian.set32(bytes, offset + ACKNOWLEDGEMENT, acknowledgement);
    BigEndian.set32(bytes, offset + DATA_OFFSET, headerBytes >> 2 << 28 | (flags & 0xFF) << 16 | window & 0xFFFF);
    BigEndian.set32(bytes, offset + CHECKSUM, 0);
    return HEADER_BYTES;
  }

  /** The source port. */
  public static int source(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset);
  }

  /** The destination port. */
  public static int destination(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + DESTINATION);
  }

  /** Number of the first byte of data, 32 bits. */
  public static int sequence(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + SEQUENCE);
  }

  /** Number of the next expected byte, 32 bits. */
  public static int acknowledgement(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + ACKNOWLEDGEMENT);
  }

  /** Bytes of the header with its options: 20 to 60, or fewer if it is malformed. */
  public static int headerBytes(byte[] bytes, int offset) {
    return (BigEndian.get8(bytes, offset + DATA_OFFSET) >>> 4) * 4;
  }

  /** The four bits behind the data offset, which are 0. */
  public static int reserved(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + DATA_OFFSET) & 0xF;
  }

  /** The eight flags, as in {@link #write}. */
  public static int flags(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + FLAGS);
  }

  /** Unscaled window, as on the wire. */
  public static int window(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + WINDOW);
  }

  /** The urgent pointer. */
  public static int urgent(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + URGENT);
  }

  /** The checksum. */
  public static int checksum(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + CHECKSUM);
  }

  /**
   * Recomputes the checksum.
   *
   * @param ipOffset offset of the IPv4 or IPv6 header
   * @param length bytes of the header, its options and the data
   */
  public static void writeChecksum(byte[] bytes, int offset, int ipOffset, int length) {
    BigEndian.set16(bytes, offset + CHECKSUM, 0);
    BigEndian.set16(bytes, offset + CHECKSUM, InternetChecksum.checksum(sum(bytes, offset, ipOffset, length)));
  }

  /** True if the checksum is correct; the arguments are those of {@link #writeChecksum}. */
  public static boolean checksumMatches(byte[] bytes, int offset, int ipOffset, int length) {
    return sum(bytes, offset, ipOffset, length) == 0xFFFF;
  }

  /** Corrects the checksum after a change of covered bytes; a wrong one stays wrong. */
  public static void changeChecksum(byte[] bytes, int offset, int sumBefore, int sumAfter) {
    BigEndian.set16(bytes, offset + CHECKSUM, InternetChecksum.update(checksum(bytes, offset), sumBefore, sumAfter));
  }

  private static int sum(byte[] bytes, int offset, int ipOffset, int length) {
    return InternetChecksum.add(InternetChecksum.pseudoHeader(bytes, ipOffset, Ipv4.TCP, length),
        InternetChecksum.sum(bytes, offset, length));
  }
}
