package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The immediate data extended transport header (IBTA Vol. 1 §9.3): four bytes for the receiver's application.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                         Immediate data                        |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class ImmDt {
  /** Bytes of the header. */
  public static final int BYTES = 4;

  private ImmDt() {
  }

  /** Writes a header; returns its size. */
  public static int write(byte[] bytes, int offset, int data) {
    BigEndian.set32(bytes, offset, data);
    return BYTES;
  }

  /** The immediate data. */
  public static int data(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }
}
