package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The invariant CRC behind the payload of InfiniBand and RoCE packets (IBTA Vol. 1 §7.8.1, Annex A16, Annex A17): CRC-32 as in
 * Ethernet, stored lowest byte first. It covers eight bytes of ones instead of the local route header, then the packet from the
 * IP header (RoCE v1: GRH) on. Fields that change on the path count as ones.
 *
 * <pre>
 * +---------------+-------------------------+---------+--------+-------------------------+------+
 * | 8 bytes 0xFF  | IP header or GRH        | UDP     | BTH    | extended headers,       | ICRC |
 * |               | but TOS, TTL, checksum; | but     | but    | payload, pad            |      |
 * |               | class, label, hop limit | checksum| byte 4 |                         |      |
 * +---------------+-------------------------+---------+--------+-------------------------+------+
 * </pre>
 *
 * Switches that write telemetry change lengths, ports and protocol numbers, which the CRC covers; the drafts do not mention this
 * conflict. Here the CRC is that of the packet without telemetry: original lengths, UDP port 4791, protocol UDP, no telemetry
 * bytes. So it stays valid when telemetry is added, extended or removed (docs/decisions/wire.md).
 *
 * <p>Reusable; not thread-safe.
 */
public final class Icrc {
  /** Bytes of the CRC. */
  public static final int BYTES = 4;
  /** Next header value of a RoCE v1 GRH. */
  public static final int GRH_NEXT_HEADER = 0x1B;

  private static final int LRH_BYTES = 8;
  private static final int LARGEST_IPV4_BYTES = 60;
  private static final int ONES = 0xFF;

  private final CRC32 crc = new CRC32();
  private final byte[] covered = new byte[LRH_BYTES + LARGEST_IPV4_BYTES + Udp.HEADER_BYTES + Bth.BYTES];

  /** Creates a computation. */
  public Icrc() {
    Arrays.fill(covered, 0, LRH_BYTES, (byte) ONES);
  }

  /**
   * CRC of a RoCEv2 packet. All bytes between IP header and UDP, and between UDP and BTH, count as telemetry.
   *
   * @param ipOffset offset of the IPv4 or IPv6 header
   * @param icrcOffset end of the covered bytes
   * @return value of the CRC
   */
  public int roceV2(byte[] bytes, int ipOffset, int udpOffset, int bthOffset, int icrcOffset) {
    int udpBytes = Udp.HEADER_BYTES + icrcOffset + BYTES - bthOffset;
    int at = Ipv6.is(bytes, ipOffset) ? coverIpv6(bytes, ipOffset, udpBytes) : coverIpv4(bytes, ipOffset, udpBytes);
    Udp.write(covered, at, Udp.source(bytes, udpOffset), Udp.ROCE_V2, udpBytes);
    BigEndian.set16(covered, at + Udp.CHECKSUM, 0xFFFF);
    return finish(bytes, bthOffset, at + Udp.HEADER_BYTES, icrcOffset);
  }

  /** CRC of a RoCE v1 packet with its BTH behind the GRH at {@code grhOffset}. */
  public int roceV1(byte[] bytes, int grhOffset, int icrcOffset) {
    System.arraycopy(bytes, grhOffset, covered, LRH_BYTES, Ipv6.HEADER_BYTES);
    maskIpv6();
    return finish(bytes, grhOffset + Ipv6.HEADER_BYTES, LRH_BYTES + Ipv6.HEADER_BYTES, icrcOffset);
  }

  private int coverIpv4(byte[] bytes, int ipOffset, int udpBytes) {
    int headerBytes = Math.max(Ipv4.headerBytes(bytes, ipOffset), Ipv4.HEADER_BYTES);
    System.arraycopy(bytes, ipOffset, covered, LRH_BYTES, headerBytes);
    BigEndian.set8(covered, LRH_BYTES + Ipv4.TRAFFIC_CLASS, ONES);
    BigEndian.set16(covered, LRH_BYTES + Ipv4.TOTAL_LENGTH, headerBytes + udpBytes);
    BigEndian.set8(covered, LRH_BYTES + Ipv4.TTL, ONES);
    BigEndian.set8(covered, LRH_BYTES + Ipv4.PROTOCOL, Ipv4.UDP);
    BigEndian.set16(covered, LRH_BYTES + Ipv4.CHECKSUM, 0xFFFF);
    return LRH_BYTES + headerBytes;
  }

  private int coverIpv6(byte[] bytes, int ipOffset, int udpBytes) {
    System.arraycopy(bytes, ipOffset, covered, LRH_BYTES, Ipv6.HEADER_BYTES);
    Ipv6.payloadBytes(covered, LRH_BYTES, udpBytes);
    Ipv6.nextHeader(covered, LRH_BYTES, Ipv4.UDP);
    maskIpv6();
    return LRH_BYTES + Ipv6.HEADER_BYTES;
  }

  private void maskIpv6() {
    BigEndian.set32(covered, LRH_BYTES, BigEndian.get32(covered, LRH_BYTES) | 0x0FFF_FFFF);
    Ipv6.hopLimit(covered, LRH_BYTES, ONES);
  }

  private int finish(byte[] bytes, int bthOffset, int at, int icrcOffset) {
    System.arraycopy(bytes, bthOffset, covered, at, Bth.BYTES);
    BigEndian.set8(covered, at + Bth.CONGESTION, ONES);
    crc.reset();
    crc.update(covered, 0, at + Bth.BYTES);
    int rest = bthOffset + Bth.BYTES;
    crc.update(bytes, rest, icrcOffset - rest);
    return (int) crc.getValue();
  }

  /** Writes a CRC at its position; returns its size. */
  public static int write(byte[] bytes, int icrcOffset, int value) {
    BigEndian.set32(bytes, icrcOffset, Integer.reverseBytes(value));
    return BYTES;
  }

  /** CRC that a packet carries. */
  public static int read(byte[] bytes, int icrcOffset) {
    return Integer.reverseBytes(BigEndian.get32(bytes, icrcOffset));
  }
}
