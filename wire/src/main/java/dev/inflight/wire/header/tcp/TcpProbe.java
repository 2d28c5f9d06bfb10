package dev.inflight.wire.header.tcp;

import dev.inflight.telemetry.util.BigEndian;

/**
 * What follows the TCP header of a probe, and of what answers it: packets beside the stream that fetch telemetry and bring it back, so
 * that neither segmentation nor coalescing needs to know of telemetry (draft-miao-rtgwg-hpccplus-01 §7.2). The layout is ours, as the draft
 * leaves it open.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+-------+-------+
 * |        Magic 0x4850, HP       |     Type      |   0   | Format|
 * +-------------------------------+---------------+-------+-------+
 * |                        Number of the probe                    |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Type is {@link #PROBE} or {@link #ANSWER}. Format is that of a telemetry header which follows here, by the number that a
 * {@code Reflection} has for it; 0 when none follows: telemetry of IPv6 options and of the link layer keeps its own place, and an answer has a
 * {@code Reflection} here. The low bits of the DSCP are {@link #LOW_DSCP} in both: without them a segment is data, whatever it starts with.
 * They are from the code points for local use (RFC 2474 §6, pool 2).
 */
public final class TcpProbe {
  /** Bytes of the header. */
  public static final int BYTES = 8;
  /** Type: fetches telemetry. */
  public static final int PROBE = 1;
  /** Type: brings it back. */
  public static final int ANSWER = 2;
  /** How many formats have a number, none counted. */
  public static final int FORMATS = 16;
  /** The low three bits of the DSCP of both. */
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
   * @param type {@link #PROBE} or {@link #ANSWER}
   * @param format 0 to 15
   * @param number the low 32 bits of the probe's number
   * @return {@link #BYTES}
   */
  public static int write(byte[] bytes, int offset, int type, int format, int number) {
    BigEndian.set32(bytes, offset, MAGIC << 16 | type << 8 | format);
    BigEndian.set32(bytes, offset + NUMBER, number);
    return BYTES;
  }

  /** Whether such a header starts a segment's data. */
  public static boolean is(byte[] bytes, int offset, int available, int dscp) {
    return (dscp & LOW_DSCP_MASK) == LOW_DSCP && available >= BYTES && BigEndian.get16(bytes, offset) == MAGIC
        && (type(bytes, offset) == PROBE || type(bytes, offset) == ANSWER && format(bytes, offset) == 0)
        && format(bytes, offset) < FORMATS;
  }

  /** {@link #PROBE} or {@link #ANSWER}. */
  public static int type(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + TYPE);
  }

  /** The format of the telemetry header that follows here; 0 for none. */
  public static int format(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + FORMAT);
  }

  /** The low 32 bits of the probe's number. */
  public static int number(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + NUMBER);
  }
}
