package dev.inflight.wire.tunnel;

import dev.inflight.telemetry.util.BigEndian;

/**
 * A Geneve header (RFC 8926).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---+-----------+-+-+-----------+-------------------------------+
 * |Ver|  Opt len  |O|C|   Rsvd    |         Protocol type         |
 * +---+-----------+-+-+-----------+---------------+---------------+
 * |                Network identifier             |   Reserved    |
 * +-----------------------------------------------+---------------+
 * |      Options, Opt len words                                   |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class Geneve {
  /** UDP destination port. */
  public static final int PORT = 6081;
  /** Bytes of the header without options. */
  public static final int FIXED_BYTES = 8;
  /** Bytes of an option without its data. */
  public static final int OPTION_HEADER_BYTES = 4;
  /** Supported version. */
  public static final int VERSION = 0;

  private static final int CONTROL = 0x80;
  private static final int CRITICAL = 0x40;

  private Geneve() {
  }

  /** The version, 0 to 3. */
  public static int version(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 6;
  }

  /** Bytes of the options, 0 to 252. */
  public static int optionBytes(byte[] bytes, int offset) {
    return (BigEndian.get8(bytes, offset) & 0x3F) * 4;
  }

  /** True if the payload is a control message instead of a host's packet. */
  public static boolean isControl(byte[] bytes, int offset) {
    return (bytes[offset + 1] & CONTROL) != 0;
  }

  /** True if the tunnel's endpoint must understand an option. */
  public static boolean isCritical(byte[] bytes, int offset) {
    return (bytes[offset + 1] & CRITICAL) != 0;
  }

  /** EtherType of the payload. */
  public static int protocol(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + 2);
  }

  /** The network identifier, 24 bits. */
  public static int network(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + 4) >>> 8;
  }

  /** The class of an option. */
  public static int optionClass(byte[] bytes, int option) {
    return BigEndian.get16(bytes, option);
  }

  /** Bytes of an option, including its header. */
  public static int bytesOfOption(byte[] bytes, int option) {
    return OPTION_HEADER_BYTES + 4 * (bytes[option + 3] & 0x1F);
  }
}
