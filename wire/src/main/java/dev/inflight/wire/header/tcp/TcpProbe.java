package dev.inflight.wire.header.tcp;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Header behind the TCP header of a segment with telemetry. Probes and their answers are outside the stream, so segmentation and
 * coalescing do not depend on telemetry (draft-miao-rtgwg-hpccplus-01 §7.2). Without offload, segments of the stream and their
 * acknowledgements may carry telemetry as well (§6.2.1, §6.2.2). The draft leaves the layout open; this one is Inflight's.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+-------+-------+
 * |        Magic 0x4850, HP       |     Type      |   0   | Format|
 * +-------------------------------+---------------+-------+-------+
 * |              Number of the probe; 0 in the stream             |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Format is the {@code Reflection} code of the telemetry header that follows, or 0 if none follows. Telemetry in IPv6 options or
 * the link layer keeps its place. Data of the stream follows the telemetry; sequence numbers count neither telemetry nor this
 * header. An answer or acknowledgement has a {@code Reflection} here. The low bits of the DSCP are {@link #LOW_DSCP} in all these
 * packets; without them a segment is data, even if it starts like this header. These bits are for local use (RFC 2474 §6, pool 2).
 */
public final class TcpProbe {
  /** Bytes of the header. */
  public static final int BYTES = 8;
  /** Type: a probe, which collects telemetry. */
  public static final int PROBE = 1;
  /** Type: an answer, which returns telemetry. */
  public static final int ANSWER = 2;
  /** Type: a segment of the stream, which collects telemetry. */
  public static final int DATA = 3;
  /** Type: an acknowledgement, which returns telemetry of data. */
  public static final int ACKNOWLEDGEMENT = 4;
  /** Number of format codes, including 0 for none. */
  public static final int FORMATS = 16;
  /** Low three bits of the DSCP of segments with this header. */
  public static final int LOW_DSCP = 3;

  private static final int LOW_DSCP_MASK = 7;
  private static final int MAGIC = 0x4850;
  private static final int TYPE = 2;
  private static final int FORMAT = 3;
  private static final int NUMBER = 4;

  private TcpProbe() {
  }

  /**
   * Writes a header.
   *
   * @param type {@link #PROBE}, {@link #ANSWER}, {@link #DATA} or {@link #ACKNOWLEDGEMENT}
   * @param format 0 to 15
   * @param number the low 32 bits of the probe's number; 0 in the stream
   * @return {@link #BYTES}
   */
  public static int write(byte[] bytes, int offset, int type, int format, int number) {
    BigEndian.set32(bytes, offset, MAGIC << 16 | type << 8 | format);
    BigEndian.set32(bytes, offset + NUMBER, number);
    return BYTES;
  }

  /** True if a segment's data start with such a header. */
  public static boolean is(byte[] bytes, int offset, int available, int dscp) {
    return (dscp & LOW_DSCP_MASK) == LOW_DSCP && available >= BYTES && BigEndian.get16(bytes, offset) == MAGIC
        && isType(type(bytes, offset), format(bytes, offset));
  }

  private static boolean isType(int type, int format) {
    return (type == PROBE || type == DATA) && format < FORMATS || (type == ANSWER || type == ACKNOWLEDGEMENT) && format == 0;
  }

  /** True if a packet of this type travels against the direction of the data. */
  public static boolean returns(int type) {
    return type == ANSWER || type == ACKNOWLEDGEMENT;
  }

  /** True if a packet of this type belongs to the stream: data or an acknowledgement. */
  public static boolean inStream(int type) {
    return type == DATA || type == ACKNOWLEDGEMENT;
  }

  /** Type of the packet, such as {@link #PROBE}. */
  public static int type(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + TYPE);
  }

  /** Format of the telemetry header that follows; 0 for none. */
  public static int format(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + FORMAT);
  }

  /** Low 32 bits of the probe's number. */
  public static int number(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + NUMBER);
  }
}
