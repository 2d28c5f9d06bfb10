package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.telemetry.format.csig.CsigWideFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.pcap.LinkType;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Frames with several headers of telemetry or of options: the listed ones, and their positions. */
class TelemetryHeadersTest {
  private static final int IPV6_AT = 14;
  private static final int MOST = 4;

  private final FrameView view = TestFormats.viewOfAll();
  private final TelemetryHeaders headers = view.headers;

  private static byte[] begun(TelemetryFormat format) {
    byte[] header = new byte[format.bufferBytes(format.maxHops())];
    return Arrays.copyOf(header, format.begin(header, 0, PathQuery.UTILIZATION));
  }

  private void assertListed(int index, TelemetryFormat format, int offset, int rest) {
    byte[] expected = begun(format);
    byte[] copy = new byte[expected.length + 2];
    assertThat(headers.format(index)).isSameAs(format);
    assertThat(headers.offset(index)).isEqualTo(offset);
    assertThat(headers.restOffset(index)).isEqualTo(rest);
    assertThat(headers.bytes(index)).isEqualTo(expected.length);
    assertThat(headers.copy(index, copy, 1)).isEqualTo(expected.length);
    assertThat(Arrays.copyOfRange(copy, 1, 1 + expected.length)).isEqualTo(expected);
  }

  @Test
  void fromTheOutermostToTheInnermost() {
    var ioam = IoamFormat.DEFAULT;
    TestFrame frame = TestFrame.write(true, 100).with(IntFormat.DEFAULT, PathQuery.UTILIZATION).with(ioam, PathQuery.UTILIZATION)
        .with(CsigWideFormat.DEFAULT, PathQuery.UTILIZATION);
    byte[] bytes = frame.bytes();
    assertThat(view.parse(bytes, 0, bytes.length)).isEqualTo(DecodeStatus.READ);
    assertThat(headers.count()).isEqualTo(3);
    assertListed(0, CsigWideFormat.DEFAULT, IPV6_AT - 2, FrameView.ABSENT);
    assertListed(1, ioam, frame.ip() + 40, FrameView.ABSENT);
    assertListed(2, IntFormat.DEFAULT, frame.udp() + 8, FrameView.ABSENT);
    assertThat(view.telemetry).isSameAs(CsigWideFormat.DEFAULT);
    assertThat(view.payloadBytes).isEqualTo(100);
  }

  @Test
  void listsBothPiecesOfAHeader() {
    TestFrame frame = TestFrame.write(false, 100).with(IfaFormat.DEFAULT, PathQuery.UTILIZATION).with(CsigFormat.DEFAULT,
        PathQuery.UTILIZATION);
    byte[] bytes = frame.bytes();
    assertThat(view.parse(bytes, 0, bytes.length)).isEqualTo(DecodeStatus.READ);
    assertThat(headers.count()).isEqualTo(2);
    assertListed(0, CsigFormat.DEFAULT, 12, FrameView.ABSENT);
    assertListed(1, IfaFormat.DEFAULT, frame.ip() + 20, frame.udp() + 8);
  }

  @Test
  void fifthHeaderIsNotListed() {
    TestFrame frame = TestFrame.write(false, 100);
    for (int tags = 1; tags <= MOST + 1; tags++) {
      frame.with(CsigFormat.DEFAULT, PathQuery.UTILIZATION);
      byte[] bytes = frame.bytes();
      assertThat(view.parse(bytes, 0, bytes.length)).isEqualTo(DecodeStatus.READ);
      int listed = Math.min(tags, MOST);
      assertThat(headers.count()).isEqualTo(listed);
      for (int index = 0; index < listed; index++) {
        assertListed(index, CsigFormat.DEFAULT, 12 + 4 * index, FrameView.ABSENT);
      }
      assertThat(view.ip).isEqualTo(14 + 4 * tags);
      assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> headers.format(listed));
      assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> headers.bytes(listed));
    }
    byte[] plain = TestFrame.write(false, 100).bytes();
    view.parse(plain, 0, plain.length);
    assertThat(headers.count()).isZero();
  }

  /** Packet with {@code count} headers of destination options, of 8 bytes each, and the content that the last one announces. */
  private static byte[] withOptions(int count, int last, byte[] behind) {
    byte[] packet = new byte[Ipv6.HEADER_BYTES + 8 * count + behind.length];
    Ipv6.write(packet, 0, packet.length - Ipv6.HEADER_BYTES, Ipv6.DESTINATION_OPTIONS);
    byte[] options = HexFormat.of().parseHex("3c00" + "010400000000");
    for (int n = 0; n < count; n++) {
      System.arraycopy(options, 0, packet, Ipv6.HEADER_BYTES + 8 * n, options.length);
    }
    packet[Ipv6.HEADER_BYTES + 8 * (count - 1)] = (byte) last;
    System.arraycopy(behind, 0, packet, packet.length - behind.length, behind.length);
    return packet;
  }

  @Test
  void firstFourOptionsAreListed() {
    byte[] frame = TestFrame.write(true, 100).bytes();
    byte[] udp = Arrays.copyOfRange(frame, IPV6_AT + Ipv6.HEADER_BYTES, frame.length);
    for (int count = 1; count <= MOST + 1; count++) {
      byte[] packet = withOptions(count, 17, udp);
      assertThat(view.parse(packet, 0, packet.length, LinkType.IPV6)).isEqualTo(DecodeStatus.READ);
      int listed = Math.min(count, MOST);
      assertThat(view.optionsCount).isEqualTo(listed);
      for (int index = 0; index < listed; index++) {
        assertThat(view.optionsOffset(index)).isEqualTo(40 + 8 * index);
      }
      assertThat(view.udp).isEqualTo(40 + 8 * count);
    }
  }

  @Test
  void nothingNeedsToFollowAnExtensionHeader() {
    byte[] packet = withOptions(1, 59, new byte[0]); // 59: no next header
    assertThat(view.parse(packet, 0, packet.length, LinkType.IPV6)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.optionsCount).isEqualTo(1);
    Ipv6.payloadBytes(packet, 0, 7);
    assertThat(view.parse(packet, 0, packet.length, LinkType.IPV6)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(view.optionsCount).isZero();
  }
}
