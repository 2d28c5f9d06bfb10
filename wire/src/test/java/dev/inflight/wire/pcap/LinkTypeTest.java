package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameFuzz;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Pfc;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Frames that start with another header than Ethernet's, and IPv6 packets with several extension headers. */
class LinkTypeTest {
  private static final HexFormat HEX = HexFormat.of();
  private final FrameView view = TestFormats.viewOfAll();

  private static byte[] ip(byte[] ethernet) {
    return Arrays.copyOfRange(ethernet, Ethernet.HEADER_BYTES, ethernet.length);
  }

  private void assertSame(LinkType linkType, int headerBytes, byte[] frame, byte[] ethernet) {
    var plain = TestFormats.viewOfAll();
    assertThat(plain.parse(ethernet, 0, ethernet.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.parse(frame, 0, frame.length, linkType)).as("%s", linkType).isEqualTo(DecodeStatus.READ);
    int moved = headerBytes - Ethernet.HEADER_BYTES;
    assertThat(view.kind).isEqualTo(plain.kind);
    assertThat(view.ip).isEqualTo(plain.ip + moved);
    assertThat(view.udp).isEqualTo(plain.udp + moved);
    assertThat(view.payload).isEqualTo(plain.payload + moved);
    assertThat(view.payloadBytes).isEqualTo(plain.payloadBytes);
    assertThat(view.icrcMatches(new Icrc())).isEqualTo(plain.icrcMatches(new Icrc())).isTrue();
    for (int length = 0; length < frame.length; length++) {
      assertThat(view.parse(frame, 0, length, linkType)).as("%s, %d bytes", linkType, length).isEqualTo(DecodeStatus.TRUNCATED);
    }
  }

  @Test
  void theSamePacketBehindEachHeader() {
    for (boolean ipv6 : new boolean[] {false, true}) {
      byte[] ethernet = TestFrame.write(ipv6, 33).bytes();
      String type = ipv6 ? "86dd" : "0800";
      byte[] packet = ip(ethernet);
      assertSame(LinkType.RAW_IP, 0, packet, ethernet);
      assertSame(ipv6 ? LinkType.IPV6 : LinkType.IPV4, 0, packet, ethernet);
      assertSame(LinkType.LINUX_COOKED, 16, PcapngBytes.join(HEX.parseHex("000000010006020000000001ffff" + type), packet),
          ethernet);
      assertSame(LinkType.LINUX_COOKED, 20,
          PcapngBytes.join(HEX.parseHex("000000010006020000000001ffff" + "81000007" + type), packet), ethernet);
      assertSame(LinkType.LINUX_COOKED_V2, 20,
          PcapngBytes.join(HEX.parseHex(type + "0000" + "00000003" + "0001" + "00" + "06" + "0200000000010000"), packet),
          ethernet);
      assertSame(LinkType.LOOPBACK, 4, PcapngBytes.join(HEX.parseHex(ipv6 ? "1e000000" : "00000002"), packet), ethernet);
      assertThat(view.parse(packet, 0, packet.length, ipv6 ? LinkType.IPV4 : LinkType.IPV6)).isEqualTo(DecodeStatus.MALFORMED);
    }
  }

  @Test
  void onlyEthernetHasPauses() {
    byte[] pause = new byte[60];
    Pfc.write(pause, 0, 3);
    assertThat(view.parse(pause, 0, 60)).isEqualTo(DecodeStatus.READ);
    byte[] cooked = PcapngBytes.join(HEX.parseHex("0000000100060200000000010000"), Arrays.copyOfRange(pause, 12, 60));
    assertThat(view.parse(cooked, 0, cooked.length, LinkType.LINUX_COOKED)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  @Test
  void extensionHeadersOneAfterTheOther() {
    byte[] ethernet = TestFrame.write(true, 33).bytes();
    byte[] packet = ip(ethernet);
    String hopByHop = "3c" + "00" + "010400000000";
    String destination = "2b" + "01" + "010c" + "00".repeat(12);
    String routing = "3c" + "00" + "040000000000";
    String last = "11" + "00" + "1102cafe0100";
    byte[] options = HEX.parseHex(hopByHop + destination + routing + last);
    byte[] frame = PcapngBytes.join(Arrays.copyOf(packet, 40), options, Arrays.copyOfRange(packet, 40, packet.length));
    frame[6] = 0;
    Ipv6.payloadBytes(frame, 0, frame.length - 40);
    assertThat(view.parse(frame, 0, frame.length, LinkType.IPV6)).isEqualTo(DecodeStatus.READ);
    assertThat(List.of(view.optionsCount, view.optionsOffset(0), view.optionsOffset(1), view.optionsOffset(2))).containsExactly(3,
        40, 48, 72);
    assertThat(view.udp).isEqualTo(80);
    assertThat(view.opcode).isNotEqualTo(Opcode.UNKNOWN);
    assertThat(view.headers.count()).isZero();
    frame[73] = (byte) 0xFF; // longer than the packet
    assertThat(view.parse(frame, 0, frame.length, LinkType.IPV6)).isEqualTo(DecodeStatus.MALFORMED);
    frame[73] = 0;
    frame[72] = 0; // hop-by-hop options are only allowed directly behind the IPv6 header
    assertThat(view.parse(frame, 0, frame.length, LinkType.IPV6)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  @Test
  void anyBytesAreAnOutcome() {
    var random = new SplittableRandom(4);
    var fuzz = new FrameFuzz();
    byte[] packet = ip(TestFrame.write(true, 33).bytes());
    for (int round = 0; round < 5000; round++) {
      byte[] bad = Arrays.copyOf(packet, random.nextInt(packet.length + 1));
      for (int change = random.nextInt(6); change > 0 && bad.length > 0; change--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(64);
      }
      fuzz.accept(bad);
    }
  }

  @Test
  void messagesNameTheHeader() {
    assertThat(LinkType.ETHERNET.header()).isEqualTo("the Ethernet header");
    assertThat(LinkType.RAW_IP.header()).isEqualTo(LinkType.IPV4.header()).isEqualTo(LinkType.IPV6.header())
        .isEqualTo("the start of the frame");
    assertThat(LinkType.LINUX_COOKED.header()).isEqualTo(LinkType.LINUX_COOKED_V2.header()).isEqualTo("the Linux cooked header");
  }

  @Test
  void unknownNumberHasNoName() {
    assertThat(LinkType.LOOPBACK.header()).isEqualTo("the loopback header");
    assertThat(LinkType.of(0)).isEqualTo(LinkType.of(108)).isEqualTo(LinkType.LOOPBACK);
    assertThat(LinkType.name(127)).isEqualTo("127 (IEEE 802.11 with radiotap)");
    assertThat(LinkType.name(300)).isEqualTo("300");
    assertThat(LinkType.name(9)).isEqualTo("9 (PPP)");
    assertThat(LinkType.of(300)).isNull();
  }
}
