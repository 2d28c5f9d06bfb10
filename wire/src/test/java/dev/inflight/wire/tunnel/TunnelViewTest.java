package dev.inflight.wire.tunnel;

import static dev.inflight.wire.frame.FrameView.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.pcap.LinkType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers that carry packets, byte by byte from their figures, and hostile ones. */
class TunnelViewTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final int IP = Ethernet.HEADER_BYTES;
  private static final int BEHIND_IP = IP + Ipv4.HEADER_BYTES;
  private static final int BEHIND_UDP = BEHIND_IP + Udp.HEADER_BYTES;
  private static final byte[] INNER = TestFrame.write(false, 33).bytes();

  private final FrameView frame = TestFormats.captureViewOfAll();
  private final TunnelView view = new TunnelView();

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  /** IPv4 packet with this header behind IP, and the header's payload. */
  private static byte[] ip(int protocol, String header, byte[] inner) {
    byte[] behind = join(HEX.parseHex(header.replace(" ", "")), inner);
    byte[] outer = new byte[BEHIND_IP];
    Ethernet.write(outer, 0, 2, 1, Ethernet.IPV4);
    Ipv4.write(outer, IP, Ipv4.HEADER_BYTES + behind.length, protocol);
    return join(outer, behind);
  }

  private static byte[] udp(int port, String header, byte[] inner) {
    byte[] udp = new byte[Udp.HEADER_BYTES];
    Udp.write(udp, 0, 50_000, port, Udp.HEADER_BYTES + header.replace(" ", "").length() / 2 + inner.length);
    return ip(Ipv4.UDP, HEX.formatHex(udp) + header, inner);
  }

  private boolean find(byte[] bytes) {
    return find(bytes, bytes.length);
  }

  private boolean find(byte[] bytes, int captured) {
    frame.parse(bytes, 0, bytes.length);
    return view.find(frame, captured);
  }

  private void assertCarried(byte[] bytes, TunnelView.Kind kind, int at) {
    assertThat(find(bytes)).as("%s", view.unread).isTrue();
    assertThat(view.kind).isEqualTo(kind);
    assertThat(view.unread).isNull();
    assertThat(view.inner).isEqualTo(at);
    assertThat(view.innerType).isEqualTo(LinkType.ETHERNET);
    assertThat(view.innerBytes).isEqualTo(bytes.length - at);
    assertThat(Arrays.copyOfRange(bytes, view.inner, view.inner + view.innerBytes)).isEqualTo(INNER);
    for (int captured = 0; captured <= bytes.length; captured++) {
      assertThat(find(bytes, captured)).as("%d bytes", captured).isEqualTo(captured > at);
      assertThat(view.unread).isNull();
    }
  }

  @Test
  void readsGre() {
    byte[] bytes = ip(47, "b000 6558 1234 0000 abcdef12 80000001", INNER);
    assertCarried(bytes, TunnelView.Kind.GRE, BEHIND_IP + 16);
    find(bytes);
    int gre = view.gre;
    assertThat(gre).isEqualTo(BEHIND_IP);
    assertThat(view.greEnd).isEqualTo(bytes.length);
    assertThat(Gre.protocol(bytes, gre)).isEqualTo(0x6558);
    assertThat(Gre.version(bytes, gre)).isZero();
    assertThat(Gre.hasChecksum(bytes, gre)).isTrue();
    assertThat(Gre.checksumMatches(bytes, gre, bytes.length - gre)).isFalse();
    assertThat(Gre.key(bytes, gre)).isEqualTo(0xABCDEF12);
    assertThat(Gre.sequence(bytes, gre)).isEqualTo(0x80000001);
    assertCarried(ip(47, "0000 6558", INNER), TunnelView.Kind.GRE, BEHIND_IP + 4);
    byte[] keyed = ip(47, "2000 6558 00000007", INNER);
    assertCarried(keyed, TunnelView.Kind.GRE, BEHIND_IP + 8);
    assertThat(Gre.key(keyed, BEHIND_IP)).isEqualTo(7);
    assertThat(Gre.hasSequence(keyed, BEHIND_IP)).isFalse();
    assertThat(Gre.hasChecksum(keyed, BEHIND_IP)).isFalse();
    assertCarried(udp(4754, "0000 6558", INNER), TunnelView.Kind.GRE, BEHIND_UDP + 4);
  }

  @Test
  void readsErspanOfEachType() {
    assertCarried(ip(47, "0000 88be", INNER), TunnelView.Kind.ERSPAN, BEHIND_IP + 4);
    assertThat(view.erspanType).isEqualTo(1);
    byte[] second = ip(47, "1000 88be 00000001" + "1abc b6ff 000 54321", INNER);
    assertCarried(second, TunnelView.Kind.ERSPAN, BEHIND_IP + 16);
    find(second);
    int at = view.erspan;
    assertThat(view.erspanType).isEqualTo(2);
    assertThat(view.innerMayBeCut).isTrue();
    assertThat(Erspan.version(second, at)).isEqualTo(1);
    assertThat(Erspan.vlan(second, at)).isEqualTo(0xABC);
    assertThat(Erspan.classOfService(second, at)).isEqualTo(5);
    assertThat(Erspan.isTruncated(second, at)).isTrue();
    assertThat(Erspan.session(second, at)).isEqualTo(0x2FF);
    assertThat(Erspan.index(second, at)).isEqualTo(0x54321);
    byte[] third = ip(47, "1000 22eb 00000001" + "2001 0005 89abcdef" + "1234 802a", INNER);
    assertCarried(third, TunnelView.Kind.ERSPAN, BEHIND_IP + 20);
    assertThat(view.erspanType).isEqualTo(3);
    at = view.erspan;
    assertThat(Erspan.timestamp(third, at)).isEqualTo(0x89ABCDEF);
    assertThat(Erspan.securityGroup(third, at)).isEqualTo(0x1234);
    assertThat(Erspan.frameType(third, at)).isZero();
    assertThat(Erspan.hardware(third, at)).isEqualTo(2);
    assertThat(Erspan.isEgress(third, at)).isTrue();
    assertThat(Erspan.granularity(third, at)).isEqualTo(1);
    assertThat(Erspan.hasPlatform(third, at)).isFalse();
    assertCarried(ip(47, "1000 22eb 00000001" + "2001 0005 89abcdef" + "1234 0001" + "0102030405060708", INNER),
        TunnelView.Kind.ERSPAN, BEHIND_IP + 28);
    assertThat(find(ip(47, "1000 22eb 00000001" + "2001 0005 89abcdef" + "1234 0800", ipOf(INNER)))).isTrue();
    assertThat(view.innerType).isEqualTo(LinkType.RAW_IP);
  }

  private static byte[] ipOf(byte[] ethernet) {
    return Arrays.copyOfRange(ethernet, IP, ethernet.length);
  }

  @Test
  void readsVxlan() {
    byte[] bytes = udp(4789, "8800 beef 123456 00", INNER);
    assertCarried(bytes, TunnelView.Kind.VXLAN, BEHIND_UDP + 8);
    int at = BEHIND_UDP;
    assertThat(Vxlan.network(bytes, at)).isEqualTo(0x123456);
    assertThat(Vxlan.hasGroup(bytes, at)).isTrue();
    assertThat(Vxlan.group(bytes, at)).isEqualTo(0xBEEF);
    assertCarried(udp(8472, "0800 0000 ffffff 00", INNER), TunnelView.Kind.VXLAN, BEHIND_UDP + 8);
    assertCarried(udp(4790, "0c00 0003 000001 00", INNER), TunnelView.Kind.VXLAN, BEHIND_UDP + 8);
    assertCarried(udp(4790, "0800 0000 000001 00", INNER), TunnelView.Kind.VXLAN, BEHIND_UDP + 8);
    assertThat(find(udp(4790, "0c00 0001 000001 00", ipOf(INNER)))).isTrue();
    assertThat(view.innerType).isEqualTo(LinkType.IPV4);
    assertThat(find(udp(8472, "0000 0000 000001 00", INNER))).isFalse();
    assertThat(view.kind).as("something else at a port that is not assigned to it").isEqualTo(TunnelView.Kind.NONE);
  }

  @Test
  void readsGeneve() {
    byte[] bytes = udp(6081, "02c0 6558 123456 00" + "0103 0001 deadbeef", INNER);
    assertCarried(bytes, TunnelView.Kind.GENEVE, BEHIND_UDP + 16);
    assertThat(Geneve.network(bytes, BEHIND_UDP)).isEqualTo(0x123456);
    assertThat(Geneve.isControl(bytes, BEHIND_UDP)).isTrue();
    assertThat(Geneve.isCritical(bytes, BEHIND_UDP)).isTrue();
    assertThat(Geneve.optionBytes(bytes, BEHIND_UDP)).isEqualTo(8);
    assertThat(find(udp(6081, "0000 86dd 123456 00", ipOf(INNER)))).isTrue();
    assertThat(view.innerType).isEqualTo(LinkType.IPV6);
  }

  @Test
  void readsLabels() {
    byte[] control = ip(137, "00064 c 3c 000c8 3 3b 00000000", INNER);
    assertCarried(control, TunnelView.Kind.MPLS, BEHIND_IP + 12);
    assertThat(view.labels).isEqualTo(2);
    assertThat(Mpls.label(control, BEHIND_IP)).isEqualTo(100);
    assertThat(Mpls.trafficClass(control, BEHIND_IP)).isEqualTo(6);
    assertThat(Mpls.ttl(control, BEHIND_IP)).isEqualTo(60);
    assertThat(Mpls.trafficClass(control, BEHIND_IP + 4)).isEqualTo(1);
    assertThat(find(udp(6635, "00064 1 3c", ipOf(INNER)))).isTrue();
    assertThat(view.innerType).isEqualTo(LinkType.IPV4);
    byte[] packet = ipOf(INNER);
    byte[] ethernet = join(HEX.parseHex("0200000000020200000000018847" + "0006413c"), packet);
    assertThat(find(ethernet)).isTrue();
    assertThat(view.kind).isEqualTo(TunnelView.Kind.MPLS);
    assertThat(view.inner).isEqualTo(IP + 4);
    assertThat(find(ip(47, "0000 8847 0006413c", packet))).isTrue();
    assertThat(view.kind).isEqualTo(TunnelView.Kind.GRE);
    assertThat(view.labels).isEqualTo(1);
  }

  @Test
  void readsIpInIp() {
    assertThat(find(ip(4, "", ipOf(INNER)))).isTrue();
    assertThat(view.kind).isEqualTo(TunnelView.Kind.IP_IN_IP);
    assertThat(view.innerType).isEqualTo(LinkType.IPV4);
    assertThat(find(ip(41, "", ipOf(INNER)))).isTrue();
    assertThat(view.innerType).isEqualTo(LinkType.IPV6);
  }

  @ParameterizedTest
  @CsvSource({"3001 880b 00000001 00000002, GRE of version 1; version 0 is read", "4000 0800 00000000, GRE with source routes",
      "0000 1234 00000000, GRE with protocol 0x1234", "2000 0800, the packet ends within the tunnel's header",
      "0000 0800, no packet follows the tunnel's header",
      "1000 88be 00000001 01020304 00000000 00, ERSPAN II of version 0; version 1 is read",
      "1000 22eb 00000001 11020304 00000000 00000000, ERSPAN III of version 1; version 2 is read",
      "1000 22eb 00000001 21020304 00000000 00000c00, ERSPAN with a frame of type 3",
      "1000 22eb 00000001 21020304 00000000 00000001, the packet ends within the tunnel's header",
      "0000 8847 00000101 10000000, a message of the pseudowire behind the MPLS labels"})
  void namesGreThatItDoesNotRead(String header, String why) {
    assertThat(find(ip(47, header, new byte[0]))).isFalse();
    assertThat(view.unread).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource({"4789, 0000 0000 000001 00, VXLAN without a network identifier",
      "4789, 0800 0000 0000, the packet ends within the tunnel's header",
      "4790, 3c00 0003 000001 00, VXLAN GPE of version 3; version 0 is read",
      "4790, 0c00 0081 000001 00, VXLAN GPE with next protocol 0x81",
      "6081, 4000 6558 000001 00, Geneve of version 1; version 0 is read",
      "6081, 0000 1234 000001 00, Geneve with protocol 0x1234",
      "6081, 3f00 6558 000001 00, the packet ends within the tunnel's header"})
  void namesTunnelsOverUdpThatItDoesNotRead(int port, String header, String why) {
    assertThat(find(udp(port, header, new byte[0]))).isFalse();
    assertThat(view.unread).isEqualTo(why);
    assertThat(view.inner).isEqualTo(ABSENT);
  }

  @Test
  void boundsLabels() {
    assertThat(find(ip(137, "0006403c".repeat(15) + "0006413c", ipOf(INNER)))).isTrue();
    assertThat(view.labels).isEqualTo(16);
    assertThat(find(ip(137, "0006403c".repeat(100_0), ipOf(INNER)))).isFalse();
    assertThat(view.unread).isEqualTo("more than 16 MPLS labels");
  }

  @Test
  void findsNothingInOtherPackets() {
    assertThat(find(INNER)).isFalse();
    assertThat(view.kind).isEqualTo(TunnelView.Kind.NONE);
    assertThat(find(udp(4788, "0800 0000 000001 00", INNER))).isFalse();
    byte[] fragment = ip(47, "0000 6558", INNER);
    fragment[IP + 6] = 0x20;
    assertThat(find(fragment)).isFalse();
    assertThat(view.kind).isEqualTo(TunnelView.Kind.NONE);
  }

  @Test
  void anyBytesAreAnOutcome() {
    var random = new SplittableRandom(8);
    int[] protocols = {4, 41, 47, 137};
    int[] ports = {4789, 8472, 4790, 6081, 6635, 4754};
    int found = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] inside = new byte[random.nextInt(90)];
      random.nextBytes(inside);
      for (int at = 0; at < Math.min(inside.length, 4); at++) {
        inside[at] = random.nextInt(3) == 0 ? inside[at] : HEX.parseHex("0000655888be22eb08008847")[random.nextInt(12)];
      }
      byte[] bytes = random.nextBoolean()
          ? ip(protocols[random.nextInt(protocols.length)], "", inside)
          : udp(ports[random.nextInt(ports.length)], "", inside);
      int captured = random.nextInt(bytes.length + 1);
      byte[] there = Arrays.copyOf(bytes, bytes.length);
      if (find(there, captured)) {
        found++;
        assertThat(view.inner).isBetween(BEHIND_IP, captured - 1);
        assertThat(view.inner + view.innerBytes).isLessThanOrEqualTo(bytes.length);
        assertThat(view.unread).isNull();
      }
    }
    assertThat(found).isGreaterThan(1000);
  }
}
