package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Data with requests for credit, as frames and back. */
class CreditFramesTest {
  private static final int UNIT = 16;
  private static final int IP = Ethernet.HEADER_BYTES;
  private static final int PAYLOAD = IP + Ipv4.HEADER_BYTES + Udp.HEADER_BYTES + Bth.BYTES;

  private final PacketPool pool = new PacketPool(100);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 40 * UNIT + 4, 0);

  private static FrameCodec codec(Framing framing, @Nullable TelemetryFormat others) {
    return FrameCodec.of(new FrameRules(framing, UNIT, others, false));
  }

  private Packet data(long number, Framing framing) {
    Packet packet = pool.take();
    packet.becomeProbe(flow, number, 0);
    packet.kind = Packet.Kind.DATA;
    packet.sequence = number * UNIT;
    packet.payloadBytes = (int) Math.min(UNIT, flow.sizeBytes() - packet.sequence);
    packet.sizeBytes = framing.dataBytes(packet.payloadBytes, CreditHeader.BYTES, number == 0 ? framing.rethBytes() : 0);
    return packet;
  }

  static Stream<Arguments> networks() {
    return Stream.of(Framing.ROCEV2, Framing.ROCEV2_IPV6)
        .flatMap(framing -> Stream.of(null, NativeFormat.DEFAULT).map(others -> Arguments.of(framing, others)));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void thereAndBackAlsoWhereOtherFlowsCarryTelemetry(Framing framing, @Nullable TelemetryFormat others) {
    FrameCodec codec = codec(framing, others);
    codec.flows().add(flow);
    var random = new SplittableRandom(3);
    for (long number = 0; number <= 40; number++) {
      long wanted = random.nextLong(1L << 50);
      Packet packet = data(number, framing);
      CreditHeader.write(packet, wanted, number % 3 == 0);
      packet.afterTimeout = number == 7;
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      Packet back = pool.take();
      assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
          .isEqualTo(DecodeStatus.READ);
      assertThat(CreditHeader.isIn(back)).isTrue();
      assertThat(BigEndian.get64(back.telemetry, 0)).isEqualTo(number % 3 == 0 ? wanted | 1L << 63 : wanted);
      assertThat(back.number).isEqualTo(number);
      assertThat(back.sequence).isEqualTo(packet.sequence);
      assertThat(back.payloadBytes).isEqualTo(packet.payloadBytes);
      assertThat(back.sizeBytes).isEqualTo(packet.sizeBytes);
    }
  }

  @Test
  void creditHeaderPrecedesThePayload() {
    FrameCodec codec = codec(Framing.ROCEV2, null);
    Packet packet = data(1, Framing.ROCEV2);
    CreditHeader.write(packet, 0x123456789AL, false);
    codec.encoder().encode(packet, TestPorts.of(0, 1));
    byte[] frame = codec.encoder().frame();
    assertThat(Ipv4.dscp(frame, IP)).as("priority 3, and 3").isEqualTo(3 << 3 | 3);
    assertThat(BigEndian.get64(frame, PAYLOAD)).isEqualTo(0x123456789AL);
    assertThat(frame[PAYLOAD + 8]).isZero();
    assertThat(frame[PAYLOAD + 9]).isEqualTo((byte) 1);
  }

  @Test
  void refusesDataWithTheMarkerButWithoutARequest() {
    FrameCodec codec = codec(Framing.ROCEV2, null);
    codec.flows().add(flow);
    Packet packet = data(40, Framing.ROCEV2);
    packet.code = HeaderChoice.ASKS_CREDIT;
    packet.sizeBytes = Framing.ROCEV2.dataBytes(packet.payloadBytes, 0, 0);
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(codec.decoder().problem()).isEqualTo("the packet lacks the size of its credit request");
  }

  @Test
  void aHostWithoutRoomForIt() {
    FrameCodec codec = codec(Framing.ROCEV2, null);
    codec.flows().add(flow);
    Packet packet = data(1, Framing.ROCEV2);
    CreditHeader.write(packet, 1, false);
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, new Packet(7))).isEqualTo(DecodeStatus.MALFORMED);
  }
}
