package dev.inflight.wire;

import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** RoCEv2 frame built step by step: first without telemetry, with a CRC over a masked copy, and then with telemetry. */
public final class TestFrame {
  static final long SOURCE = 0x0200_0000_0001L;
  static final long DESTINATION = 0x0200_0000_0002L;

  private static final int ICRC_BYTES = 4;

  private byte[] frame = new byte[0];
  private int ip = 14;
  private int udp;
  private int bth;
  private final boolean ipv6;

  private TestFrame(boolean ipv6) {
    this.ipv6 = ipv6;
  }

  /** WRITE ONLY with a padded payload. */
  public static TestFrame write(boolean ipv6, int payloadBytes) {
    return of(ipv6, Opcode.WRITE_ONLY, payloadBytes);
  }

  public static TestFrame of(boolean ipv6, Opcode opcode, int payloadBytes) {
    var made = new TestFrame(ipv6);
    made.udp = made.ip + (ipv6 ? 40 : 20);
    made.bth = made.udp + 8;
    int pad = -payloadBytes & 3;
    byte[] frame = new byte[made.bth + 12 + opcode.extendedBytes() + payloadBytes + pad + ICRC_BYTES];
    made.frame = frame;
    new SplittableRandom(payloadBytes).nextBytes(frame);
    int ipBytes = frame.length - made.ip;
    int udpBytes = frame.length - made.udp;
    Ethernet.write(frame, 0, DESTINATION, SOURCE, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    if (ipv6) {
      Ipv6.write(frame, made.ip, udpBytes, 17);
      Ipv6.trafficClass(frame, made.ip, 26, Ipv4.ECT_0);
      Ipv6.source(frame, made.ip, 0xFD00L << 48, 1);
      Ipv6.destination(frame, made.ip, 0xFD00L << 48, 2);
    } else {
      Ipv4.write(frame, made.ip, ipBytes, 17);
      Ipv4.trafficClass(frame, made.ip, 26, Ipv4.ECT_0);
      Ipv4.addresses(frame, made.ip, 0x0A000001, 0x0A000002);
      Ipv4.writeChecksum(frame, made.ip);
    }
    Udp.write(frame, made.udp, 0xC123, 4791, udpBytes);
    Bth.write(frame, made.bth, opcode, 0x123, 0x456);
    Bth.padBytes(frame, made.bth, pad);
    BigEndian.set32(frame, frame.length - ICRC_BYTES, Integer.reverseBytes(made.plainIcrc()));
    return made;
  }

  private int plainIcrc() {
    byte[] masked = Arrays.copyOfRange(frame, ip - 8, frame.length - ICRC_BYTES);
    Arrays.fill(masked, 0, 8, (byte) 0xFF);
    if (ipv6) {
      masked[8] |= 0x0F;
      Arrays.fill(masked, 9, 12, (byte) 0xFF);
      masked[15] = (byte) 0xFF;
    } else {
      masked[9] = (byte) 0xFF;
      masked[16] = (byte) 0xFF;
      Arrays.fill(masked, 18, 20, (byte) 0xFF);
    }
    Arrays.fill(masked, udp - ip + 14, udp - ip + 16, (byte) 0xFF);
    masked[bth - ip + 12] = (byte) 0xFF;
    var crc = new CRC32();
    crc.update(masked);
    return (int) crc.getValue();
  }

  /** Adds a UDP checksum, which covers telemetry that belongs to UDP. */
  public TestFrame withUdpChecksum() {
    Udp.writeChecksum(frame, udp, ip);
    return this;
  }

  /** Inserts an 802.1Q tag in front of the EtherType, behind existing tags. */
  public TestFrame withTag() {
    int at = ip - 2;
    insert(at, new byte[Ethernet.TAG_BYTES]);
    BigEndian.set32(frame, at, Ethernet.VLAN << 16 | 3 << 13 | 100); // priority 3, VLAN 100
    BigEndian.set16(frame, at + Ethernet.TAG_BYTES, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    return this;
  }

  public TestFrame with(TelemetryFormat format, PathQuery question) {
    byte[] header = new byte[format.bufferBytes(format.maxHops())];
    byte[] written = Arrays.copyOf(header, format.begin(header, 0, question));
    switch (format.placement()) {
      case AFTER_UDP -> {
        insert(bth, written);
        Udp.destination(frame, udp, format.marker());
        Udp.length(frame, udp, Udp.length(frame, udp) + written.length);
      }
      case AROUND_UDP -> {
        insert(bth, Arrays.copyOfRange(written, 4, written.length));
        insert(udp, Arrays.copyOf(written, 4));
        if (ipv6) {
          Ipv6.nextHeader(frame, ip, format.marker());
        } else {
          protocol(frame, ip, format.marker());
        }
      }
      case HOP_BY_HOP -> {
        insert(udp, written);
        Ipv6.nextHeader(frame, ip, 0);
      }
      case LINK_LAYER -> insert(ip - 2, written);
    }
    if (format.placement() != HeaderPlacement.LINK_LAYER) {
      if (ipv6) {
        Ipv6.payloadBytes(frame, ip, Ipv6.payloadBytes(frame, ip) + written.length);
      } else {
        Ipv4.changeTotalBytes(frame, ip, Ipv4.totalBytes(frame, ip) + written.length);
      }
    }
    return this;
  }

  /** Adds bytes behind the packet, as in a small frame. */
  public TestFrame withPadding(int bytes) {
    insert(frame.length, new byte[bytes]);
    return this;
  }

  private void insert(int at, byte[] piece) {
    byte[] longer = new byte[frame.length + piece.length];
    System.arraycopy(frame, 0, longer, 0, at);
    System.arraycopy(piece, 0, longer, at, piece.length);
    System.arraycopy(frame, at, longer, at + piece.length, frame.length - at);
    frame = longer;
    ip += at < ip ? piece.length : 0;
    udp += at <= udp ? piece.length : 0;
    bth += at <= bth ? piece.length : 0;
  }

  public byte[] bytes() {
    return frame.clone();
  }

  public int ip() {
    return ip;
  }

  public int udp() {
    return udp;
  }

  public int bth() {
    return bth;
  }

  /** Changes the protocol of an IPv4 header. */
  public static void protocol(byte[] bytes, int ip, int protocol) {
    bytes[ip + 9] = (byte) protocol;
    Ipv4.writeChecksum(bytes, ip);
  }
}
