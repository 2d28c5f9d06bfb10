package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The common header of management datagrams, all of which have 256 bytes (IBTA Vol. 1 §13.4.2).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+---------------+
 * | Base version  |     Class     | Class version |    Method     |
 * +---------------+---------------+---------------+---------------+
 * |            Status             |        Class-specific         |
 * +-------------------------------+-------------------------------+
 * |                    Transaction ID (8 bytes)                   |
 * +-------------------------------+-------------------------------+
 * |         Attribute ID          |           reserved            |
 * +-------------------------------+-------------------------------+
 * |                      Attribute modifier                       |
 * +---------------------------------------------------------------+
 * |                       Data (232 bytes)                        |
 * </pre>
 */
public final class Mad {
  /** Bytes of the header. */
  public static final int BYTES = 24;
  /** Bytes of the whole datagram. */
  public static final int DATAGRAM_BYTES = 256;
  /** Bytes behind the header. */
  public static final int DATA_BYTES = DATAGRAM_BYTES - BYTES;
  /** The base version; it is the only one. */
  public static final int BASE_VERSION = 1;
  /** Method: sends something, whatever becomes of it. */
  public static final int SEND = 0x03;

  private static final int CLASS = 1;
  private static final int CLASS_VERSION = 2;
  private static final int METHOD = 3;
  private static final int STATUS = 4;
  private static final int TRANSACTION = 8;
  private static final int ATTRIBUTE = 16;
  private static final int MODIFIER = 20;

  private Mad() {
  }

  /** Writes a header without status or modifier; returns its size. */
  public static int write(byte[] bytes, int offset, int managementClass, int classVersion, int method) {
    BigEndian.set32(bytes, offset,
        BASE_VERSION << 24 | (managementClass & 0xFF) << 16 | (classVersion & 0xFF) << 8 | method & 0xFF);
    BigEndian.set32(bytes, offset + STATUS, 0);
    BigEndian.set64(bytes, offset + TRANSACTION, 0);
    BigEndian.set32(bytes, offset + ATTRIBUTE, 0);
    BigEndian.set32(bytes, offset + MODIFIER, 0);
    return BYTES;
  }

  /** The version of this header. */
  public static int baseVersion(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset);
  }

  /** Which kind of management it is about. */
  public static int managementClass(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + CLASS);
  }

  /** The version of what follows this header. */
  public static int classVersion(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + CLASS_VERSION);
  }

  /** What is done with the attribute. */
  public static int method(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + METHOD);
  }

  /** What an answer has in common with what it answers. */
  public static long transactionId(byte[] bytes, int offset) {
    return BigEndian.get64(bytes, offset + TRANSACTION);
  }

  /** Sets what an answer has in common with what it answers. */
  public static void transactionId(byte[] bytes, int offset, long value) {
    BigEndian.set64(bytes, offset + TRANSACTION, value);
  }

  /** What stands in the data. */
  public static int attributeId(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + ATTRIBUTE);
  }

  /** Sets what stands in the data. */
  public static void attributeId(byte[] bytes, int offset, int value) {
    BigEndian.set16(bytes, offset + ATTRIBUTE, value);
  }
}
