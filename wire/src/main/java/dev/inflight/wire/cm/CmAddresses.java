package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;

/**
 * What a {@link CmRequest} for an IP service has as its private data (IBTA Vol. 1 Annex A11), and the service ID of such a service.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------+-------+-------------------------------+
 * | Major | Minor |  IP   | res.  |          Source port          |
 * +-------+-------+-------+-------+-------------------------------+
 * |                 Source IP address (16 bytes)                  |
 * +---------------------------------------------------------------+
 * |               Destination IP address (16 bytes)               |
 * +---------------------------------------------------------------+
 * |               The application's data (56 bytes)               |
 * </pre>
 *
 * An IPv4 address stands in the last 4 of its 16 bytes.
 */
public final class CmAddresses {
  private static final long SERVICE = 0x0000_0000_0106_0000L; // of IP, protocol TCP
  private static final int IP_VERSION = 1;
  private static final int SOURCE_PORT = 2;
  private static final int SOURCE = 4;
  private static final int DESTINATION = 20;

  private CmAddresses() {
  }

  /** The service ID of a port, of which the low 16 bits count. */
  public static long serviceId(int port) {
    return SERVICE | port & 0xFFFF;
  }

  /** Whether a service is one of these. */
  public static boolean isIpService(long serviceId) {
    return serviceId >>> 16 == SERVICE >>> 16;
  }

  /** Writes IP version, 4 or 6, and source port of a request whose first byte has this offset. */
  public static void write(byte[] bytes, int requestOffset, int ipVersion, int sourcePort) {
    int at = requestOffset + CmRequest.PRIVATE_DATA;
    BigEndian.set8(bytes, at + IP_VERSION, ipVersion << 4);
    BigEndian.set16(bytes, at + SOURCE_PORT, sourcePort);
  }

  /** The source port of a request. */
  public static int sourcePort(byte[] bytes, int requestOffset) {
    return BigEndian.get16(bytes, requestOffset + CmRequest.PRIVATE_DATA + SOURCE_PORT);
  }

  /** Sets the source address of a request. */
  public static void source(byte[] bytes, int requestOffset, long high, long low) {
    address(bytes, requestOffset + CmRequest.PRIVATE_DATA + SOURCE, high, low);
  }

  /** Sets the destination address of a request. */
  public static void destination(byte[] bytes, int requestOffset, long high, long low) {
    address(bytes, requestOffset + CmRequest.PRIVATE_DATA + DESTINATION, high, low);
  }

  private static void address(byte[] bytes, int at, long high, long low) {
    BigEndian.set64(bytes, at, high);
    BigEndian.set64(bytes, at + Long.BYTES, low);
  }
}
