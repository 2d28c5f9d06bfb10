package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

public class FrameViewTest {
  private static final int AT = 9;

  private final FrameView view = new FrameView(TestFormats.ON_THE_WIRE);
  private final Icrc icrc = new Icrc();

  private DecodeStatus parse(byte[] frame) {
    byte[] shifted = new byte[AT + frame.length + 5];
    Arrays.fill(shifted, (byte) 0xEE);
    System.arraycopy(frame, 0, shifted, AT, frame.length);
    return view.parse(shifted, AT, frame.length);
  }

  @ParameterizedTest
  @EnumSource
  void everyOpcode(Opcode opcode) {
    if (opcode == Opcode.UNKNOWN) {
      return;
    }
    TestFrame frame = TestFrame.of(false, opcode, 257);
    assertThat(parse(frame.bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.ROCE_V2);
    assertThat(view.opcode).isEqualTo(opcode);
    assertThat(view.bth).isEqualTo(AT + frame.bth());
    int next = AT + frame.bth() + 12;
    if (opcode.hasDeth()) {
      assertThat(view.deth).isEqualTo(next);
      next += 8;
    }
    if (opcode.hasReth()) {
      assertThat(view.reth).isEqualTo(next);
      next += 16;
    }
    if (opcode.hasAeth()) {
      assertThat(view.aeth).isEqualTo(next);
      next += 4;
    }
    if (opcode.hasArrived()) {
      assertThat(view.arrival).isEqualTo(next);
      next += 4;
    }
    if (opcode.hasImmediate()) {
      assertThat(view.immediate).isEqualTo(next);
      next += 4;
    }
    next += opcode.hasCount() ? 8 : 0;
    assertThat(view.deth != FrameView.ABSENT).isEqualTo(opcode.hasDeth());
    assertThat(view.reth != FrameView.ABSENT).isEqualTo(opcode.hasReth());
    assertThat(view.aeth != FrameView.ABSENT).isEqualTo(opcode.hasAeth());
    assertThat(view.arrival != FrameView.ABSENT).isEqualTo(opcode.hasArrived());
    assertThat(view.immediate != FrameView.ABSENT).isEqualTo(opcode.hasImmediate());
    assertThat(view.payload).isEqualTo(next + (opcode == Opcode.CNP ? 16 : 0));
    assertThat(view.payloadBytes).isEqualTo(257);
    assertThat(view.padBytes).isEqualTo(3);
    assertThat(view.icrc).isEqualTo(AT + frame.bytes().length - 4);
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @Test
  void aTaggedFrame() {
    TestFrame frame = TestFrame.write(true, 100).withTag().withPadding(7);
    assertThat(parse(frame.bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.tag).isEqualTo(AT + 12);
    assertThat(view.type).isEqualTo(AT + 16);
    assertThat(view.ip).isEqualTo(AT + 18);
    assertThat(view.isIpv6()).isTrue();
    assertThat(view.ipEnd).isEqualTo(view.end - 7);
    assertThat(view.telemetry).isNull();
    assertThat(view.copyTelemetry(new byte[0], 0)).isZero();
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void telemetryIsFoundAndGathered(TelemetryFormat format, boolean ipv6) {
    TestFrame frame = TestFrame.write(ipv6, 333).with(format, PathQuery.QUEUEING).withTag();
    assertThat(parse(frame.bytes())).isEqualTo(DecodeStatus.READ);
    assertThat(view.telemetry).isSameAs(format);
    byte[] expected = new byte[2048];
    int size = format.begin(expected, 1, PathQuery.QUEUEING);
    byte[] gathered = new byte[2048];
    assertThat(view.telemetryBytes).isEqualTo(size);
    assertThat(view.copyTelemetry(gathered, 1)).isEqualTo(size);
    assertThat(gathered).isEqualTo(expected);
    assertThat(view.kind).isEqualTo(FrameView.Kind.ROCE_V2);
    assertThat(view.bth).isEqualTo(AT + frame.bth());
    assertThat(view.udp).isEqualTo(AT + frame.udp());
    assertThat(view.payloadBytes).isEqualTo(333);
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @Test
  void unknownOpcodesHaveAnIcrcStill() {
    assertThat(parse(Vector.UC_IPV4.bytes())).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.kind).isEqualTo(FrameView.Kind.ROCE_V2);
    assertThat(view.opcode).isEqualTo(Opcode.UNKNOWN);
    assertThat(view.payload).isEqualTo(FrameView.ABSENT);
    assertThat(view.icrcMatches(icrc)).isTrue();
    assertThat(parse(Vector.UC_IPV6.bytes())).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.icrcMatches(icrc)).isTrue();
  }

  @Test
  void controlFrames() {
    byte[] bytes = new byte[60];
    Pfc.write(bytes, 0, 1);
    assertThat(parse(bytes)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.PFC);
    bytes[14] = 0; // the opcode of PAUSE
    assertThat(parse(bytes)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.PAUSE);
    bytes[15] = 9;
    assertThat(parse(bytes)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.kind).isEqualTo(FrameView.Kind.OTHER);
  }

  @Test
  void foreignFrames() {
    byte[] frame = TestFrame.write(false, 40).bytes();
    Ethernet.write(frame, 0, 1, 2, 0x0806);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.ip).isEqualTo(FrameView.ABSENT);

    frame = TestFrame.write(false, 40).bytes();
    TestFrame.protocol(frame, 14, 89);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.ip).isEqualTo(AT + 14);
    assertThat(view.udp).isEqualTo(FrameView.ABSENT);

    frame = TestFrame.write(false, 40).bytes();
    Udp.destination(frame, 34, 53);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.UDP);
    assertThat(view.payload).isEqualTo(AT + 42);
    assertThat(view.payloadBytes).isEqualTo(72);

    frame = TestFrame.write(false, 40).bytes();
    frame[20] = 0x20; // more fragments
    assertThat(parse(frame)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(view.udp).isEqualTo(FrameView.ABSENT);
  }

  @Test
  void contradictions() {
    assertMalformed(14, 0x65); // a version other than the EtherType's
    assertMalformed(14, 0x44); // a header shorter than possible
    assertMalformed(17, 10); // a packet shorter than its header
    assertMalformed(39, 7); // UDP shorter than its header
    assertMalformed(39, 22); // UDP too short for a BTH and a CRC
    assertMalformed(38, 1); // UDP longer than the packet
  }

  private void assertMalformed(int at, int value) {
    byte[] frame = TestFrame.write(false, 40).bytes();
    frame[at] = (byte) value;
    assertThat(parse(frame)).as("byte %d", at).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(view.icrc).isEqualTo(FrameView.ABSENT);
    assertThat(view.icrcMatches(icrc)).isFalse();
  }

  @Test
  void padThatIsNotThere() {
    byte[] frame = TestFrame.of(false, Opcode.READ_REQUEST, 0).bytes();
    Bth.padBytes(frame, 42, 1);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.MALFORMED);
  }

  @Test
  void telemetryThatAnnouncesMoreThanThereIs() {
    TestFrame frame = TestFrame.write(false, 40).with(NativeFormat.DEFAULT, PathQuery.UTILIZATION);
    byte[] bytes = frame.bytes();
    bytes[42] = (byte) 0xF0;
    assertThat(parse(bytes)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(view.telemetry).isNull();
  }

  @Test
  void ipv4Options() {
    byte[] plain = TestFrame.write(false, 40).bytes();
    byte[] frame = new byte[plain.length + 8];
    System.arraycopy(plain, 0, frame, 0, 34);
    System.arraycopy(plain, 34, frame, 42, plain.length - 34);
    frame[14] = 0x47;
    Ipv4.changeTotalBytes(frame, 14, Ipv4.totalBytes(frame, 14) + 8);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.READ);
    assertThat(view.udp).isEqualTo(AT + 42);
    assertThat(view.icrcMatches(icrc)).isFalse(); // the ICRC covers them
  }

  @Test
  void roceV1() {
    byte[] frame = roceV1Frame();
    assertThat(parse(frame)).isEqualTo(DecodeStatus.READ);
    assertThat(view.kind).isEqualTo(FrameView.Kind.ROCE_V1);
    assertThat(view.opcode).isEqualTo(Opcode.ACKNOWLEDGE);
    assertThat(view.aeth).isEqualTo(AT + 14 + 40 + 12);
    assertThat(view.udp).isEqualTo(FrameView.ABSENT);
    int computed = view.computeIcrc(icrc);
    Icrc.write(frame, frame.length - 4, computed);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.READ);
    assertThat(view.icrcMatches(icrc)).isTrue();
    Ipv6.trafficClass(frame, 14, 3, 3);
    Ipv6.hopLimit(frame, 14, 3);
    parse(frame);
    assertThat(view.icrcMatches(icrc)).isTrue();
    frame[60] ^= 1;
    parse(frame);
    assertThat(view.icrcMatches(icrc)).isFalse();

    Ipv6.nextHeader(frame, 14, 17);
    assertThat(parse(frame)).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  public static byte[] roceV1Frame() {
    byte[] frame = new byte[14 + 40 + 12 + 4 + 4];
    Ethernet.write(frame, 0, 1, 2, Ethernet.ROCE_V1);
    Ipv6.write(frame, 14, 20, 0x1B);
    Bth.write(frame, 54, Opcode.ACKNOWLEDGE, 1, 2);
    Aeth.write(frame, 66, Aeth.ACK, 3);
    return frame;
  }

  @Test
  void rejectsIndicesOutsideTheArray() {
    assertThatThrownBy(() -> view.parse(new byte[10], 5, 6)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new FrameView(List.of(NativeFormat.DEFAULT, new NativeFormat(64791))))
        .isInstanceOf(IllegalArgumentException.class).hasMessage("format native has the marker of another one: 64791");
  }
}
