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
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestSegment;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpProbe;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** TCP segments: probes with their telemetry and answers, changes by switches, and traffic of other senders. */
class TcpFramesTest {
  private static final int AT = 5;
  private static final int ROOM = 1000;
  private static final int HOPS = 5;
  private static final int PROBE_DSCP = 3 << 3 | TcpProbe.LOW_DSCP;
  private static final String MAGIC = "4850";

  private final FrameView view = TestFormats.viewOfAll();
  private final byte[] bytes = new byte[ROOM];
  private int length;

  static Stream<Arguments> formats() {
    return TestFormats.ON_THE_WIRE.stream().filter(TestSegment::carries).flatMap(format -> Stream.of(false, true)
        .filter(ipv6 -> ipv6 || !format.placement().needsIpv6()).map(ipv6 -> Arguments.of(format, ipv6)));
  }

  private DecodeStatus parse(byte[] frame) {
    Arrays.fill(bytes, (byte) 0xEE);
    System.arraycopy(frame, 0, bytes, AT, frame.length);
    length = frame.length;
    return view.parse(bytes, AT, length);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private void assertPlainTcp(TestSegment segment, int payloadBytes) {
    assertThat(parse(segment.bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.tcp).isEqualTo(AT + segment.tcp());
    assertThat(view.tcpProbe).isEqualTo(FrameView.ABSENT);
    assertThat(view.telemetry).isNull();
    assertThat(view.payload).isEqualTo(AT + segment.data());
    assertThat(view.payloadBytes).isEqualTo(payloadBytes);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aProbeAndItsTelemetry(TelemetryFormat format, boolean ipv6) {
    TestSegment segment = TestSegment.probe(ipv6, format);
    assertThat(parse(segment.bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.tcp).isEqualTo(AT + segment.tcp());
    assertThat(view.tcpProbe).isEqualTo(AT + segment.data());
    assertThat(view.telemetry).isSameAs(format);
    assertThat(TcpProbe.type(bytes, view.tcpProbe)).isEqualTo(TcpProbe.PROBE);
    assertThat(view.payloadBytes).isZero();
    assertThat(view.ipEnd).isEqualTo(AT + length);
  }

  @Test
  void aProbeWithoutTelemetryAndAnAnswer() {
    assertThat(parse(TestSegment.probe(false).bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.tcpProbe).isNotEqualTo(FrameView.ABSENT);
    assertThat(view.telemetry).isNull();
    assertThat(view.payloadBytes).isZero();
    assertThat(parse(TestSegment.of(true, PROBE_DSCP, hex(MAGIC + "0200 00000007 0102030405")).bytes()))
        .isEqualTo(DecodeStatus.READ);
    assertThat(TcpProbe.type(bytes, view.tcpProbe)).isEqualTo(TcpProbe.ANSWER);
    assertThat(TcpProbe.number(bytes, view.tcpProbe)).isEqualTo(7);
    assertThat(view.telemetry).isNull();
    assertThat(view.payloadBytes).isEqualTo(5);
  }

  /** Segments of other senders are data for any start and any DSCP: only both together mark a probe. */
  @Test
  void trafficOfOthersIsNotTakenForOurs() {
    byte[] ours = hex(MAGIC + "0101 00000007 00112233445566778899");
    for (int dscp = 0; dscp < 64; dscp++) {
      if (dscp % 8 != TcpProbe.LOW_DSCP && dscp != 0x20) { // for the view, 0x20 marks INT
        assertPlainTcp(TestSegment.of(false, dscp, ours), ours.length);
        assertPlainTcp(TestSegment.of(true, dscp, new byte[0]), 0);
      }
    }
    for (String data : new String[] {"", MAGIC, MAGIC + "0100000000", MAGIC + "0000 00000000", MAGIC + "0500 00000000",
        MAGIC + "0110 00000000", MAGIC + "0201 00000000", MAGIC + "0401 00000000", MAGIC + "0310 00000000",
        "47455420 2f204854"}) {
      assertPlainTcp(TestSegment.of(false, PROBE_DSCP, hex(data)), hex(data).length);
    }
  }

  @Test
  void telemetryThatIsNotWhole() {
    byte[] whole = TestSegment.probe(false, NativeFormat.DEFAULT).bytes();
    int headerBytes = whole.length - TestSegment.probe(false).bytes().length;
    byte[] data = Arrays.copyOfRange(whole, whole.length - TcpProbe.BYTES - headerBytes, whole.length);
    for (int cut = 1; cut <= headerBytes; cut++) {
      byte[] shorter = Arrays.copyOf(data, data.length - cut);
      assertThat(parse(TestSegment.of(false, PROBE_DSCP, shorter).bytes())).isNotEqualTo(DecodeStatus.READ);
      assertThat(view.telemetry).isNull();
      assertThat(view.tcpProbe).isEqualTo(AT + 14 + 20 + 32);
      assertThat(view.payload).isEqualTo(view.tcpProbe + TcpProbe.BYTES);
    }
    data[3] = 15; // an unknown format: its bytes stay unchanged
    assertThat(parse(TestSegment.of(false, PROBE_DSCP, data).bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.telemetry).isNull();
    assertThat(view.payloadBytes).isEqualTo(headerBytes);
  }

  /** Formats that state their header's length may state more than is present. */
  @ParameterizedTest
  @MethodSource("formats")
  void telemetryThatSaysItIsLonger(TelemetryFormat format, boolean ipv6) {
    if (format.placement() != HeaderPlacement.AFTER_UDP) {
      return;
    }
    byte[] whole = TestSegment.probe(ipv6, format).bytes();
    int headerBytes = whole.length - TestSegment.probe(ipv6).bytes().length;
    byte[] data = Arrays.copyOfRange(whole, whole.length - TcpProbe.BYTES - headerBytes, whole.length);
    for (int left = 0; left < headerBytes; left++) {
      byte[] shorter = Arrays.copyOf(data, TcpProbe.BYTES + left);
      assertThat(parse(TestSegment.of(ipv6, PROBE_DSCP, shorter).bytes())).as("%d of %d", left, headerBytes)
          .isNotEqualTo(DecodeStatus.READ);
      assertThat(view.telemetry).isNull();
    }
  }

  /** RFC 9293 §3.1: the data offset is five words or more, and not more than present. */
  @Test
  void headersThatCannotBe() {
    TestSegment segment = TestSegment.of(false, 3 << 3, new byte[8]); // a header of 8 words, and 2 behind it
    for (int words = 0; words < 16; words++) {
      byte[] frame = segment.bytes().clone();
      frame[segment.tcp() + 12] = (byte) (words << 4);
      boolean fits = words >= 5 && words <= 10;
      assertThat(parse(frame)).as("%d words", words).isEqualTo(fits ? DecodeStatus.READ : DecodeStatus.MALFORMED);
      if (fits) {
        assertThat(view.payloadBytes).isEqualTo(40 - 4 * words);
      }
    }
  }

  private static EgressLink link(int hop) {
    return new EgressLink(0x100 + hop, hop + 1, 100_000_000_000L);
  }

  private static PortSnapshot snapshot(int hop, int hopLimit) {
    var snapshot = new PortSnapshot().at(1_000_000_000L * (hop + 1), 1_000_000L * (hop + 1), 8_000L * hop);
    snapshot.arrivedPs = snapshot.nowPs - 1_000_000;
    snapshot.hopLimit = hopLimit;
    return snapshot;
  }

  /**
   * At each router, telemetry grows or changes, the hop limit decreases, the last one marks; checksums and sequence numbers
   * stay correct.
   */
  @ParameterizedTest
  @MethodSource("formats")
  void switchesWriteIntoProbes(TelemetryFormat format, boolean ipv6) {
    TestSegment segment = TestSegment.probe(ipv6, format);
    byte[] original = segment.bytes();
    parse(original);
    var expected = new TelemetryHeader(format, format.maxHops()).begin(PathQuery.UTILIZATION);
    for (int hop = 0; hop < HOPS; hop++) {
      var port = new FrameForwarder(view, format, link(hop), true);
      length = port.forward(bytes, AT, length, ROOM, snapshot(hop, 0), hop == HOPS - 1);
      expected.stamp(format.stamper(link(hop)), snapshot(hop, 63 - hop));
    }
    assertThat(view.parse(bytes, AT, length)).isEqualTo(DecodeStatus.READ);
    byte[] telemetry = new byte[view.telemetryBytes];
    view.copyTelemetry(telemetry, 0);
    if (format.placement() == HeaderPlacement.HOP_BY_HOP) {
      assertThat(telemetry[0]).isEqualTo((byte) Ipv4.TCP);
      telemetry[0] = Ipv4.UDP; // as formats start
    }
    assertThat(telemetry).isEqualTo(Arrays.copyOf(expected.bytes(), expected.length()));
    assertThat(TcpHeader.checksumMatches(bytes, view.tcp, view.ip, view.ipEnd - view.tcp)).isTrue();
    assertThat(view.ipEnd).isEqualTo(AT + length);
    assertThat(view.payloadBytes).isZero();
    if (!ipv6) {
      assertThat(Ipv4.checksumMatches(bytes, view.ip)).isTrue();
    }
    assertThat(ipv6 ? Ipv6.hopLimit(bytes, view.ip) : Ipv4.ttl(bytes, view.ip)).isEqualTo(64 - HOPS);
    assertThat(ipv6 ? Ipv6.ecn(bytes, view.ip) : Ipv4.ecn(bytes, view.ip)).isEqualTo(Ipv4.CE);
    assertThat(Arrays.copyOfRange(bytes, view.tcp, view.tcp + 16))
        .isEqualTo(Arrays.copyOfRange(original, segment.tcp(), segment.tcp() + 16));
    assertThat(bytes[AT + length]).isEqualTo((byte) 0xEE);
  }

  /** A wrong checksum stays wrong, and data and answers get no telemetry. */
  @Test
  void whatSwitchesLeaveAlone() {
    var port = new FrameForwarder(new FrameView(List.of(NativeFormat.DEFAULT)), NativeFormat.DEFAULT, link(0), false);
    TestSegment probe = TestSegment.probe(false, NativeFormat.DEFAULT);
    byte[] wrong = probe.bytes();
    wrong[probe.tcp() + 8] ^= 0x10;
    parse(wrong);
    int grown = port.forward(bytes, AT, length, ROOM, snapshot(0, 64), false);
    assertThat(grown).isGreaterThan(length);
    view.parse(bytes, AT, grown);
    assertThat(TcpHeader.checksumMatches(bytes, view.tcp, view.ip, view.ipEnd - view.tcp)).isFalse();
    for (TestSegment other : List.of(TestSegment.of(false, 3 << 3, new byte[100]), TestSegment.probe(false),
        TestSegment.of(false, PROBE_DSCP, hex(MAGIC + "0200 00000007 0102030405")))) {
      byte[] before = other.bytes();
      parse(before);
      assertThat(port.forward(bytes, AT, length, ROOM, snapshot(0, 64), false)).isEqualTo(before.length);
      assertThat(Arrays.copyOfRange(bytes, AT, AT + length)).isEqualTo(before);
    }
  }
}
