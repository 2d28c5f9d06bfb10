package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameForwarderTest {
  private static final int AT = 5;
  private static final int ROOM = 4000;
  private static final int PAYLOAD = 333;
  private static final long RATE = 100_000_000_000L;
  private static final int HOPS = 7;

  private final byte[] bytes = new byte[ROOM];
  private final FrameView view = new FrameView(TestFormats.ON_THE_WIRE);
  private final Icrc icrc = new Icrc();
  private int length;

  private void put(byte[] frame) {
    Arrays.fill(bytes, (byte) 0xEE);
    System.arraycopy(frame, 0, bytes, AT, frame.length);
    length = frame.length;
  }

  private static EgressLink link(int hop) {
    return new EgressLink(0x100 + hop, hop + 1, RATE);
  }

  private static PortSnapshot snapshot(int hop) {
    var snapshot = new PortSnapshot();
    snapshot.nowPs = 1_000_000_000L * (hop + 1);
    snapshot.arrivedPs = snapshot.nowPs - 1_000_000;
    snapshot.sentBytes = 1_000_000L * (hop + 1);
    snapshot.queueBytes = 8_000L * hop;
    snapshot.ingressPort = hop + 3;
    snapshot.hopLimit = 64;
    return snapshot;
  }

  private int forward(TelemetryFormat format, int hop, int limit) {
    return new FrameForwarder(view, format, link(hop), false).forward(bytes, AT, length, limit, snapshot(hop), false);
  }

  /** Expected telemetry: the same hops, written into a separate array. */
  private static byte[] expected(TelemetryFormat format, PathQuery question, int hops) {
    var header = new TelemetryHeader(format, format.maxHops()).begin(question);
    for (int hop = 0; hop < hops; hop++) {
      header.stamp(format.stamper(link(hop)), snapshot(hop));
    }
    return Arrays.copyOf(header.bytes(), header.length());
  }

  private byte[] telemetry() {
    byte[] gathered = new byte[view.telemetryBytes];
    view.copyTelemetry(gathered, 0);
    return gathered;
  }

  private void assertSound(TelemetryFormat format, byte[] original, byte[] telemetry) {
    assertThat(view.parse(bytes, AT, length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.telemetry).isSameAs(format);
    assertThat(telemetry()).isEqualTo(telemetry);
    assertThat(view.icrcMatches(icrc)).isTrue();
    assertThat(view.ipEnd).isEqualTo(AT + length);
    if (!view.isIpv6()) {
      assertThat(Ipv4.checksumMatches(bytes, view.ip)).isTrue();
    }
    int udpBytes = Udp.length(bytes, view.udp);
    int foreign = format.placement() == HeaderPlacement.AROUND_UDP ? telemetry.length - 4 : 0;
    assertThat(udpBytes).isEqualTo(AT + length - view.udp - foreign);
    assertUdpChecksum(foreign);
    assertThat(view.payloadBytes).isEqualTo(PAYLOAD);
    int behindBth = original.length - 14 - (view.isIpv6() ? 40 : 20) - 8;
    assertThat(Arrays.copyOfRange(bytes, AT + length - behindBth, AT + length))
        .isEqualTo(Arrays.copyOfRange(original, original.length - behindBth, original.length));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + length]).isEqualTo((byte) 0xEE);
  }

  /** UDP's checksum does not cover metadata that are foreign to UDP. */
  private void assertUdpChecksum(int foreign) {
    int udp = view.udp;
    assertThat(Udp.checksum(bytes, udp)).isNotZero();
    byte[] own = new byte[ROOM];
    System.arraycopy(bytes, view.ip, own, 0, 40);
    System.arraycopy(bytes, udp, own, 40, 8);
    System.arraycopy(bytes, udp + 8 + foreign, own, 48, AT + length - udp - 8 - foreign);
    assertThat(Udp.checksumMatches(own, 40, 0)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void hopsWriteAndAllStaysRight(TelemetryFormat format, boolean ipv6) {
    byte[] original = TestFrame.write(ipv6, PAYLOAD).bytes();
    for (PathQuery question : PathQuery.values()) {
      put(TestFrame.write(ipv6, PAYLOAD).withUdpChecksum().with(format, question).bytes());
      if (format.placement() == HeaderPlacement.AFTER_UDP) { // which UDP's checksum covers
        view.parse(bytes, AT, length);
        Udp.writeChecksum(bytes, view.udp, view.ip);
      }
      for (int hop = 0; hop < Math.min(HOPS, format.maxHops()); hop++) {
        int before = length;
        length = forward(format, hop, ROOM - 1);
        byte[] expected = expected(format, question, hop + 1);
        assertThat(length - before).isEqualTo(expected.length - expected(format, question, hop).length);
        assertSound(format, original, expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void anAbsentUdpChecksumStaysAbsentAndTagsStay(TelemetryFormat format, boolean ipv6) {
    put(TestFrame.write(ipv6, PAYLOAD).withTag().with(format, PathQuery.UTILIZATION).bytes());
    length = forward(format, 0, ROOM);
    assertThat(view.parse(bytes, AT, length)).isEqualTo(DecodeStatus.READ);
    assertThat(Udp.checksum(bytes, view.udp)).isZero();
    assertThat(view.tag).isNotEqualTo(FrameView.ABSENT);
    assertThat(telemetry()).isEqualTo(expected(format, PathQuery.UTILIZATION, 1));
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void wherePlaceLacksTheFrameIsForwarded(TelemetryFormat format, boolean ipv6) {
    put(TestFrame.write(ipv6, PAYLOAD).withUdpChecksum().with(format, PathQuery.UTILIZATION).bytes());
    view.parse(bytes, AT, length);
    if (format.placement() == HeaderPlacement.AFTER_UDP) {
      Udp.writeChecksum(bytes, view.udp, view.ip);
    }
    int before = length;
    int oneHop = expected(format, PathQuery.UTILIZATION, 1).length;
    int grows = oneHop - view.telemetryBytes;
    length = forward(format, 0, AT + length + Math.max(0, grows - 1));
    assertThat(length).isEqualTo(before);
    assertThat(view.parse(bytes, AT, length)).isEqualTo(DecodeStatus.READ);
    // Formats with a flag for lack of room set it, and the checksums follow.
    var header = new TelemetryHeader(format, 0).begin(PathQuery.UTILIZATION);
    int grown = format.stamper(link(0)).stamp(header.bytes(), 0, header.length(), header.length(), snapshot(0));
    assertThat(grown).isZero();
    assertThat(telemetry()).isEqualTo(Arrays.copyOf(header.bytes(), header.length()));
    assertUdpChecksum(format.placement() == HeaderPlacement.AROUND_UDP ? view.telemetryBytes - 4 : 0);
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void paddingMovesAlong(TelemetryFormat format, boolean ipv6) {
    put(TestFrame.write(ipv6, 0).with(format, PathQuery.UTILIZATION).withPadding(9).bytes());
    length = forward(format, 0, ROOM);
    assertThat(view.parse(bytes, AT, length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.end - view.ipEnd).isEqualTo(9);
    assertThat(Arrays.copyOfRange(bytes, view.ipEnd, view.end)).containsOnly(0);
    assertThat(telemetry()).isEqualTo(expected(format, PathQuery.UTILIZATION, 1));
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void foreignAndBrokenFramesStayAsTheyAre(TelemetryFormat format, boolean ipv6) {
    assertUntouched(format, TestFrame.write(ipv6, PAYLOAD).bytes());
    assertUntouched(format, Vector.UC_IPV4.bytes());
    assertUntouched(format, FrameViewTest.roceV1Frame());
    byte[] pause = new byte[60];
    Pfc.write(pause, 0, 1);
    assertUntouched(format, pause);
    byte[] broken = TestFrame.write(ipv6, PAYLOAD).with(format, PathQuery.UTILIZATION).bytes();
    for (int cut = 1; cut < broken.length; cut += 3) {
      assertUntouched(format, Arrays.copyOf(broken, broken.length - cut));
    }
    for (TelemetryFormat other : TestFormats.ON_THE_WIRE) {
      if (other != format && (ipv6 || !other.placement().needsIpv6())) {
        assertUntouched(format, TestFrame.write(ipv6, PAYLOAD).with(other, PathQuery.UTILIZATION).bytes());
      }
    }
  }

  private void assertUntouched(TelemetryFormat format, byte[] frame) {
    put(frame);
    byte[] before = bytes.clone();
    assertThat(forward(format, 0, ROOM)).isEqualTo(length);
    assertThat(bytes).isEqualTo(before);
  }

  @Test
  void aRouterTakesOneOffTheHopLimitAndMarks() {
    for (boolean ipv6 : new boolean[] {false, true}) {
      TestFrame frame = TestFrame.write(ipv6, PAYLOAD).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION);
      put(frame.bytes());
      var transit = new FrameForwarder(NativeFormat.DEFAULT, link(0), true);
      PortSnapshot snapshot = snapshot(0);
      int ip = AT + frame.ip();
      for (int hop = 1; hop < 64; hop++) {
        length = transit.forward(bytes, AT, length, ROOM, snapshot, hop == 9);
        assertThat(snapshot.hopLimit).isEqualTo(64 - hop);
        assertThat(ipv6 ? Ipv6.hopLimit(bytes, ip) : Ipv4.ttl(bytes, ip)).isEqualTo(64 - hop);
        assertThat(ipv6 ? Ipv6.ecn(bytes, ip) : Ipv4.ecn(bytes, ip)).isEqualTo(hop < 9 ? Ipv4.ECT_0 : Ipv4.CE);
        assertThat(ipv6 ? Ipv6.dscp(bytes, ip) : Ipv4.dscp(bytes, ip)).isEqualTo(26);
        assertThat(ipv6 || Ipv4.checksumMatches(bytes, ip)).isTrue();
        view.parse(bytes, AT, length);
        assertThat(view.icrcMatches(icrc)).isTrue();
      }
      byte[] before = bytes.clone();
      assertThat(transit.forward(bytes, AT, length, ROOM, snapshot, true)).isEqualTo(FrameForwarder.DISCARD);
      assertThat(bytes).isEqualTo(before);
    }
  }

  @Test
  void flagsOfAFullHeaderAreUnderTheChecksum() {
    var one = new IntFormat(17768, 0xD500, 1, IntFormat.TimestampUnit.NANOSECONDS, 1, 10_000, 0);
    put(TestFrame.write(true, PAYLOAD).with(one, PathQuery.UTILIZATION).withUdpChecksum().bytes());
    int oneHop = forward(one, 0, ROOM);
    assertThat(oneHop).isEqualTo(length + 24);
    length = oneHop;
    byte[] before = bytes.clone();
    assertThat(forward(one, 1, ROOM)).isEqualTo(oneHop);
    view.parse(bytes, AT, length);
    assertThat(bytes[view.telemetryAt + 4]).isEqualTo((byte) (before[view.telemetryAt + 4] | 0x04)); // E
    assertThat(Udp.checksum(bytes, view.udp)).isNotEqualTo(Udp.checksum(before, view.udp));
    assertUdpChecksum(0);
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @Test
  void aPortKnowsItsFormatByPlaceAndMarker() {
    put(TestFrame.write(false, PAYLOAD).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION).bytes());
    assertThat(forward(new NativeFormat(NativeFormat.DEFAULT.udpPort()), 0, ROOM)).isEqualTo(length + 8);
    put(TestFrame.write(false, PAYLOAD).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION).bytes());
    assertThat(forward(new NativeFormat(1234), 0, ROOM)).isEqualTo(length);
  }

  @Test
  void whatCannotBeMarkedIsNot() {
    for (boolean ipv6 : new boolean[] {false, true}) {
      TestFrame frame = TestFrame.write(ipv6, PAYLOAD);
      byte[] plain = frame.bytes();
      if (ipv6) {
        Ipv6.ecn(plain, frame.ip(), Ipv4.NOT_ECT);
      } else {
        Ipv4.changeEcn(plain, frame.ip(), Ipv4.NOT_ECT);
      }
      put(plain);
      byte[] before = bytes.clone();
      new FrameForwarder(view, NativeFormat.DEFAULT, link(0), false).forward(bytes, AT, length, ROOM, snapshot(0), true);
      assertThat(bytes).isEqualTo(before);
    }
  }

  @Test
  void anIpPacketHasAnEnd() {
    byte[] large = new byte[70_000];
    for (boolean ipv6 : new boolean[] {false, true}) {
      int most = ipv6 ? 0xFFFF - 8 - 12 - 16 - 4 - 2 : 0xFFFF - 20 - 8 - 12 - 16 - 4 - 2;
      byte[] frame = TestFrame.write(ipv6, most - most % 4).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION).bytes();
      System.arraycopy(frame, 0, large, 0, frame.length);
      var transit = new FrameForwarder(view, NativeFormat.DEFAULT, link(0), false);
      assertThat(transit.forward(large, 0, frame.length, large.length, snapshot(0), false)).isEqualTo(frame.length);
      assertThat(view.parse(large, 0, frame.length)).isEqualTo(DecodeStatus.READ);
      assertThat(view.icrcMatches(icrc)).isTrue();
    }
  }

  @Test
  void aRouterLeavesWhatIsMalformedAsItIs() {
    for (boolean ipv6 : new boolean[] {false, true}) {
      TestFrame frame = TestFrame.write(ipv6, PAYLOAD).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION);
      byte[] malformed = frame.bytes();
      Udp.length(malformed, frame.udp(), 7);
      put(malformed);
      byte[] before = bytes.clone();
      var router = new FrameForwarder(view, NativeFormat.DEFAULT, link(0), true);
      assertThat(router.forward(bytes, AT, length, ROOM, snapshot(0), true)).isEqualTo(length);
      assertThat(bytes).isEqualTo(before);
    }
  }

  /** A UDP port and an IP protocol may have the same number. */
  @Test
  void aMarkerOfAnotherPlaceIsAnotherMarker() {
    put(TestFrame.write(false, PAYLOAD).with(IfaFormat.DEFAULT, PathQuery.UTILIZATION).bytes());
    byte[] before = bytes.clone();
    assertThat(forward(new NativeFormat(IfaFormat.DEFAULT.marker()), 0, ROOM)).isEqualTo(length);
    assertThat(bytes).isEqualTo(before);
  }

  /** RoCE v1 has a GRH, which resembles IPv6 but is not an IP packet. */
  @Test
  void aRouterLeavesRdmaOverEthernetAsItIs() {
    byte[] frame = FrameViewTest.roceV1Frame();
    Ipv6.ecn(frame, 14, Ipv4.ECT_0);
    put(frame);
    byte[] before = bytes.clone();
    PortSnapshot snapshot = snapshot(0);
    snapshot.hopLimit = 7;
    var router = new FrameForwarder(view, NativeFormat.DEFAULT, link(0), true);
    assertThat(router.forward(bytes, AT, length, ROOM, snapshot, true)).isEqualTo(length);
    assertThat(bytes).isEqualTo(before);
    assertThat(snapshot.hopLimit).isEqualTo(7);
  }
}
