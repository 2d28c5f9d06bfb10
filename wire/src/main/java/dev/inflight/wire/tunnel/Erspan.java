package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The header of a mirrored frame behind GRE (draft-foschiano-erspan-03). Type I has none. Type II (version 1) has 8 bytes, type
 * III (version 2) 12, and 8 more if O is set:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------------------+-----+---+-+-------------------+
 * |  Ver  |         VLAN          | CoS |En |T|    Session id     |
 * +-------+---------------+-------+-----+---+-+-------------------+
 * |      Reserved         |           Index                 (II)  |
 * +-----------------------+---------------------------------------+
 * |                   Timestamp                           (III)   |
 * +-------------------------------+-+---------+-----------+-+---+-+
 * |      Security group tag       |P|   FT    |   Hw id   |D|Gra|O|
 * +-------------------------------+-+---------+-----------+-+---+-+
 * |      Platform specific, 8 bytes (O)                           |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * T marks a truncated frame.
 */
public final class Erspan {
  /** GRE protocol of types I and II. */
  public static final int PROTOCOL = 0x88BE;
  /** GRE protocol of type III. */
  public static final int PROTOCOL_3 = 0x22EB;
  /** Version of type II. */
  public static final int VERSION_2 = 1;
  /** Version of type III. */
  public static final int VERSION_3 = 2;
  /** Bytes of a header of type II. */
  public static final int BYTES_2 = 8;
  /** Bytes of a header of type III without platform-specific bytes. */
  public static final int BYTES_3 = 12;
  /** Number of platform-specific bytes. */
  public static final int PLATFORM_BYTES = 8;
  /** Type of a mirrored frame: Ethernet. */
  public static final int FRAME_ETHERNET = 0;
  /** Type of a mirrored frame: an IP packet. */
  public static final int FRAME_IP = 2;

  private static final int INDEX_MASK = 0xFFFFF;

  private Erspan() {
  }

  private static int first(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }

  private static int third(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + 8);
  }

  /** The version, 0 to 15. */
  public static int version(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 4;
  }

  /** The VLAN of the mirrored frame, 0 to 4095. */
  public static int vlan(byte[] bytes, int offset) {
    return first(bytes, offset) >>> 16 & 0xFFF;
  }

  /** The class of service of the mirrored frame, 0 to 7. */
  public static int classOfService(byte[] bytes, int offset) {
    return first(bytes, offset) >>> 13 & 7;
  }

  /** True if the mirrored frame was truncated. */
  public static boolean isTruncated(byte[] bytes, int offset) {
    return (first(bytes, offset) >>> 10 & 1) != 0;
  }

  /** The mirror session, 0 to 1023. */
  public static int session(byte[] bytes, int offset) {
    return first(bytes, offset) & 0x3FF;
  }

  /** Type II: source port and direction in the platform's numbering; 20 bits. */
  public static int index(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + 4) & INDEX_MASK;
  }

  /** Type III: time of mirroring, 32 bits in units of the {@link #granularity}. */
  public static int timestamp(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + 4);
  }

  /** Type III: the security group tag. */
  public static int securityGroup(byte[] bytes, int offset) {
    return third(bytes, offset) >>> 16;
  }

  /** Type III: kind of the mirrored frame, 0 to 31. */
  public static int frameType(byte[] bytes, int offset) {
    return third(bytes, offset) >>> 10 & 0x1F;
  }

  /** Type III: number of the mirroring hardware, 0 to 63. */
  public static int hardware(byte[] bytes, int offset) {
    return third(bytes, offset) >>> 4 & 0x3F;
  }

  /** Type III: true if departing frames are mirrored, false for arriving ones. */
  public static boolean isEgress(byte[] bytes, int offset) {
    return (third(bytes, offset) >>> 3 & 1) != 0;
  }

  /** Type III: unit of the timestamp: 0 is 100 us, 1 is 100 ns, 2 is that of IEEE 1588, 3 is platform-specific. */
  public static int granularity(byte[] bytes, int offset) {
    return third(bytes, offset) >>> 1 & 3;
  }

  /** Type III: true if platform-specific bytes follow. */
  public static boolean hasPlatform(byte[] bytes, int offset) {
    return (third(bytes, offset) & 1) != 0;
  }
}
