package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Which packet arrived behind a gap: stands behind the {@link Aeth} of a NAK whose syndrome is {@link Aeth#NAK_OUT_OF_ORDER}. IRN
 * (SIGCOMM'18 §5.2) asks for such a field and gives no layout, so this one is ours.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   reserved    |                      PSN                      |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * PSN: number of the packet that arrived; that of the BTH is the first that is missing.
 */
public final class ArrivedPsn {
  /** Bytes of the field. */
  public static final int BYTES = 4;

  private ArrivedPsn() {
  }

  /** Writes the field; returns its size. */
  public static int write(byte[] bytes, int offset, int psn) {
    BigEndian.set32(bytes, offset, psn & 0xFFFFFF);
    return BYTES;
  }

  /** The packet's number, 24 bits. */
  public static int psn(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + 1);
  }

  /** The reserved bits; 0 where the field is well formed. */
  public static int reserved(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset);
  }
}
