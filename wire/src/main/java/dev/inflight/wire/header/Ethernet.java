package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * An Ethernet II header with an optional 802.1Q tag (IEEE 802.3 §3, 802.1Q §9). A tag takes the position of the EtherType, and
 * the EtherType follows it.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                      Destination address                      |
 * +-------------------------------+-------------------------------+
 * |   Destination (last 2 bytes)  |    Source (first 2 bytes)     |
 * +-------------------------------+-------------------------------+
 * |                        Source address                         |
 * +-------------------------------+-----+-+-----------------------+
 * |        0x8100 (optional)      | PCP |D|        VLAN id        |
 * +-------------------------------+-----+-+-----------------------+
 * |           EtherType           |
 * +-------------------------------+
 * </pre>
 *
 * Addresses are the low 48 bits of a {@code long}. Setters use the low bits of their arguments.
 */
public final class Ethernet {
  /** Bytes of a header without tag. */
  public static final int HEADER_BYTES = 14;
  /** Bytes of an 802.1Q tag. */
  public static final int TAG_BYTES = 4;
  /** Bytes of the frame check sequence. */
  public static final int FCS_BYTES = 4;
  /** Bytes of the smallest frame, without its frame check sequence. */
  public static final int SMALLEST_BYTES = 60;

  /** EtherType of IPv4. */
  public static final int IPV4 = 0x0800;
  /** EtherType of IPv6. */
  public static final int IPV6 = 0x86DD;
  /** EtherType of an 802.1Q customer tag. */
  public static final int VLAN = 0x8100;
  /** EtherType of an 802.1ad service tag. */
  public static final int SERVICE_VLAN = 0x88A8;
  /** Tag type that bridges older than 802.1ad write instead of a service tag's EtherType. */
  public static final int OLD_SERVICE_VLAN = 0x9100;
  /** EtherType of MAC control: PAUSE and PFC. */
  public static final int MAC_CONTROL = 0x8808;
  /** EtherType of RoCE v1. */
  public static final int ROCE_V1 = 0x8915;

  private static final int DESTINATION = 0;
  private static final int SOURCE = 6;
  private static final int TYPE = 12;

  private Ethernet() {
  }

  /** Writes a header without tag; returns its size. */
  public static int write(byte[] bytes, int offset, long destination, long source, int type) {
    addresses(bytes, offset, destination, source);
    BigEndian.set16(bytes, offset + TYPE, type);
    return HEADER_BYTES;
  }

  /** Writes both addresses; the bytes behind them do not change. */
  public static void addresses(byte[] bytes, int offset, long destination, long source) {
    BigEndian.set48(bytes, offset + DESTINATION, destination);
    BigEndian.set48(bytes, offset + SOURCE, source);
  }

  /** The destination's address. */
  public static long destination(byte[] bytes, int offset) {
    return BigEndian.get48(bytes, offset + DESTINATION);
  }

  /** The source's address. */
  public static long source(byte[] bytes, int offset) {
    return BigEndian.get48(bytes, offset + SOURCE);
  }

  /** The EtherType, or the tag protocol identifier if a tag follows. */
  public static int type(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + TYPE);
  }

  /** True if an EtherType identifies a tag: 802.1Q, 802.1ad, or its predecessor. */
  public static boolean isTag(int type) {
    return type == VLAN || type == SERVICE_VLAN || type == OLD_SERVICE_VLAN;
  }

  /** A tag's priority (PCP), 0 to 7. */
  public static int tagPriority(byte[] bytes, int tagOffset) {
    return BigEndian.get16(bytes, tagOffset + 2) >>> 13;
  }

  /** A tag's VLAN id, 0 to 4095. */
  public static int tagId(byte[] bytes, int tagOffset) {
    return BigEndian.get16(bytes, tagOffset + 2) & 0xFFF;
  }
}
