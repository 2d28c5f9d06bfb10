package dev.inflight.wire.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Every header byte by byte, at an odd offset in bytes that are not zero. */
class LayoutTest {
  private static final int AT = 3;

  private final byte[] bytes = new byte[128];

  LayoutTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  private void assertWritten(int size, String hex) {
    assertThat(HexFormat.of().formatHex(bytes, AT, AT + size)).isEqualTo(hex.replace(" ", ""));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + size]).isEqualTo((byte) 0xEE);
  }

  @Test
  void ethernet() {
    int size = Ethernet.write(bytes, AT, 0x0212_3456_789AL, 0xFEDC_BA98_7654L, Ethernet.IPV6);
    assertWritten(size, "02123456789a fedcba987654 86dd");
    assertThat(Ethernet.destination(bytes, AT)).isEqualTo(0x0212_3456_789AL);
    assertThat(Ethernet.source(bytes, AT)).isEqualTo(0xFEDC_BA98_7654L);
    assertThat(Ethernet.type(bytes, AT)).isEqualTo(Ethernet.IPV6);
  }

  @Test
  void tag() {
    Ethernet.write(bytes, AT, 1, 2, 0);
    bytes[AT + 12] = (byte) 0x81;
    bytes[AT + 13] = 0;
    bytes[AT + 14] = (byte) 0xAA;
    bytes[AT + 15] = (byte) 0xBC;
    assertThat(Ethernet.tagPriority(bytes, AT + 12)).isEqualTo(5);
    assertThat(Ethernet.tagId(bytes, AT + 12)).isEqualTo(0xABC);
    assertThat(Ethernet.isTag(Ethernet.VLAN)).isTrue();
    assertThat(Ethernet.isTag(Ethernet.SERVICE_VLAN)).isTrue();
    assertThat(Ethernet.isTag(Ethernet.IPV4)).isFalse();
  }

  @Test
  void ipv4() {
    int size = Ipv4.write(bytes, AT, 0x1234, Ipv4.UDP);
    assertThat(HexFormat.of().formatHex(bytes, AT + 12, AT + 20)).isEqualTo("0".repeat(16));
    Ipv4.trafficClass(bytes, AT, 46, Ipv4.ECT_0);
    Ipv4.ttl(bytes, AT, 61);
    Ipv4.addresses(bytes, AT, 0x0A000001, 0xC0A80102);
    Ipv4.writeChecksum(bytes, AT);
    assertWritten(size, "45 ba 1234 0000 4000 3d 11 5f54 0a000001 c0a80102");
    assertThat(Ipv4.is(bytes, AT)).isTrue();
    assertThat(Ipv4.headerBytes(bytes, AT)).isEqualTo(20);
    assertThat(Ipv4.dscp(bytes, AT)).isEqualTo(46);
    assertThat(Ipv4.ecn(bytes, AT)).isEqualTo(Ipv4.ECT_0);
    assertThat(Ipv4.totalBytes(bytes, AT)).isEqualTo(0x1234);
    assertThat(Ipv4.isFragment(bytes, AT)).isFalse();
    assertThat(Ipv4.ttl(bytes, AT)).isEqualTo(61);
    assertThat(Ipv4.protocol(bytes, AT)).isEqualTo(Ipv4.UDP);
    assertThat(Ipv4.source(bytes, AT)).isEqualTo(0x0A000001);
    assertThat(Ipv4.destination(bytes, AT)).isEqualTo(0xC0A80102);
    assertThat(Ipv4.checksumMatches(bytes, AT)).isTrue();
  }

  @Test
  void ipv4Fragments() {
    Ipv4.write(bytes, AT, 100, Ipv4.UDP);
    bytes[AT + 6] = 0x20;
    assertThat(Ipv4.isFragment(bytes, AT)).isTrue();
    bytes[AT + 6] = 0;
    bytes[AT + 7] = 1;
    assertThat(Ipv4.isFragment(bytes, AT)).isTrue();
  }

  @Test
  void ipv6() {
    int size = Ipv6.write(bytes, AT, 0x1234, Ipv4.UDP);
    assertWritten(size, "60000000 1234 11 40" + "0".repeat(64));
    bytes[AT + 1] = 0xA; // flow label abcde
    bytes[AT + 2] = (byte) 0xBC;
    bytes[AT + 3] = (byte) 0xDE;
    Ipv6.trafficClass(bytes, AT, 46, Ipv4.ECT_0);
    Ipv6.hopLimit(bytes, AT, 61);
    Ipv6.source(bytes, AT, 0x2001_0DB8_0000_0001L, 2);
    Ipv6.destination(bytes, AT, 0xFD00_0000_0000_0000L, 0x1122_3344_5566_7788L);
    assertWritten(size, "6baabcde 1234 11 3d 20010db800000001 0000000000000002 fd00000000000000 1122334455667788");
    assertThat(Ipv6.is(bytes, AT)).isTrue();
    assertThat(Ipv6.dscp(bytes, AT)).isEqualTo(46);
    assertThat(Ipv6.ecn(bytes, AT)).isEqualTo(Ipv4.ECT_0);
    assertThat(Ipv6.payloadBytes(bytes, AT)).isEqualTo(0x1234);
    assertThat(Ipv6.nextHeader(bytes, AT)).isEqualTo(Ipv4.UDP);
    assertThat(Ipv6.hopLimit(bytes, AT)).isEqualTo(61);
    assertThat(Ipv6.source(bytes, AT, true)).isEqualTo(0x2001_0DB8_0000_0001L);
    assertThat(Ipv6.source(bytes, AT, false)).isEqualTo(2);
    assertThat(Ipv6.destination(bytes, AT, true)).isEqualTo(0xFD00_0000_0000_0000L);
    assertThat(Ipv6.destination(bytes, AT, false)).isEqualTo(0x1122_3344_5566_7788L);

    Ipv6.payloadBytes(bytes, AT, 0x4321);
    Ipv6.nextHeader(bytes, AT, 0);
    Ipv6.ecn(bytes, AT, Ipv4.CE);
    Ipv6.source(bytes, AT, 0, 0);
    Ipv6.destination(bytes, AT, 0, 0);
    assertWritten(size, "6bbabcde 4321 00 3d" + "0".repeat(64));
  }

  @Test
  void hopByHop() {
    bytes[AT] = 17;
    bytes[AT + 1] = 14;
    assertThat(Ipv6.hopByHopNextHeader(bytes, AT)).isEqualTo(17);
    assertThat(Ipv6.hopByHopBytes(bytes, AT)).isEqualTo(120);
  }

  @Test
  void udp() {
    int size = Udp.write(bytes, AT, 0xC001, Udp.ROCE_V2, 0x8002);
    assertWritten(size, "c001 12b7 8002 0000");
    assertThat(Udp.source(bytes, AT)).isEqualTo(0xC001);
    assertThat(Udp.destination(bytes, AT)).isEqualTo(4791);
    assertThat(Udp.length(bytes, AT)).isEqualTo(0x8002);
    assertThat(Udp.checksum(bytes, AT)).isZero();
    Udp.destination(bytes, AT, 0xFE01);
    Udp.length(bytes, AT, 9);
    Udp.checksum(bytes, AT, 0xFFFE);
    assertWritten(size, "c001 fe01 0009 fffe");
  }

  @Test
  void bth() {
    int size = Bth.write(bytes, AT, Opcode.WRITE_LAST, 0x81F2E3, 0x90A0B1);
    assertWritten(size, "08 00 ffff 00 81f2e3 00 90a0b1");
    assertThat(Bth.opcode(bytes, AT)).isEqualTo(0x08);
    assertThat(Bth.destinationQp(bytes, AT)).isEqualTo(0x81F2E3);
    assertThat(Bth.psn(bytes, AT)).isEqualTo(0x90A0B1);

    Bth.padBytes(bytes, AT, 3);
    assertWritten(size, "08 30 ffff 00 81f2e3 00 90a0b1");
    bytes[AT + 1] |= (byte) 0xC0; // solicited event, migration request
    Bth.forwardCongestion(bytes, AT, true);
    assertWritten(size, "08 f0 ffff 80 81f2e3 00 90a0b1");
    Bth.backwardCongestion(bytes, AT, true);
    assertWritten(size, "08 f0 ffff c0 81f2e3 00 90a0b1");
    Bth.acknowledgeRequest(bytes, AT, true);
    assertWritten(size, "08 f0 ffff c0 81f2e3 80 90a0b1");
    assertThat(Bth.padBytes(bytes, AT)).isEqualTo(3);
    assertThat(Bth.version(bytes, AT)).isZero();
    assertThat(Bth.forwardCongestion(bytes, AT) && Bth.backwardCongestion(bytes, AT) && Bth.acknowledgeRequest(bytes, AT))
        .isTrue();

    Bth.forwardCongestion(bytes, AT, false);
    Bth.backwardCongestion(bytes, AT, false);
    Bth.acknowledgeRequest(bytes, AT, false);
    Bth.padBytes(bytes, AT, 1);
    assertWritten(size, "08 d0 ffff 00 81f2e3 00 90a0b1");
    assertThat(Bth.forwardCongestion(bytes, AT) || Bth.backwardCongestion(bytes, AT) || Bth.acknowledgeRequest(bytes, AT))
        .isFalse();
  }

  @Test
  void reth() {
    int size = Reth.write(bytes, AT, 0xFEDC_BA98_7654_3210L, 0x8899AABB, 0x8000_0000L);
    assertWritten(size, "fedcba9876543210 8899aabb 80000000");
    assertThat(Reth.virtualAddress(bytes, AT)).isEqualTo(0xFEDC_BA98_7654_3210L);
    assertThat(Reth.remoteKey(bytes, AT)).isEqualTo(0x8899AABB);
    assertThat(Reth.messageBytes(bytes, AT)).isEqualTo(0x8000_0000L);
  }

  @Test
  void aeth() {
    int size = Aeth.write(bytes, AT, Aeth.NAK_SEQUENCE_ERROR, 0x812345);
    assertWritten(size, "60 812345");
    assertThat(Aeth.syndrome(bytes, AT)).isEqualTo(Aeth.NAK_SEQUENCE_ERROR);
    assertThat(Aeth.msn(bytes, AT)).isEqualTo(0x812345);
  }

  @Test
  void arrival() {
    int size = ArrivedPsn.write(bytes, AT, 0x12_812345);
    assertWritten(size, "00 812345");
    assertThat(ArrivedPsn.psn(bytes, AT)).isEqualTo(0x812345);
    assertThat(ArrivedPsn.reserved(bytes, AT)).isZero();
    assertWritten(ArrivedPsn.write(bytes, AT, 0x812345, true), "01 812345");
    assertThat(ArrivedPsn.isProbe(bytes, AT)).isTrue();
    assertThat(ArrivedPsn.reserved(bytes, AT)).isZero();
    bytes[AT] = (byte) 0x80;
    assertThat(ArrivedPsn.reserved(bytes, AT)).isEqualTo(0x40);
    assertThat(ArrivedPsn.isProbe(bytes, AT)).isFalse();
    assertThat(ArrivedPsn.psn(bytes, AT)).isEqualTo(0x812345);
  }

  @Test
  void immediate() {
    int size = ImmDt.write(bytes, AT, 0x89ABCDEF);
    assertWritten(size, "89abcdef");
    assertThat(ImmDt.data(bytes, AT)).isEqualTo(0x89ABCDEF);
  }

  @Test
  void icrc() {
    int size = Icrc.write(bytes, AT, 0x5AB72596); // lowest byte first
    assertWritten(size, "9625b75a");
    assertThat(Icrc.read(bytes, AT)).isEqualTo(0x5AB72596);
  }

  @Test
  void datagramHeader() {
    int size = Deth.write(bytes, AT, 0x81F2E3D4, 0xAB123456);
    assertWritten(size, "81f2e3d4 00 123456");
    assertThat(size).isEqualTo(Deth.BYTES);
    assertThat(Deth.queueKey(bytes, AT)).isEqualTo(0x81F2E3D4);
    assertThat(Deth.sourceQp(bytes, AT)).isEqualTo(0x123456);
  }
}
