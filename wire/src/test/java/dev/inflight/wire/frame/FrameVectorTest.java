package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.InternetChecksum;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Frames of other projects: positions of their parts, and the changes by a further switch. */
class FrameVectorTest {
  private static final int IP = 14;
  private static final int INT_HOP_BYTES = 40; // 0xFE00
  private static final int INT_BYTES = 16 + 2 * INT_HOP_BYTES;
  private static final int IFA_BYTES = 8 + 64;
  private static final long RATE = 100_000_000_000L;

  private final FrameView view = TestFormats.viewOfAll();
  private byte[] frame = new byte[0];

  private void parse(Vector vector) {
    frame = vector.bytes();
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
  }

  private void assertInt(FrameView.Kind kind, int transport, int telemetry) {
    assertThat(view.kind).isEqualTo(kind);
    assertThat(view.telemetry).isSameAs(IntFormat.DEFAULT);
    assertThat(view.telemetryAt).isEqualTo(telemetry);
    assertThat(view.telemetryBytes).isEqualTo(INT_BYTES);
    assertThat(kind == FrameView.Kind.TCP ? view.tcp : view.udp).isEqualTo(transport);
    assertThat(view.payload).isEqualTo(telemetry + INT_BYTES);
    assertThat(view.payloadBytes).isEqualTo(64);
    assertThat(Arrays.copyOfRange(frame, view.payload, frame.length)).containsOnly('a');
    assertThat(view.bth).isEqualTo(FrameView.ABSENT);
  }

  @Test
  void intByDscpOverUdp() {
    parse(Vector.INT_UDP_DSCP);
    assertInt(FrameView.Kind.UDP, IP + 20, IP + 28);
  }

  @Test
  void intByDscpOverTcp() {
    parse(Vector.INT_TCP_DSCP);
    assertInt(FrameView.Kind.TCP, IP + 20, IP + 40);
  }

  @Test
  void intByPort() {
    parse(Vector.INT_UDP_PORT);
    assertInt(FrameView.Kind.UDP, IP + 20, IP + 28);
    parse(Vector.INT_IPV6_PORT);
    assertInt(FrameView.Kind.UDP, IP + 40, IP + 48);
  }

  @Test
  void withoutItsDscpItIsPayload() {
    frame = Vector.INT_UDP_DSCP.bytes();
    var without = new FrameView(TestFormats.ALL);
    assertThat(without.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(without.telemetry).isNull();
    assertThat(without.payloadBytes).isEqualTo(INT_BYTES + 64);
  }

  @Test
  void ifa() {
    parse(Vector.IFA);
    assertThat(view.kind).isEqualTo(FrameView.Kind.UDP);
    assertThat(view.telemetry).isSameAs(TestFormats.PUBLISHED_IFA);
    assertThat(view.telemetryAt).isEqualTo(IP + 20);
    assertThat(view.udp).isEqualTo(IP + 24);
    assertThat(view.telemetryRest).isEqualTo(IP + 32);
    assertThat(view.telemetryBytes).isEqualTo(IFA_BYTES);
    assertThat(view.payload).isEqualTo(IP + 32 + IFA_BYTES - 4);
    assertThat(view.payloadBytes).isEqualTo(64);
    byte[] gathered = new byte[IFA_BYTES];
    assertThat(view.copyTelemetry(gathered, 0)).isEqualTo(IFA_BYTES);
    assertThat(Arrays.copyOf(gathered, 4)).isEqualTo(Arrays.copyOfRange(frame, IP + 20, IP + 24));
    assertThat(Arrays.copyOfRange(gathered, 4, IFA_BYTES)).isEqualTo(Arrays.copyOfRange(frame, IP + 32, IP + 32 + IFA_BYTES - 4));
  }

  private int stamped(Vector vector, TelemetryFormat format) {
    byte[] published = vector.bytes();
    frame = Arrays.copyOf(published, published.length + 100);
    var transit = new FrameForwarder(view, format, new EgressLink(5, 6, RATE), false);
    var snapshot = new PortSnapshot();
    snapshot.nowPs = 5_000_000_000L;
    int length = transit.forward(frame, 0, published.length, frame.length, snapshot, false);
    assertThat(view.parse(frame, 0, length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.telemetry).isSameAs(format);
    assertThat(view.ipEnd).isEqualTo(length);
    assertThat(view.isIpv6() || Ipv4.checksumMatches(frame, IP)).isTrue();
    assertThat(view.payloadBytes).isEqualTo(64);
    assertThat(Arrays.copyOfRange(frame, view.payload, length)).containsOnly('a');
    return length - published.length;
  }

  @Test
  void aThirdHopKeepsUdpRight() {
    for (Vector vector : new Vector[] {Vector.INT_UDP_DSCP, Vector.INT_UDP_PORT, Vector.INT_IPV6_PORT}) {
      assertThat(stamped(vector, IntFormat.DEFAULT)).isEqualTo(INT_HOP_BYTES);
      assertThat(Udp.length(frame, view.udp)).isEqualTo(Udp.length(vector.bytes(), view.udp) + INT_HOP_BYTES);
      assertThat(Udp.checksum(frame, view.udp)).isNotZero();
      assertThat(Udp.checksumMatches(frame, view.udp, IP)).isTrue();
    }
  }

  @Test
  void aThirdHopKeepsTcpRight() {
    assertThat(stamped(Vector.INT_TCP_DSCP, IntFormat.DEFAULT)).isEqualTo(INT_HOP_BYTES);
    int length = view.ipEnd - view.tcp;
    assertThat(InternetChecksum.add(InternetChecksum.pseudoHeader(frame, IP, Ipv4.TCP, length),
        InternetChecksum.sum(frame, view.tcp, length))).isEqualTo(0xFFFF);
  }

  /** This sender includes the metadata in UDP's length, so that a further hop must too. */
  @Test
  void aThirdHopKeepsUdpInsideOfIfaRight() {
    assertThat(stamped(Vector.IFA, TestFormats.PUBLISHED_IFA)).isEqualTo(32);
    assertThat(Udp.length(frame, view.udp)).isEqualTo(140 + 32);
    assertThat(Udp.checksumMatches(frame, view.udp, IP)).isTrue();
  }

  /** NPT 2: another transport header follows, which is not parsed; hops may still write. */
  @Test
  void intInFrontOfAnotherTransport() {
    frame = Arrays.copyOf(Vector.INT_UDP_PORT.bytes(), 300);
    int length = Vector.INT_UDP_PORT.bytes().length;
    frame[IP + 28] = 0x18;
    Udp.checksum(frame, IP + 20, 0);
    assertThat(view.parse(frame, 0, length)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.telemetry).isSameAs(IntFormat.DEFAULT);
    assertThat(view.payload).isEqualTo(IP + 28 + INT_BYTES);
    var transit = new FrameForwarder(view, IntFormat.DEFAULT, new EgressLink(5, 6, RATE), false);
    assertThat(transit.forward(frame, 0, length, frame.length, new PortSnapshot(), false)).isEqualTo(length + INT_HOP_BYTES);
  }

  /** The published frame with TCP instead of UDP. */
  @Test
  void ifaAroundTcp() {
    byte[] published = Vector.IFA.bytes();
    frame = new byte[published.length + 12 + 100];
    int rest = IP + 32;
    System.arraycopy(published, 0, frame, 0, rest);
    System.arraycopy(published, rest, frame, rest + 12, published.length - rest);
    frame[IP + 21] = Ipv4.TCP;
    frame[IP + 24 + 12] = 0x50;
    Ipv4.changeTotalBytes(frame, IP, Ipv4.totalBytes(frame, IP) + 12);
    byte[] before = Arrays.copyOfRange(frame, IP + 24, IP + 44);
    int length = published.length + 12;
    var transit = new FrameForwarder(view, TestFormats.PUBLISHED_IFA, new EgressLink(5, 6, RATE), false);
    assertThat(transit.forward(frame, 0, length, frame.length, new PortSnapshot(), false)).isEqualTo(length + 32);
    assertThat(view.parse(frame, 0, length + 32)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.tcp).isEqualTo(IP + 24);
    assertThat(view.telemetryBytes).isEqualTo(IFA_BYTES + 32);
    assertThat(view.payloadBytes).isEqualTo(64);
    assertThat(Arrays.copyOfRange(frame, view.payload, length + 32)).containsOnly('a');
    assertThat(Arrays.copyOfRange(frame, IP + 24, IP + 44)).isEqualTo(before);
    assertThat(Ipv4.checksumMatches(frame, IP)).isTrue();
  }

  /** The rest of one frame's telemetry in the port does not affect the next frame's checksum. */
  @Test
  void longAndShortTelemetryInTurn() {
    var port = new FrameForwarder(view, TestFormats.PUBLISHED_IFA, new EgressLink(5, 6, RATE), false);
    byte[] published = Vector.IFA.bytes();
    for (int hops : new int[] {3, 1, 2}) {
      frame = Arrays.copyOf(published, published.length + 100);
      int length = published.length;
      for (int hop = 0; hop < hops; hop++) {
        length = port.forward(frame, 0, length, frame.length, new PortSnapshot(), false);
      }
      assertThat(length).isEqualTo(published.length + 32 * hops);
      assertThat(view.parse(frame, 0, length)).isEqualTo(DecodeStatus.READ);
      assertThat(Udp.checksumMatches(frame, view.udp, IP)).as("%d hops", hops).isTrue();
      assertThat(Arrays.copyOfRange(frame, view.payload, length)).containsOnly('a');
    }
  }
}
