package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Trimmed packets, and packets that name them, as frames. */
class TrimmedFramesTest {
  private static final int UNIT = 1000;
  private final Flow flow = new Flow(9, 0, 1, 50_000, 100, 3, 30_000_000_000L, 0);

  private Packet trimmed(Framing framing, long number, int entropy) {
    var packet = new Packet(200);
    packet.flow = flow;
    packet.kind = Packet.Kind.DATA;
    packet.priority = 3;
    packet.number = number;
    packet.sequence = number * UNIT;
    packet.payloadBytes = UNIT;
    packet.telemetryBytes = 12;
    packet.ecnMarked = true;
    packet.entropy = (byte) entropy;
    packet.trim(Packet.Kind.TRIMMED, (short) 0, framing.trimmedBytes(0));
    return packet;
  }

  private Packet returned(Framing framing, long number, int entropy) {
    Packet packet = trimmed(framing, number, entropy);
    packet.kind = Packet.Kind.RETURNED;
    return packet;
  }

  private Packet nack(Framing framing, long expected, long number, int entropy) {
    Packet packet = trimmed(framing, number, entropy);
    packet.kind = Packet.Kind.TRIM_NACK;
    packet.arrivedNumber = number;
    packet.number = expected;
    packet.sequence = expected * UNIT;
    packet.sizeBytes = framing.ackBytes(0, true);
    return packet;
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.codec.FrameCodecTest#networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, format, sealed));
    codec.flows().add(flow);
    for (int entropy = 0; entropy < Flow.ENTROPIES; entropy += 7) {
      for (Packet packet : new Packet[] {trimmed(framing, 70_000 + entropy, entropy),
          returned(framing, 70_000 + entropy, entropy), nack(framing, 5, 70_000, entropy), nack(framing, 70_001, 70_000, entropy),
          nack(framing, 70_000, 70_000, entropy)}) {
        int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
        assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
        var back = new Packet(200);
        assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
            .isEqualTo(DecodeStatus.READ);
        assertThat(back.kind).isEqualTo(packet.kind);
        assertThat(back.flow).isSameAs(flow);
        assertThat(back.number).isEqualTo(packet.number);
        assertThat(back.sequence).isEqualTo(packet.sequence);
        assertThat(back.entropy).isEqualTo(packet.entropy);
        assertThat(back.priority).isEqualTo(Packet.APART_PRIORITY);
        assertThat(back.payloadBytes + back.telemetryBytes).isZero();
        assertThat(back.ecnMarked).isFalse();
        assertThat(back.arrivedNumber).isEqualTo(packet.kind == Packet.Kind.TRIM_NACK ? 70_000 : Packet.NO_NUMBER);
      }
    }
  }

  /** A request for credit is a part of the header. */
  @ParameterizedTest
  @EnumSource(value = Framing.class, names = {"ROCEV2", "ROCEV2_IPV6"})
  void creditRequestsStay(Framing framing) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, null, false));
    codec.flows().add(flow);
    Packet packet = trimmed(framing, 12, 0);
    packet.kind = Packet.Kind.DATA;
    CreditHeader.write(packet, 123_456_789_012L, false);
    packet.trim(Packet.Kind.TRIMMED, CreditHeader.BYTES, framing.trimmedBytes(CreditHeader.BYTES));
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
    var back = new Packet(200);
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).isEqualTo(DecodeStatus.READ);
    assertThat(back.kind).isEqualTo(Packet.Kind.TRIMMED);
    assertThat(CreditHeader.isIn(back)).isTrue();
    assertThat(BigEndian.get64(back.telemetry, 0)).isEqualTo(123_456_789_012L);
  }

  /** Trimmed packets of switches with another trim size and DSCP. */
  @ParameterizedTest
  @EnumSource(value = Framing.class, names = {"ROCEV2", "ROCEV2_IPV6"})
  void sizeAndDscpAreThoseOfTheSwitch(Framing framing) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, null, false).trimmingTo(10));
    codec.flows().add(flow);
    for (int size : new int[] {framing.trimmedBytes(0), 128, 255, 256}) {
      Packet packet = trimmed(framing, 12, 7);
      packet.sizeBytes = size;
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(size);
      byte[] frame = codec.encoder().frame();
      int ip = Ethernet.HEADER_BYTES;
      assertThat(framing.isIpv6() ? Ipv6.dscp(frame, ip) : Ipv4.dscp(frame, ip)).isEqualTo(10);
      var back = new Packet(200);
      assertThat(codec.decoder().decode(frame, 0, length, back)).as(codec.decoder().problem()).isEqualTo(DecodeStatus.READ);
      assertThat(back.kind).isEqualTo(Packet.Kind.TRIMMED);
      assertThat(back.number).isEqualTo(12);
      assertThat(back.priority).as("its queue, whatever its DSCP").isEqualTo(Packet.APART_PRIORITY);
      assertThat(back.telemetryBytes + back.payloadBytes).isZero();
    }
  }

  /**
   * Every byte of a header that goes back is under checksums, except checksums themselves: addresses are swapped, and the PSN
   * is that of the packet.
   */
  @Test
  void returnedHeadersAreUnderSwappedAddresses() {
    FrameCodec codec = FrameCodec.of(new FrameRules(Framing.ROCEV2, UNIT, null, false).trimmingTo(10));
    codec.flows().add(flow);
    Packet packet = returned(Framing.ROCEV2, 0x1_234567, 0);
    packet.hop = 1;
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    byte[] frame = codec.encoder().frame();
    int ip = Ethernet.HEADER_BYTES;
    int udp = ip + Ipv4.HEADER_BYTES;
    int bth = udp + 8;
    assertThat(length).isEqualTo(60);
    assertThat(frame[ip + 1]).as("DSCP 10, ECT(0)").isEqualTo((byte) (10 << 2 | 2));
    assertThat(frame[ip + 8]).as("TTL").isEqualTo((byte) 63);
    int from = Ipv4.source(frame, ip);
    int to = Ipv4.destination(frame, ip);
    assertThat(from).isNotEqualTo(to);
    assertThat(BigEndian.get16(frame, udp)).isEqualTo(flow.sourcePort(0));
    assertThat(BigEndian.get16(frame, udp + 2)).isEqualTo(4791);
    assertThat(frame[bth]).as("opcode").isEqualTo((byte) 0xC9);
    assertThat(BigEndian.get32(frame, bth + 4)).as("queue pair").isEqualTo(flow.queuePair());
    assertThat(BigEndian.get32(frame, bth + 8)).as("PSN").isEqualTo(0x234567);
    codec.encoder().encode(trimmed(Framing.ROCEV2, 12, 0), TestPorts.of(0, 1));
    assertThat(Ipv4.source(frame, ip)).isEqualTo(to);
    assertThat(Ipv4.destination(frame, ip)).isEqualTo(from);
    assertThat(frame[bth]).isEqualTo((byte) 0xC8);
  }

  @Test
  void noHeaderIsLargerThanItsFrame() {
    assertThat(Framing.ROCEV2.trimmedBytes(0)).isEqualTo(64);
    assertThat(Framing.ROCEV2_IPV6.trimmedBytes(0)).isEqualTo(82);
  }

  @Test
  void aNackOfAPacketThatIsNotThere() {
    FrameCodec codec = FrameCodec.of(new FrameRules(Framing.ROCEV2, UNIT, null, false));
    codec.flows().add(flow);
    int length = codec.encoder().encode(nack(Framing.ROCEV2, 5, 30_000_001, 0), TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, new Packet(200))).isEqualTo(DecodeStatus.MALFORMED);
  }
}
