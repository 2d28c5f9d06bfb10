package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The RDMA extended transport header (IBTA Vol. 1 §9.3): the remote memory of a WRITE or READ.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                    Virtual address (8 bytes)                  |
 * +---------------------------------------------------------------+
 * |                             R_Key                             |
 * +---------------------------------------------------------------+
 * |                           DMA length                          |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Reth {
  /** Bytes of the header. */
  public static final int BYTES = 16;

  private static final int VIRTUAL_ADDRESS = 0;
  private static final int R_KEY = 8;
  private static final int DMA_LENGTH = 12;

  private Reth() {
  }

  /**
   * Writes a header.
   *
   * @param messageBytes bytes of the whole message, 0 to 2^31
   * @return size of the header
   */
  public static int write(byte[] bytes, int offset, long virtualAddress, int remoteKey, long messageBytes) {
    BigEndian.set64(bytes, offset + VIRTUAL_ADDRESS, virtualAddress);
    BigEndian.set32(bytes, offset + R_KEY, remoteKey);
    BigEndian.set32(bytes, offset + DMA_LENGTH, (int) messageBytes);
    return BYTES;
  }

  /** Address of the message in the remote memory. */
  public static long virtualAddress(byte[] bytes, int offset) {
    return BigEndian.get64(bytes, offset + VIRTUAL_ADDRESS);
  }

  /** Key of the remote memory. */
  public static int remoteKey(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + R_KEY);
  }

  /** Bytes of the whole message. */
  public static long messageBytes(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + DMA_LENGTH) & 0xFFFF_FFFFL;
  }
}
