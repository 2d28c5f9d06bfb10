package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.TestSegment;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Growth of telemetry to the front gives the same frame as growth to the back. */
class FrontGrowthTest {
  private static final int ROOM = 300;

  private final FrameView view = new FrameView(TestFormats.ON_THE_WIRE);
  private final FrameRewriter rewriter = new FrameRewriter(view);

  private static byte[] telemetry(TelemetryFormat format, int hops) {
    var header = new TelemetryHeader(format, format.maxHops()).begin(PathQuery.QUEUEING);
    var snapshot = new PortSnapshot();
    for (int hop = 0; hop < hops; hop++) {
      snapshot.nowPs = 1_000_000_000L * (hop + 1);
      snapshot.arrivedPs = snapshot.nowPs;
      snapshot.queueBytes = 8000L * hop;
      snapshot.hopLimit = 60;
      header.stamp(format.stamper(new EgressLink(7 + hop, 2, 100_000_000_000L)), snapshot);
    }
    return Arrays.copyOf(header.bytes(), header.length());
  }

  /** The frame with its telemetry header replaced, and the surrounding bytes. */
  private byte[] replaced(byte[] frame, byte[] header, boolean toFront) {
    byte[] bytes = new byte[ROOM + frame.length + ROOM];
    Arrays.fill(bytes, (byte) 0xEE);
    System.arraycopy(frame, 0, bytes, ROOM, frame.length);
    view.parse(bytes, ROOM, frame.length);
    int grown = toFront
        ? rewriter.replaceTelemetryToFront(header, header.length)
        : rewriter.replaceTelemetry(header, header.length);
    int begin = toFront ? ROOM - grown : ROOM;
    assertThat(view.frame).isEqualTo(begin);
    int end = begin + frame.length + grown;
    for (int at = 0; at < bytes.length; at++) {
      assertThat(at >= begin && at < end || bytes[at] == (byte) 0xEE).as("byte %d", at).isTrue();
    }
    return Arrays.copyOfRange(bytes, begin, end);
  }

  private void assertTheSame(TelemetryFormat format, byte[] frame) {
    for (int hops = 0; hops <= Math.min(4, format.maxHops()); hops++) {
      byte[] header = telemetry(format, hops);
      byte[] toBack = replaced(frame, header, false);
      assertThat(replaced(frame, header, true)).as("%d hops", hops).isEqualTo(toBack);
      assertThat(toBack.length - frame.length).isEqualTo(header.length - telemetry(format, 0).length);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void underUdp(TelemetryFormat format, boolean ipv6) {
    assertTheSame(format, TestFrame.write(ipv6, 333).with(format, PathQuery.QUEUEING).withUdpChecksum().bytes());
    assertTheSame(format, TestFrame.write(ipv6, 1).withTag().with(format, PathQuery.QUEUEING).bytes());
    assertTheSame(format, TestFrame.write(ipv6, 5).with(format, PathQuery.QUEUEING).withPadding(9).bytes());
  }

  /** IFA's metadata that UDP's length and checksum include. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aroundUdpAndCountedIn(boolean ipv6) {
    byte[] frame = TestFrame.write(ipv6, 100).with(IfaFormat.DEFAULT, PathQuery.QUEUEING).bytes();
    byte[] first = replaced(frame, telemetry(IfaFormat.DEFAULT, 1), false);
    view.parse(first, 0, first.length);
    Udp.length(first, view.udp, view.ipEnd - view.udp);
    Udp.writeChecksum(first, view.udp, view.ip);
    assertThat(view.parse(first, 0, first.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.telemetryInTransport).isTrue();
    byte[] header = telemetry(IfaFormat.DEFAULT, 3);
    byte[] toBack = replaced(first, header, false);
    assertThat(replaced(first, header, true)).isEqualTo(toBack);
    view.parse(toBack, 0, toBack.length);
    assertThat(view.telemetryInTransport).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.frame.TcpFramesTest#formats")
  void underTcp(TelemetryFormat format, boolean ipv6) {
    assertTheSame(format, TestSegment.probe(ipv6, format).bytes());
  }
}
