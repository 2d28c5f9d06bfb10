package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;
import java.util.Arrays;

/**
 * Header of a datagram that opens or closes a connection, behind its {@link Deth}. The layout is Inflight's own, with all data
 * that a host needs to create its queue pair. "Source" is the sender of the datagram.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                     Magic, "INFL" in ASCII                    |
 * +---------------+---------------+---------------+---------------+
 * |  Version (1)  |    Message    |    Priority   |   reserved    |
 * +---------------+---------------+---------------+---------------+
 * |   reserved    |               Source queue pair               |
 * +---------------+-----------------------------------------------+
 * |   reserved    |             Destination queue pair            |
 * +---------------+---------------+-------------------------------+
 * |          Source port          |        Destination port       |
 * +-------------------------------+-------------------------------+
 * |         Payload bytes         |            reserved           |
 * +-------------------------------+-------------------------------+
 * |                      Zeros (232 bytes)                        |
 * </pre>
 *
 * Priority: that of the connection's packets. Ports: the UDP source ports of each host's packets. Payload bytes: those of a full
 * packet. The zeros extend the datagram to the 256 bytes of an InfiniBand management datagram, which other hosts send to the same
 * queue pair. Read as such, it has a vendor class, 0x4E, and a nonexistent base version, 0x49.
 */
public final class ConnectionHeader {
  /** Bytes of the header. */
  public static final int BYTES = 24;
  /** Bytes of the header and the zeros behind it. */
  public static final int DATAGRAM_BYTES = 256;

  private static final int MAGIC = 0x494E_464C;
  private static final int VERSION = 1;

  private static final int VERSION_AT = 4;
  private static final int MESSAGE = 5;
  private static final int PRIORITY = 6;
  private static final int SOURCE_QP = 8;
  private static final int DESTINATION_QP = 12;
  private static final int SOURCE_PORT = 16;
  private static final int DESTINATION_PORT = 18;
  private static final int PAYLOAD_BYTES = 20;

  private ConnectionHeader() {
  }

  /** True if this header is present; at least {@link #BYTES} must be readable. */
  public static boolean is(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) == MAGIC && BigEndian.get8(bytes, offset + VERSION_AT) == VERSION;
  }

  /**
   * Writes a header and the zeros behind it; all fields with setters are 0.
   *
   * @param message number of the message, 0 to 255
   * @return {@link #DATAGRAM_BYTES}
   */
  public static int write(byte[] bytes, int offset, int message) {
    Arrays.fill(bytes, offset, offset + DATAGRAM_BYTES, (byte) 0);
    BigEndian.set32(bytes, offset, MAGIC);
    BigEndian.set8(bytes, offset + VERSION_AT, VERSION);
    BigEndian.set8(bytes, offset + MESSAGE, message);
    return DATAGRAM_BYTES;
  }

  /** The number of the message. */
  public static int message(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + MESSAGE);
  }

  /** The priority, 0 to 7. */
  public static int priority(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + PRIORITY);
  }

  /** Sets the priority, 0 to 7. */
  public static void priority(byte[] bytes, int offset, int priority) {
    BigEndian.set8(bytes, offset + PRIORITY, priority);
  }

  /** Queue pair of the sending host, 24 bits; 0 if it has none. */
  public static int sourceQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + SOURCE_QP + 1);
  }

  /** Queue pair of the other host, 24 bits; 0 if it is not known yet. */
  public static int destinationQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + DESTINATION_QP + 1);
  }

  /** Sets both queue pairs, 24 bits each. */
  public static void queuePairs(byte[] bytes, int offset, int source, int destination) {
    BigEndian.set24(bytes, offset + SOURCE_QP + 1, source);
    BigEndian.set24(bytes, offset + DESTINATION_QP + 1, destination);
  }

  /** UDP source port of packets from the sending host. */
  public static int sourcePort(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + SOURCE_PORT);
  }

  /** UDP source port of packets from the other host. */
  public static int destinationPort(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + DESTINATION_PORT);
  }

  /** Sets both ports, 0 to 65535. */
  public static void ports(byte[] bytes, int offset, int source, int destination) {
    BigEndian.set16(bytes, offset + SOURCE_PORT, source);
    BigEndian.set16(bytes, offset + DESTINATION_PORT, destination);
  }

  /** Payload of a full packet, in bytes. */
  public static int payloadBytes(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + PAYLOAD_BYTES);
  }

  /** Sets the payload of a full packet, 1 to 65535 bytes. */
  public static void payloadBytes(byte[] bytes, int offset, int payloadBytes) {
    BigEndian.set16(bytes, offset + PAYLOAD_BYTES, payloadBytes);
  }
}
