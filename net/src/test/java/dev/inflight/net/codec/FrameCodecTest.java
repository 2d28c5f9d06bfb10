package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Reth;
import dev.inflight.wire.header.Udp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Packets become the right frames, and frames the original packets. */
class FrameCodecTest {
  private static final Path GOLDEN = Path.of("src/test/resources/frames.txt");
  private static final long RATE = 100_000_000_000L;
  private static final int UNIT = 16;

  private final Port hostPort = TestPorts.of(0, 1);
  private final Port switchPort = TestPorts.of(3, 2);
  private final PacketPool pool = new PacketPool(1100);

  private static Flow flow(long sizeBytes) {
    return new Flow(5, 0, 2, 10_000, 100, 3, sizeBytes, 0);
  }

  private static FrameCodec codec(Framing framing, int payload, @Nullable TelemetryFormat format, boolean sealed) {
    return FrameCodec.of(new FrameRules(framing, payload, format, sealed));
  }

  private Packet data(FrameRules rules, Flow flow, long sequence, int hops) {
    Packet packet = pool.take();
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.priority = flow.priority();
    packet.sequence = sequence;
    packet.payloadBytes = (int) Math.min(rules.payloadBytes(), flow.sizeBytes() - sequence);
    packet.number = sequence / rules.payloadBytes();
    packet.arrivedNumber = Packet.NO_NUMBER;
    packet.ecnMarked = false;
    packet.afterTimeout = false;
    packet.telemetryBytes = (short) telemetry(rules.telemetry(), hops, packet.telemetry);
    packet.sizeBytes = rules.framing().dataBytes(packet.payloadBytes, packet.telemetryBytes,
        flow.startsMessage(sequence, rules.payloadBytes()) ? rules.framing().rethBytes() : 0);
    return packet;
  }

  private static int telemetry(@Nullable TelemetryFormat format, int hops, byte[] into) {
    if (format == null) {
      return 0;
    }
    int bytes = format.begin(into, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < hops; hop++) {
      var now = new PortSnapshot();
      now.nowPs = 1_000_000 + hop * 1_100_000L;
      now.sentBytes = 7919L * (hop + 1);
      now.queueBytes = 2000L * hop;
      bytes += format.stamper(new EgressLink(3 + hop, 1, RATE)).stamp(into, 0, bytes, into.length, now);
    }
    return bytes;
  }

  private Packet answer(FrameRules rules, Flow flow, long expected, boolean gap, int hops) {
    Packet packet = data(rules, flow, 0, hops);
    packet.kind = gap ? Packet.Kind.NACK : Packet.Kind.ACK;
    packet.sequence = expected;
    packet.number = flow.numberOf(expected, rules.payloadBytes());
    packet.payloadBytes = 0;
    if (rules.sealed() && packet.telemetryBytes > 0) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), expected, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    packet.sizeBytes = rules.framing().ackBytes(packet.telemetryBytes);
    return packet;
  }

  /** A NACK of selective repeat. */
  private Packet report(FrameRules rules, Flow flow, long expected, long arrived, int hops) {
    Packet packet = answer(rules, flow, expected, true, hops);
    packet.arrivedNumber = flow.numberOf(arrived, rules.payloadBytes());
    packet.sizeBytes = rules.framing().ackBytes(packet.telemetryBytes, true);
    return packet;
  }

  private Packet cnp(Flow flow, Framing framing) {
    Packet packet = pool.take();
    packet.becomeCnp(flow, framing.cnpBytes(), 0);
    return packet;
  }

  private Packet pause(Packet.Kind kind, int priority) {
    Packet packet = pool.take();
    packet.kind = kind;
    packet.flow = null;
    packet.priority = (byte) priority;
    packet.sequence = priority << 1 | (kind == Packet.Kind.PAUSE ? 1 : 0);
    packet.sizeBytes = 64;
    packet.payloadBytes = 0;
    packet.telemetryBytes = 0;
    packet.ecnMarked = false;
    packet.afterTimeout = false;
    return packet;
  }

  private static String hex(FrameEncoder encoder, int length) {
    return HexFormat.of().formatHex(encoder.frame(), 0, length);
  }

  /** The frames are right: tshark reads the same fields in them, and zlib finds the same CRCs. */
  @Test
  void golden() throws IOException {
    var lines = new ArrayList<String>();
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      String version = framing == Framing.ROCEV2 ? "ipv4 " : "ipv6 ";
      FrameEncoder plain = codec(framing, UNIT, null, false).encoder();
      FrameEncoder told = codec(framing, UNIT, NativeFormat.DEFAULT, false).encoder();
      Flow flow = flow(3 * UNIT - 3);
      Packet marked = data(told.rules(), flow, UNIT, 2);
      marked.ecnMarked = true;
      Packet again = data(plain.rules(), flow, UNIT, 0);
      again.afterTimeout = true;
      Packet echo = answer(told.rules(), flow, flow.sizeBytes(), false, 1);
      echo.ecnMarked = true;
      lines.add(version + "write-only " + hex(plain, plain.encode(data(plain.rules(), flow(5), 0, 0), hostPort)));
      lines.add(version + "write-first native " + hex(told, told.encode(data(told.rules(), flow, 0, 1), switchPort)));
      lines.add(version + "write-middle native ce " + hex(told, told.encode(marked, hostPort)));
      lines.add(version + "write-middle after timeout " + hex(plain, plain.encode(again, hostPort)));
      lines.add(version + "write-last native " + hex(told, told.encode(data(told.rules(), flow, 2 * UNIT, 0), hostPort)));
      lines.add(version + "ack " + hex(plain, plain.encode(answer(plain.rules(), flow, UNIT, false, 0), hostPort)));
      lines.add(version + "ack native becn " + hex(told, told.encode(echo, hostPort)));
      lines.add(version + "nak " + hex(plain, plain.encode(answer(plain.rules(), flow, UNIT, true, 0), hostPort)));
      lines.add(version + "nak out of order " + hex(plain, plain.encode(report(plain.rules(), flow, 0, 2 * UNIT, 0), hostPort)));
      lines.add(version + "nak out of order native " + hex(told, told.encode(report(told.rules(), flow, 0, UNIT, 1), hostPort)));
      lines.add(version + "cnp " + hex(plain, plain.encode(cnp(flow, framing), TestPorts.of(2, 1))));
    }
    FrameEncoder any = codec(Framing.ROCEV2, UNIT, null, false).encoder();
    lines.add("pause " + hex(any, any.encode(pause(Packet.Kind.PAUSE, 3), switchPort)));
    lines.add("resume " + hex(any, any.encode(pause(Packet.Kind.RESUME, 3), switchPort)));
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  static Stream<Arguments> networks() {
    var formats = new ArrayList<TelemetryFormat>();
    formats.add(null);
    formats.addAll(TestFormats.ON_THE_WIRE);
    return formats.stream()
        .flatMap(format -> Stream.of(Framing.ROCEV2, Framing.ROCEV2_IPV6)
            .filter(framing -> format == null || !format.placement().needsIpv6() || framing == Framing.ROCEV2_IPV6)
            .flatMap(framing -> Stream.of(false, true).map(sealed -> Arguments.of(framing, format, sealed))));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    var random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      int unit = round % 3 == 0 ? 1000 : random.nextInt(1, 9001);
      FrameCodec codec = codec(framing, unit, format, sealed);
      Flow flow = new Flow(random.nextInt(), random.nextInt(1 << 16), random.nextInt(1 << 16), random.nextInt(1 << 16), 100,
          random.nextInt(1, 8), random.nextLong(1, 4_000_000L * unit), 0);
      codec.flows().add(flow);
      long packets = Math.ceilDiv(flow.sizeBytes(), unit);
      long number = random.nextLong(packets);
      int hops = random.nextInt(4);
      Packet packet = switch (round % 6) {
        case 0 -> answer(codec.encoder().rules(), flow, Math.min((number + 1) * unit, flow.sizeBytes()), false, hops);
        case 1 -> answer(codec.encoder().rules(), flow, number * unit, true, hops);
        case 5 -> report(codec.encoder().rules(), flow, number / 2 * unit, behind(flow, number / 2, random, unit), hops);
        case 2 -> pause(random.nextBoolean() ? Packet.Kind.PAUSE : Packet.Kind.RESUME, random.nextInt(8));
        default -> data(codec.encoder().rules(), flow, number * unit, hops);
      };
      packet.ecnMarked = packet.flow != null && random.nextBoolean();
      packet.afterTimeout = packet.kind == Packet.Kind.DATA && (random.nextBoolean() || number == packets - 1);
      check(codec, packet, round);
    }
  }

  /** Start of a packet behind another one, at most 2^22 packets; the flow's last if there is none. */
  private static long behind(Flow flow, long number, SplittableRandom random, int unit) {
    long last = (flow.sizeBytes() - 1) / unit;
    return Math.min(number + 1 + random.nextLong(1 << 22), last) * unit;
  }

  private void check(FrameCodec codec, Packet packet, int round) {
    int length = codec.encoder().encode(packet, round % 2 == 0 ? hostPort : switchPort);
    assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
    byte[] shifted = new byte[length + 6];
    System.arraycopy(codec.encoder().frame(), 0, shifted, 3, length);
    Packet back = pool.take();
    assertThat(codec.decoder().decode(shifted, 3, length, back)).as(codec.decoder().problem()).isEqualTo(DecodeStatus.READ);
    assertThat(fields(back)).isEqualTo(fields(packet));
    pool.release(packet);
    pool.release(back);
  }

  private static List<Object> fields(Packet packet) {
    return Arrays.asList(packet.kind, packet.flow, packet.sequence, packet.payloadBytes, packet.sizeBytes, packet.priority,
        packet.flow == null ? 0 : packet.number, packet.kind == Packet.Kind.NACK ? packet.arrivedNumber : Packet.NO_NUMBER,
        packet.ecnMarked, packet.afterTimeout, HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
  }

  @Test
  void longFlowsAreSeveralMessages() {
    FrameCodec codec = codec(Framing.ROCEV2, 9000, null, false);
    long message = Flow.messageBytes(9000);
    Flow flow = flow(message + 20_000);
    codec.flows().add(flow);
    for (long start : new long[] {0, message - 9000, message, message + 9000, message + 18_000}) {
      Packet packet = data(codec.encoder().rules(), flow, start, 0);
      packet.afterTimeout = start == message - 9000 || start == message + 18_000;
      check(codec, packet, 0);
    }
    int length = codec.encoder().encode(data(codec.encoder().rules(), flow, message, 0), hostPort);
    var view = new FrameView(List.of());
    assertThat(view.parse(codec.encoder().frame(), 0, length)).isEqualTo(DecodeStatus.READ);
    assertThat(view.opcode).isEqualTo(Opcode.WRITE_FIRST);
    assertThat(Reth.virtualAddress(view.bytes, view.reth)).isEqualTo(message);
    assertThat(Reth.messageBytes(view.bytes, view.reth)).isEqualTo(20_000);
    codec.encoder().encode(answer(codec.encoder().rules(), flow, flow.sizeBytes(), false, 0), hostPort);
    view.parse(codec.encoder().frame(), 0, 62);
    assertThat(Aeth.msn(view.bytes, view.aeth)).isEqualTo(2);
  }

  @Test
  void detectsTruncationAndChanges() {
    FrameCodec codec = codec(Framing.ROCEV2, 100, NativeFormat.DEFAULT, true);
    Flow flow = flow(1000);
    codec.flows().add(flow);
    for (Packet packet : List.of(data(codec.encoder().rules(), flow, 0, 3), answer(codec.encoder().rules(), flow, 200, false, 3),
        report(codec.encoder().rules(), flow, 200, 400, 3))) {
      int length = codec.encoder().encode(packet, hostPort);
      byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
      Packet into = pool.take();
      for (int cut = 0; cut < length; cut++) {
        assertThat(codec.decoder().decode(frame, 0, cut, into)).as("cut to %d", cut).isNotEqualTo(DecodeStatus.READ);
      }
      for (int at = Ethernet.HEADER_BYTES; at < length; at++) {
        frame[at] ^= 0x11;
        DecodeStatus outcome = codec.decoder().decode(frame, 0, length, into);
        frame[at] ^= 0x11;
        boolean changesOnTheWay = isTelemetry(packet, at) || at >= 34 + 6 && at < 34 + 8 || at == bthOf(packet) + Bth.CONGESTION;
        if (!changesOnTheWay) {
          assertThat(outcome).as("byte %d changed", at).isNotEqualTo(DecodeStatus.READ);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void decodesChangedFramesWithoutAnException(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = codec(framing, 100, format, sealed);
    Flow flow = flow(1000);
    codec.flows().add(flow);
    FrameRules rules = codec.encoder().rules();
    var random = new SplittableRandom(11);
    Packet into = new PacketPool(format == null ? 0 : format.bufferBytes(3)).take();
    for (Packet packet : List.of(data(rules, flow, 0, 3), answer(rules, flow, 200, false, 3), report(rules, flow, 200, 300, 3),
        pause(Packet.Kind.PAUSE, 2))) {
      int length = codec.encoder().encode(packet, hostPort);
      byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
      for (int round = 0; round < 3000; round++) {
        byte[] changed = Arrays.copyOf(frame, random.nextInt(8) == 0 ? random.nextInt(length) : length);
        for (int changes = random.nextInt(1, 4); changes > 0 && changed.length > 0; changes--) {
          changed[random.nextInt(Math.min(changed.length, 120))] = (byte) (random.nextBoolean() ? random.nextInt() : -1);
        }
        assertThat(codec.decoder().decode(changed, 0, changed.length, into)).isNotNull();
      }
    }
  }

  private static int bthOf(Packet packet) {
    return 42 + (packet.kind == Packet.Kind.DATA ? packet.telemetryBytes : 0);
  }

  private static boolean isTelemetry(Packet packet, int at) {
    return packet.kind == Packet.Kind.DATA && at >= 42 && at < 42 + packet.telemetryBytes;
  }

  /** A view of any network accepts these frames, but no network with these rules has them. */
  @Test
  void refusesFramesOutsideTheRules() {
    FrameCodec codec = codec(Framing.ROCEV2, 100, IfaFormat.DEFAULT, false);
    Flow flow = flow(100);
    codec.flows().add(flow);
    FrameRules rules = codec.encoder().rules();
    int length = codec.encoder().encode(data(rules, flow, 0, 1), hostPort);
    byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
    byte[] tagged = new byte[length + Ethernet.TAG_BYTES];
    System.arraycopy(frame, 0, tagged, 0, 12);
    System.arraycopy(frame, 12, tagged, 16, length - 12);
    BigEndian.set32(tagged, 12, Ethernet.VLAN << 16 | 100);
    BigEndian.set16(tagged, 16, Ethernet.IPV4);
    assertRefused(codec, tagged, DecodeStatus.UNSUPPORTED, "the EtherType is not that of IPv4");
    byte[] wrongSum = frame.clone();
    wrongSum[24] ^= 1;
    assertRefused(codec, wrongSum, DecodeStatus.MALFORMED, "the IPv4 header checksum does not match");
    byte[] counted = frame.clone(); // the metadata, as some senders do
    int udp = 38;
    Udp.length(counted, udp, length - udp);
    assertThat(new FrameView(TestFormats.ALL).parse(counted, 0, length)).isEqualTo(DecodeStatus.READ);
    assertRefused(codec, counted, DecodeStatus.MALFORMED, "UDP and IP disagree about the packet's length");
    byte[] other = frame.clone();
    Udp.destination(other, udp, 4790);
    assertRefused(codec, other, DecodeStatus.UNSUPPORTED, "the UDP destination port is not that of RoCEv2");
    byte[] beforeIcmp = frame.clone();
    beforeIcmp[35] = 1;
    assertRefused(codec, beforeIcmp, DecodeStatus.UNSUPPORTED, "the telemetry is none of this format, or not in front of UDP");
    assertRefused(codec(Framing.ROCEV2, 100, null, false), frame, DecodeStatus.UNSUPPORTED, "the IP protocol is not UDP");
    assertRefused(codec(Framing.ROCEV2_IPV6, 100, null, false), frame, DecodeStatus.UNSUPPORTED,
        "the EtherType is not that of IPv6");
    byte[] options = TestFrame.write(true, 33).with(IoamFormat.DEFAULT, PathQuery.UTILIZATION).bytes();
    Arrays.fill(options, 56, 54 + Ipv6.hopByHopBytes(options, 54), (byte) 0); // padding alone
    assertRefused(codec(Framing.ROCEV2_IPV6, 100, IoamFormat.DEFAULT, false), options, DecodeStatus.UNSUPPORTED,
        "the hop-by-hop options hold no telemetry");
  }

  /** The name of a packet that arrived is taken only where the flow has such a packet behind the gap. */
  @Test
  void refusesNamesOfPacketsThatCannotHaveArrived() {
    FrameCodec codec = codec(Framing.ROCEV2, 100, null, false);
    Flow flow = flow(1000);
    codec.flows().add(flow);
    String problem = "the acknowledgement names a packet that the flow does not have there";
    int at = 42 + Bth.BYTES + Aeth.BYTES;
    for (int psn : new int[] {0, 4, 5, 10, 11, 0xFFFFFF}) { // the gap is at packet 5, and the flow has 10
      assertRefused(codec, named(codec, flow, at, psn), DecodeStatus.MALFORMED, problem);
    }
    assertRefused(codec, named(codec, flow, at, 1 << 31 | 6), DecodeStatus.MALFORMED, problem);
    byte[] without = named(codec, flow, at, 6);
    without[at - 4] = (byte) Aeth.NAK_SEQUENCE_ERROR; // then those are 4 bytes of payload
    assertRefused(codec, sealed(without), DecodeStatus.UNSUPPORTED, "the acknowledgement's payload is no reflection");
    byte[] plain = Arrays.copyOf(codec.encoder().frame(),
        codec.encoder().encode(answer(codec.encoder().rules(), flow, 500, true, 0), hostPort));
    plain[at - 4] = (byte) Aeth.NAK_OUT_OF_ORDER;
    assertRefused(codec, sealed(plain), DecodeStatus.MALFORMED, problem);
    for (int psn = 6; psn < 10; psn++) {
      byte[] frame = named(codec, flow, at, psn);
      Packet into = pool.take();
      assertThat(codec.decoder().decode(frame, 0, frame.length, into)).isEqualTo(DecodeStatus.READ);
      assertThat(into.arrivedNumber).isEqualTo(psn);
    }
  }

  private byte[] named(FrameCodec codec, Flow flow, int at, int word) {
    int length = codec.encoder().encode(report(codec.encoder().rules(), flow, 500, 600, 0), hostPort);
    byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
    BigEndian.set32(frame, at, word);
    return sealed(frame);
  }

  /** The frame with the invariant CRC that it should have. */
  private static byte[] sealed(byte[] frame) {
    var view = new FrameView(List.of());
    view.parse(frame, 0, frame.length);
    Icrc.write(frame, view.icrc, view.computeIcrc(new Icrc()));
    return frame;
  }

  private void assertRefused(FrameCodec codec, byte[] frame, DecodeStatus outcome, String problem) {
    assertThat(codec.decoder().decode(frame, 0, frame.length, pool.take())).isEqualTo(outcome);
    assertThat(codec.decoder().problem()).isEqualTo(problem);
  }

  @Test
  void reportsTheProblem() {
    FrameCodec codec = codec(Framing.ROCEV2, 100, NativeFormat.DEFAULT, false);
    Flow flow = flow(1000);
    Packet packet = data(codec.encoder().rules(), flow, 0, 1);
    int length = codec.encoder().encode(packet, hostPort);
    byte[] frame = codec.encoder().frame();
    assertThat(codec.decoder().decode(frame, 0, length, packet)).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(codec.decoder().problem()).isEqualTo("the queue pair and addresses are those of no flow");
    frame[100] ^= 1;
    assertThat(codec.decoder().decode(frame, 0, length, packet)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(codec.decoder().problem()).isEqualTo("the invariant CRC does not match");
    Packet wrong = data(codec.encoder().rules(), flow, 0, 1);
    wrong.sizeBytes++;
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(wrong, hostPort))
        .withMessageContaining("bytes and 4 of frame check sequence");
    Packet between = data(codec.encoder().rules(), flow, 7, 1);
    between.sizeBytes -= 16;
    assertThatIllegalArgumentException().isThrownBy(() -> codec.encoder().encode(between, hostPort))
        .withMessageContaining("is not where a packet of 100 begins");
  }
}
