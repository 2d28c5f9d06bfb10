package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The acknowledgement extended transport header (IBTA Vol. 1 §9.3, §9.7.5).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+---+---------+-----------------------------------------------+
 * |0|Kin|  Value  |                      MSN                      |
 * +-+---+---------+-----------------------------------------------+
 * </pre>
 *
 * Kind and value form the syndrome. Kind 0 is an ACK with a credit code, 1 an RNR NAK (receiver not ready) with a timer code, 3 a
 * NAK with a reason. MSN: messages that the responder has completed, modulo 2^24.
 */
public final class Aeth {
  /** Bytes of the header. */
  public static final int BYTES = 4;

  /** Syndrome: acknowledgement without a limit on requests, as WRITE and READ require. */
  public static final int ACK = 0x1F;
  /** Syndrome: receiver not ready; the timer code is added to it. */
  public static final int RNR_NAK = 0x20;
  /** Syndrome: a gap in the packet sequence numbers. */
  public static final int NAK_SEQUENCE_ERROR = 0x60;
  /** Syndrome: a request that the responder does not support. */
  public static final int NAK_INVALID_REQUEST = 0x61;
  /** Syndrome: no access right to the remote memory. */
  public static final int NAK_REMOTE_ACCESS_ERROR = 0x62;
  /** Syndrome: the responder failed. */
  public static final int NAK_REMOTE_OPERATIONAL_ERROR = 0x63;
  /** Syndrome: a reliable-datagram request that the responder does not support. */
  public static final int NAK_INVALID_RD_REQUEST = 0x64;

  /** Syndrome: a gap; the {@link ArrivedPsn} identifies the packet behind it. The last reserved code; Inflight's own. */
  public static final int NAK_OUT_OF_ORDER = 0x7F;
  /**
   * Syndrome: only a packet's header arrived; the {@link ArrivedPsn} identifies it. The last but one reserved code; Inflight's
   * own.
   */
  public static final int NAK_TRIMMED = 0x7E;

  private static final int KIND_AND_HIGH_BIT = 0xE0;
  private static final int VALUE = 0x1F;
  private static final long RNR_UNIT_PS = 10_000_000;
  private static final int RNR_LONGEST_UNITS = 65_536;

  private Aeth() {
  }

  /** Writes a header; returns its size. */
  public static int write(byte[] bytes, int offset, int syndrome, int msn) {
    BigEndian.set32(bytes, offset, syndrome << 24 | msn & 0xFFFFFF);
    return BYTES;
  }

  /** The syndrome, 0 to 255. */
  public static int syndrome(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset);
  }

  /** The message sequence number, 24 bits. */
  public static int msn(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + 1);
  }

  /** True if a syndrome is an acknowledgement. */
  public static boolean isAck(int syndrome) {
    return (syndrome & KIND_AND_HIGH_BIT) == 0;
  }

  /** True if a syndrome means that the receiver is not ready. */
  public static boolean isRnrNak(int syndrome) {
    return (syndrome & KIND_AND_HIGH_BIT) == RNR_NAK;
  }

  /** True if a syndrome is a NAK with a known or unknown reason. */
  public static boolean isNak(int syndrome) {
    return (syndrome & KIND_AND_HIGH_BIT) == NAK_SEQUENCE_ERROR;
  }

  /** True if an {@link ArrivedPsn} follows a header with this syndrome. */
  public static boolean namesPacket(int syndrome) {
    return syndrome == NAK_OUT_OF_ORDER || syndrome == NAK_TRIMMED;
  }

  /** Requests that an ACK's syndrome allows beyond its MSN, 0 to 32768; -1 if they are not limited. */
  public static int credits(int syndrome) {
    int code = syndrome & VALUE;
    return code == ACK ? -1 : scale(code);
  }

  /** Wait that an RNR NAK's syndrome requests, in picoseconds: 10 us to 655.36 ms. */
  public static long rnrPs(int syndrome) {
    int code = syndrome & VALUE;
    return RNR_UNIT_PS * (code == 0 ? RNR_LONGEST_UNITS : scale(code));
  }

  /** Scale of timer and credit codes: 0, 1, 2, 3, 4, 6, 8, 12, and so on: powers of two and the means of adjacent ones. */
  private static int scale(int code) {
    if (code < 2) {
      return code;
    }
    return (code & 1) == 0 ? 1 << code / 2 : 3 << (code - 3) / 2;
  }
}
