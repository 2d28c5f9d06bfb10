package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The base transport header of InfiniBand and RoCE (IBTA Vol. 1 §9.2; FECN and BECN: Annex A17).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+---+-------+-------------------------------+
 * |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 * +-+-+-----------+-+-+---+-------+-------------------------------+
 * |F|B| reserved  |              Destination QP                   |
 * +-+-+-----------+-----------------------------------------------+
 * |A|  reserved   |                    PSN                        |
 * +-+-------------+-----------------------------------------------+
 * </pre>
 *
 * S: solicited event. M: migration request. F: FECN. B: BECN. A: acknowledge request. Setters use the arguments' low bits.
 */
public final class Bth {
  /** Bytes of the header. */
  public static final int BYTES = 12;
  /** The default partition. */
  public static final int DEFAULT_P_KEY = 0xFFFF;

  static final int OPCODE = 0;
  static final int FLAGS = 1;
  public static final int CONGESTION = 4;
  static final int DESTINATION_QP = 5;
  static final int ACKNOWLEDGE = 8;
  public static final int PSN = 9;

  private static final int PAD_SHIFT = 4;
  private static final int VERSION = 0xF;
  private static final int FECN = 0x80;
  private static final int BECN = 0x40;
  private static final int ACKNOWLEDGE_REQUEST = 0x80;

  private Bth() {
  }

  /** Writes a header with the default partition, no pad and no flags; returns its size. */
  public static int write(byte[] bytes, int offset, Opcode opcode, int destinationQp, int psn) {
    BigEndian.set32(bytes, offset, opcode.code() << 24 | DEFAULT_P_KEY);
    BigEndian.set32(bytes, offset + CONGESTION, destinationQp & 0xFFFFFF);
    BigEndian.set32(bytes, offset + ACKNOWLEDGE, psn & 0xFFFFFF);
    return BYTES;
  }

  /** The opcode's number, 0 to 255. */
  public static int opcode(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + OPCODE);
  }

  /** Number of bytes that pad the payload to whole words, 0 to 3. */
  public static int padBytes(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + FLAGS) >>> PAD_SHIFT & 3;
  }

  /** Sets the number of bytes that pad the payload to whole words, 0 to 3. */
  public static void padBytes(byte[] bytes, int offset, int padBytes) {
    int others = BigEndian.get8(bytes, offset + FLAGS) & ~(3 << PAD_SHIFT);
    BigEndian.set8(bytes, offset + FLAGS, others | (padBytes & 3) << PAD_SHIFT);
  }

  /** The partition key. */
  public static int partition(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + 2);
  }

  /** The header's version; 0 is the only one. */
  public static int version(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + FLAGS) & VERSION;
  }

  /** True if the packet met congestion (FECN). */
  public static boolean forwardCongestion(byte[] bytes, int offset) {
    return flag(bytes, offset + CONGESTION, FECN);
  }

  /** Sets whether the packet met congestion (FECN). */
  public static void forwardCongestion(byte[] bytes, int offset, boolean on) {
    flag(bytes, offset + CONGESTION, FECN, on);
  }

  /** True if packets in the other direction met congestion (BECN). */
  public static boolean backwardCongestion(byte[] bytes, int offset) {
    return flag(bytes, offset + CONGESTION, BECN);
  }

  /** Sets whether packets in the other direction met congestion (BECN). */
  public static void backwardCongestion(byte[] bytes, int offset, boolean on) {
    flag(bytes, offset + CONGESTION, BECN, on);
  }

  /** The destination's queue pair, 24 bits. */
  public static int destinationQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + DESTINATION_QP);
  }

  /** True if an acknowledgement is requested. */
  public static boolean acknowledgeRequest(byte[] bytes, int offset) {
    return flag(bytes, offset + ACKNOWLEDGE, ACKNOWLEDGE_REQUEST);
  }

  /** Sets whether an acknowledgement is requested. */
  public static void acknowledgeRequest(byte[] bytes, int offset, boolean on) {
    flag(bytes, offset + ACKNOWLEDGE, ACKNOWLEDGE_REQUEST, on);
  }

  /** The packet sequence number, 24 bits. */
  public static int psn(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + PSN);
  }

  private static boolean flag(byte[] bytes, int at, int mask) {
    return (bytes[at] & mask) != 0;
  }

  private static void flag(byte[] bytes, int at, int mask, boolean on) {
    bytes[at] = (byte) (on ? bytes[at] | mask : bytes[at] & ~mask);
  }
}
