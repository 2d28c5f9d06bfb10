package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The datagram extended transport header (IBTA Vol. 1 §9.3): the source queue pair, and the key of the destination queue pair.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                             Q_Key                             |
 * +---------------+-----------------------------------------------+
 * |   reserved    |                   Source QP                   |
 * +---------------+-----------------------------------------------+
 * </pre>
 */
public final class Deth {
  /** Bytes of the header. */
  public static final int BYTES = 8;
  /** Queue pair of management datagrams at every port, including datagrams that open and close connections. */
  public static final int MANAGEMENT_QP = 1;
  /** Key of that queue pair (IBTA Vol. 1 §3.5.3). */
  public static final int MANAGEMENT_Q_KEY = 0x8001_0000;

  private static final int SOURCE_QP = 4;

  private Deth() {
  }

  /** Writes a header; returns its size. */
  public static int write(byte[] bytes, int offset, int queueKey, int sourceQp) {
    BigEndian.set32(bytes, offset, queueKey);
    BigEndian.set32(bytes, offset + SOURCE_QP, sourceQp & 0xFFFFFF);
    return BYTES;
  }

  /** Key of the destination's queue pair. */
  public static int queueKey(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }

  /** Queue pair of the sender, 24 bits. */
  public static int sourceQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + SOURCE_QP + 1);
  }
}
