package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths of 0: of frames before a network card cuts them, and of jumbograms. Only views of captures accept them. */
class UnstatedLengthTest {
  private static final int IP = Ethernet.HEADER_BYTES;

  private final FrameView strict = TestFormats.viewOfAll();
  private final FrameView view = TestFormats.captureViewOfAll();

  /** TCP with {@code dataBytes} bytes of data; the payload length of IPv6 and the total length of IPv4 are 0. */
  private static byte[] segment(boolean ipv6, int dataBytes) {
    int tcp = IP + (ipv6 ? Ipv6.HEADER_BYTES : Ipv4.HEADER_BYTES);
    byte[] frame = new byte[tcp + 20 + dataBytes];
    Ethernet.write(frame, 0, 2, 1, ipv6 ? Ethernet.IPV6 : Ethernet.IPV4);
    if (ipv6) {
      Ipv6.write(frame, IP, 0, Ipv4.TCP);
    } else {
      Ipv4.write(frame, IP, 0, Ipv4.TCP);
    }
    frame[tcp + 12] = 0x50;
    return frame;
  }

  /**
   * The same IPv6 packet with hop-by-hop options in front of TCP, the last six bytes of which are the jumbo payload option of
   * RFC 2675.
   */
  private static byte[] jumbogram(int dataBytes, int stated) {
    byte[] plain = segment(true, dataBytes);
    byte[] frame = new byte[plain.length + 8];
    int options = IP + Ipv6.HEADER_BYTES;
    System.arraycopy(plain, 0, frame, 0, options);
    System.arraycopy(plain, options, frame, options + 8, plain.length - options);
    Ipv6.nextHeader(frame, IP, Ipv6.HOP_BY_HOP);
    frame[options] = Ipv4.TCP;
    BigEndian.set16(frame, options + 2, 0xC204);
    BigEndian.set32(frame, options + 4, stated);
    return frame;
  }

  @ParameterizedTest
  @CsvSource({"false, 100", "true, 100", "false, 9000", "true, 9000", "false, 65481", "true, 65481", "false, 200000",
      "true, 200000"})
  void takesSegmentsThatAreNotCutYet(boolean ipv6, int dataBytes) {
    byte[] frame = segment(ipv6, dataBytes);
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.lengthUnstated).isTrue();
    assertThat(view.jumbogram).isFalse();
    assertThat(view.ipEnd).isEqualTo(frame.length);
    assertThat(view.payloadBytes).isEqualTo(dataBytes);
    assertThat(strict.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.MALFORMED);
  }

  @Test
  void takesJumbograms() {
    byte[] frame = jumbogram(70_000, 70_028);
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.jumbogram).isTrue();
    assertThat(view.lengthUnstated).isFalse();
    assertThat(view.ipEnd).isEqualTo(frame.length);
    assertThat(view.payloadBytes).isEqualTo(70_000);
    assertThat(strict.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.MALFORMED);
    byte[] padded = Arrays.copyOf(frame, frame.length + 4);
    assertThat(view.parse(padded, 0, padded.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.ipEnd).isEqualTo(frame.length);
    assertThat(view.parse(frame, 0, frame.length - 1)).isEqualTo(DecodeStatus.TRUNCATED);
  }

  @ParameterizedTest
  @CsvSource({"0, MALFORMED", "65535, MALFORMED", "65536, READ", "2147483647, TRUNCATED", "-1, TRUNCATED"})
  void trustsNoJumboLength(int stated, DecodeStatus outcome) {
    byte[] frame = jumbogram(70_000, stated);
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(outcome);
    assertThat(view.ipEnd).isLessThanOrEqualTo(frame.length);
  }

  /** RFC 2675 §4: a UDP length of 0 is that of the IP payload. */
  @ParameterizedTest
  @ValueSource(ints = {9000, 80_000})
  void takesLongDatagramsToRoce(int payloadBytes) {
    byte[] frame = TestFrame.of(false, Opcode.WRITE_MIDDLE, payloadBytes).bytes();
    BigEndian.set16(frame, IP + 2, 0);
    BigEndian.set16(frame, IP + 20 + 4, 0);
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.opcode).isEqualTo(Opcode.WRITE_MIDDLE);
    assertThat(view.payloadBytes).isEqualTo(payloadBytes);
    assertThat(view.computeIcrc(new Icrc())).isNotZero();
  }

  @Test
  void leavesAPacketWithoutPayloadAsItIs() {
    byte[] frame = segment(true, 0);
    Ipv6.nextHeader(frame, IP, Ipv6.NO_NEXT_HEADER);
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.ipEnd).isEqualTo(IP + Ipv6.HEADER_BYTES);
    assertThat(view.lengthUnstated).isFalse();
  }

  @Test
  void findsJumboOptionsAmongOthers() {
    byte[] options = {6, 1, 0, 1, 2, 0, 0, (byte) 0xC2, 4, 0, 1, 0, 0, 0, 0, 0};
    assertThat(Ipv6.jumboPayloadBytes(options, 0)).isEqualTo(65_536);
    options[8] = 3;
    assertThat(Ipv6.jumboPayloadBytes(options, 0)).isEqualTo(-1);
    options[3] = 50;
    assertThat(Ipv6.jumboPayloadBytes(options, 0)).isEqualTo(-1);
  }
}
