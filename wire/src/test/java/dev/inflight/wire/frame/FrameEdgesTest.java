package dev.inflight.wire.frame;

import static dev.inflight.telemetry.DecodeStatus.MALFORMED;
import static dev.inflight.telemetry.DecodeStatus.READ;
import static dev.inflight.telemetry.DecodeStatus.TRUNCATED;
import static dev.inflight.telemetry.DecodeStatus.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.pcap.LinkType;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Headers of the link and network layers that end with their frame, and headers in front of and inside them. */
class FrameEdgesTest {
  private static final int AT = 3;
  private static final int IPV6_BYTES = 40;
  private static final int NO_NEXT_HEADER = 59;
  private static final int OSPF = 89;

  private final FrameView view = TestFormats.viewOfAll();

  /** Parses a frame that ends where its array does. */
  private DecodeStatus parse(byte[] frame, LinkType linkType) {
    byte[] shifted = new byte[AT + frame.length];
    System.arraycopy(frame, 0, shifted, AT, frame.length);
    DecodeStatus outcome = view.parse(shifted, AT, frame.length, linkType);
    assertThat(view.bytes).isSameAs(shifted);
    assertThat(view.end).isEqualTo(shifted.length);
    return outcome;
  }

  private DecodeStatus parse(byte[] frame) {
    return parse(frame, LinkType.ETHERNET);
  }

  @Test
  void newViewIsEmpty() {
    for (FrameView fresh : new FrameView[] {view, new FrameView(TestFormats.ON_THE_WIRE)}) {
      assertThat(new int[] {fresh.type, fresh.tag, fresh.ip, fresh.udp, fresh.tcp, fresh.tcpProbe, fresh.telemetryAt,
          fresh.telemetryRest, fresh.bth, fresh.deth, fresh.reth, fresh.aeth, fresh.arrival, fresh.immediate, fresh.payload,
          fresh.icrc}).containsOnly(FrameView.ABSENT);
      assertThat(fresh.isIpv6()).isFalse();
      assertThat(fresh.kind).isEqualTo(FrameView.Kind.OTHER);
    }
  }

  @Test
  void linkLayerHeaders() {
    byte[] ethernet = new byte[Ethernet.HEADER_BYTES];
    Ethernet.write(ethernet, 0, 1, 2, Ethernet.IPV4);
    assertEnds(ethernet, LinkType.ETHERNET, 12);
    assertEnds(HexFormat.of().parseHex("000000010006020000000001ffff" + "0800"), LinkType.LINUX_COOKED, 14);
    assertEnds(HexFormat.of().parseHex("0800" + "0000" + "00000003" + "0001" + "00" + "06" + "0200000000010000"),
        LinkType.LINUX_COOKED_V2, 0);
  }

  private void assertEnds(byte[] header, LinkType linkType, int type) {
    for (int length = 0; length <= header.length; length++) {
      assertThat(parse(Arrays.copyOf(header, length), linkType)).isEqualTo(TRUNCATED);
      assertThat(view.type).as("%s of %d bytes", linkType, length)
          .isEqualTo(length == header.length ? AT + type : FrameView.ABSENT);
      assertThat(view.isIpv6()).isFalse();
    }
  }

  @Test
  void outermostTagCounts() {
    TestFrame frame = TestFrame.write(false, 20).withTag().withTag().with(CsigFormat.DEFAULT, PathQuery.UTILIZATION);
    byte[] bytes = frame.bytes();
    assertThat(parse(bytes)).isEqualTo(READ);
    assertThat(view.tag).isEqualTo(AT + 12);
    assertThat(view.telemetryAt).isEqualTo(AT + 20);
    assertThat(view.type).isEqualTo(AT + 24);
    for (int length = 14; length < 26; length++) { // a tag is whole with the EtherType behind it
      assertThat(parse(Arrays.copyOf(bytes, length))).isEqualTo(TRUNCATED);
      assertThat(view.tag).isEqualTo(length < 18 ? FrameView.ABSENT : AT + 12);
      assertThat(view.telemetry).isNull();
      assertThat(view.ip).isEqualTo(FrameView.ABSENT);
    }
    parse(Arrays.copyOf(bytes, 26));
    assertThat(view.telemetry).isSameAs(CsigFormat.DEFAULT);
  }

  /** Frames to another address, and a cooked frame with an address that resembles the rest of a PFC frame. */
  @Test
  void framesLikePausesAreNotPauses() {
    byte[] frame = new byte[60];
    Pfc.write(frame, 0, 3);
    assertThat(parse(frame)).isEqualTo(READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.PFC);
    frame[0] = frame[12];
    frame[1] = frame[13];
    for (LinkType link : List.of(LinkType.ETHERNET, LinkType.LINUX_COOKED_V2)) {
      assertThat(parse(frame, link)).isEqualTo(UNSUPPORTED);
      assertThat(view.kind).isEqualTo(FrameView.Kind.OTHER);
    }
  }

  @Test
  void ipv4Headers() {
    byte[] packet = new byte[24];
    Ipv4.write(packet, 0, 20, OSPF);
    assertThat(parse(Arrays.copyOf(packet, 20), LinkType.IPV4)).isEqualTo(UNSUPPORTED);
    assertThat(parse(Arrays.copyOf(packet, 19), LinkType.IPV4)).isEqualTo(TRUNCATED);
    Ipv4.changeTotalBytes(packet, 0, 19);
    assertThat(parse(packet, LinkType.IPV4)).isEqualTo(MALFORMED);
    packet[0] = 0x46; // with 4 bytes of options
    Ipv4.changeTotalBytes(packet, 0, 23);
    assertThat(parse(packet, LinkType.IPV4)).isEqualTo(MALFORMED);
    assertThat(view.ip).isEqualTo(FrameView.ABSENT);
    Ipv4.changeTotalBytes(packet, 0, 24);
    assertThat(parse(packet, LinkType.IPV4)).isEqualTo(UNSUPPORTED);
    assertThat(view.ip).isEqualTo(AT);
    packet[0] = 0x44; // a header of 16 bytes
    assertThat(parse(packet, LinkType.IPV4)).isEqualTo(MALFORMED);
    packet[0] = 0x55;
    assertThat(parse(packet, LinkType.IPV4)).isEqualTo(MALFORMED);
  }

  @Test
  void ipv6Headers() {
    byte[] packet = new byte[IPV6_BYTES];
    Ipv6.write(packet, 0, 0, NO_NEXT_HEADER);
    assertThat(parse(packet, LinkType.IPV6)).isEqualTo(UNSUPPORTED);
    assertThat(view.isIpv6()).isTrue();
    assertThat(parse(Arrays.copyOf(packet, 39), LinkType.IPV6)).isEqualTo(TRUNCATED);
    assertThat(parse(new byte[0], LinkType.RAW_IP)).isEqualTo(TRUNCATED);
  }

  /** Packet with one header of options, in which data may precede IOAM. */
  private static byte[] withOptions(int kind, String options) {
    byte[] body = HexFormat.of().parseHex(options);
    assertThat((2 + body.length) % 8).isZero();
    byte[] packet = new byte[IPV6_BYTES + 2 + body.length];
    Ipv6.write(packet, 0, packet.length - IPV6_BYTES, kind);
    packet[IPV6_BYTES] = NO_NEXT_HEADER;
    packet[IPV6_BYTES + 1] = (byte) ((2 + body.length) / 8 - 1);
    System.arraycopy(body, 0, packet, IPV6_BYTES + 2, body.length);
    return packet;
  }

  private boolean findsIoam(int kind, String options) {
    byte[] packet = withOptions(kind, options);
    assertThat(parse(packet, LinkType.IPV6)).isEqualTo(UNSUPPORTED);
    assertThat(view.optionsCount).isEqualTo(1);
    if (view.telemetry == null) {
      return false;
    }
    assertThat(view.telemetry).isSameAs(IoamFormat.DEFAULT);
    assertThat(view.telemetryAt).isEqualTo(AT + IPV6_BYTES);
    assertThat(view.telemetryBytes).isEqualTo(packet.length - IPV6_BYTES);
    return true;
  }

  @Test
  void hopByHopOptionsInFrontOfTelemetry() {
    String ioam = "3102" + "0000";
    int hopByHop = Ipv6.HOP_BY_HOP;
    assertThat(findsIoam(hopByHop, ioam + "0100")).isTrue();
    assertThat(findsIoam(hopByHop, "0000" + ioam)).as("behind two bytes of padding").isTrue();
    assertThat(findsIoam(hopByHop, "0100" + ioam)).as("behind padding of two bytes").isTrue();
    assertThat(findsIoam(hopByHop, "00" + "1e0131" + "00" + "31")).as("in its last byte").isTrue();
    assertThat(findsIoam(hopByHop, "1e04" + ioam)).as("inside of another option").isFalse();
    assertThat(findsIoam(hopByHop, "1e02" + "3100" + "0100")).as("inside of another option").isFalse();
    assertThat(findsIoam(hopByHop, "0103" + "000000" + "1e")).as("an option without a length at the end").isFalse();
    assertThat(findsIoam(hopByHop, "1eff" + ioam)).as("behind an option that is longer than the header").isFalse();
    assertThat(findsIoam(Ipv6.DESTINATION_OPTIONS, ioam + "0100")).as("not for every hop").isFalse();
  }

  @Test
  void extensionHeadersThatDoNotFit() {
    byte[] packet = withOptions(Ipv6.ROUTING, "000000000000");
    assertThat(parse(packet, LinkType.IPV6)).isEqualTo(UNSUPPORTED);
    assertThat(view.optionsCount).isZero();
    packet[IPV6_BYTES + 1] = 1; // states 16 bytes, and there are 8
    assertThat(parse(packet, LinkType.IPV6)).isEqualTo(MALFORMED);
    packet[IPV6_BYTES + 1] = 0;
    packet[IPV6_BYTES] = Ipv6.DESTINATION_OPTIONS; // no byte of it is present
    assertThat(parse(packet, LinkType.IPV6)).isEqualTo(MALFORMED);
  }
}
