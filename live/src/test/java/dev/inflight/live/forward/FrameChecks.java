package dev.inflight.live.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import java.util.List;

/** Lengths and checksums of frames that leave a switch, recomputed here: the switch only corrects the received ones. */
final class FrameChecks {
  private static final int UDP_PROTOCOL = 17;

  private FrameChecks() {
  }

  /** Frame with an empty telemetry header and with a UDP checksum, which covers a header within UDP. */
  static byte[] withTelemetry(TelemetryFormat format, boolean ipv6, int payloadBytes) {
    TestFrame plain = TestFrame.write(ipv6, payloadBytes);
    return (format.placement() == HeaderPlacement.AROUND_UDP
        ? plain.withUdpChecksum().with(format, PathQuery.QUEUEING)
        : plain.with(format, PathQuery.QUEUEING).withUdpChecksum()).bytes();
  }

  /** Checks that the frame is RoCEv2 with telemetry of this format, and that all its lengths and checksums are correct. */
  static FrameView assertSound(TelemetryFormat format, byte[] frame) {
    var view = new FrameView(List.of(format));
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.ROCE_V2);
    assertThat(view.icrcMatches(new Icrc())).as("ICRC").isTrue();
    if (view.isIpv6()) {
      assertThat(Ipv6.payloadBytes(frame, view.ip)).as("length of IPv6").isEqualTo(frame.length - view.ip - Ipv6.HEADER_BYTES);
    } else {
      assertThat(Ipv4.totalBytes(frame, view.ip)).as("length of IPv4").isEqualTo(frame.length - view.ip);
      assertThat(sum(frame, view.ip, view.ip + 20) % 0xFFFF).as("checksum of IPv4").isZero();
    }
    assertUdp(view, frame);
    return view;
  }

  /** Telemetry around UDP (IFA) does not belong to it: UDP's length and checksum exclude the piece behind its header. */
  private static void assertUdp(FrameView view, byte[] frame) {
    int foreignAt = view.telemetryRest == FrameView.ABSENT ? frame.length : view.telemetryRest;
    int foreignEnd = view.telemetryRest == FrameView.ABSENT ? frame.length : view.telemetryRest + view.telemetryBytes - 4;
    int length = frame.length - view.udp - (foreignEnd - foreignAt);
    assertThat(Udp.length(frame, view.udp)).as("length of UDP").isEqualTo(length);
    assertThat(Udp.checksum(frame, view.udp)).as("checksum of UDP").isNotZero();
    int addressesAt = view.ip + (view.isIpv6() ? 8 : 12);
    int addressesEnd = view.ip + (view.isIpv6() ? Ipv6.HEADER_BYTES : 20);
    long sum = sum(frame, addressesAt, addressesEnd) + UDP_PROTOCOL + length + sum(frame, view.udp, foreignAt)
        + sum(frame, foreignEnd, frame.length);
    assertThat(sum % 0xFFFF).as("checksum of UDP").isZero();
  }

  /** Sum of words of 16 bits; each piece of these frames starts and ends at a word. */
  private static long sum(byte[] bytes, int from, int to) {
    assertThat(to - from).isEven();
    long sum = 0;
    for (int at = from; at < to; at += 2) {
      sum += BigEndian.get16(bytes, at);
    }
    return sum;
  }
}
