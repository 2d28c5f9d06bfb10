package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Probes, their answers, and data packets with requests for queues only, as frames and back. */
class ProbeFramesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/probe-frames.txt");
  private static final int UNIT = 16;

  private final PacketPool pool = new PacketPool(1100);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 4_000_000L * UNIT, 0);

  private static FrameCodec codec(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    return FrameCodec.of(new FrameRules(framing, UNIT, format, sealed));
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
      bytes += format.stamper(new EgressLink(3 + hop, 1, 100_000_000_000L)).stamp(into, 0, bytes, into.length, now);
    }
    return bytes;
  }

  private Packet probe(FrameRules rules, long number, int hops) {
    Packet packet = pool.take();
    packet.becomeProbe(flow, number, 0);
    packet.telemetryBytes = (short) telemetry(rules.telemetry(), hops, packet.telemetry);
    packet.sizeBytes = rules.framing().probeBytes(packet.telemetryBytes);
    return packet;
  }

  private Packet notification(FrameRules rules, long expected, long fetchedBy, byte of, int hops) {
    Packet packet = probe(rules, fetchedBy, hops);
    packet.kind = Packet.Kind.NOTIFICATION;
    packet.code = of;
    packet.arrivedNumber = fetchedBy;
    packet.number = expected;
    packet.sequence = expected * UNIT;
    if (rules.sealed() && packet.telemetryBytes > 0) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    packet.sizeBytes = rules.framing().notificationBytes(packet.telemetryBytes);
    return packet;
  }

  private Packet switchAnswer(FrameRules rules, long number, byte of, boolean ahead, int hops) {
    Packet to = probe(rules, number, hops);
    if (of == Packet.OF_DATA) {
      to.kind = Packet.Kind.DATA;
      to.sequence = number * UNIT;
      to.payloadBytes = UNIT;
    }
    Packet packet = pool.take();
    packet.becomeSwitchAnswer(to, ahead, 0);
    if (rules.sealed()) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    packet.sizeBytes = rules.framing().switchAnswerBytes(packet.telemetryBytes);
    return packet;
  }

  private Packet asking(FrameRules rules, long number, int hops) {
    Packet packet = probe(rules, number, hops);
    packet.kind = Packet.Kind.DATA;
    packet.code = HeaderChoice.ASKS_QUEUES;
    packet.sequence = number * UNIT;
    packet.payloadBytes = UNIT;
    packet.sizeBytes = rules.framing().dataBytes(UNIT, packet.telemetryBytes, 0);
    return packet;
  }

  private Packet pathProbe(FrameRules rules, int entropy, long number, int hops) {
    Packet packet = probe(rules, number, hops);
    packet.kind = Packet.Kind.PATH_PROBE;
    packet.entropy = (byte) entropy;
    return packet;
  }

  private Packet pathReport(FrameRules rules, int entropy, long number, int hops) {
    Packet packet = pathProbe(rules, entropy, number, hops);
    packet.kind = Packet.Kind.PATH_REPORT;
    packet.arrivedNumber = number;
    if (rules.sealed()) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    packet.sizeBytes = rules.framing().switchAnswerBytes(packet.telemetryBytes);
    return packet;
  }

  private Packet byEntropy(FrameRules rules, int entropy) {
    Packet packet = asking(rules, 3, 1);
    packet.code = HeaderChoice.ASKS_ALL;
    packet.entropy = (byte) entropy;
    return packet;
  }

  private static String hex(FrameEncoder encoder, int length) {
    return HexFormat.of().formatHex(encoder.frame(), 0, length);
  }

  @Test
  void golden() throws IOException {
    var lines = new ArrayList<String>();
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      String version = framing == Framing.ROCEV2 ? "ipv4 " : "ipv6 ";
      FrameEncoder told = codec(framing, NativeFormat.DEFAULT, false).encoder();
      FrameRules rules = told.rules();
      lines.add(version + "probe native " + hex(told, told.encode(probe(rules, 7, 2), TestPorts.of(3, 2))));
      lines.add(version + "notification of probe native "
          + hex(told, told.encode(notification(rules, 900, 7, Packet.OF_PROBE, 2), TestPorts.of(3, 2))));
      lines.add(version + "notification of data native "
          + hex(told, told.encode(notification(rules, 900, 899, Packet.OF_DATA, 1), TestPorts.of(3, 2))));
      lines.add(version + "switch-answer to data native "
          + hex(told, told.encode(switchAnswer(rules, 899, Packet.OF_DATA, false, 2), TestPorts.of(3, 2))));
      lines.add(version + "switch-answer-ahead of probe native "
          + hex(told, told.encode(switchAnswer(rules, 7, Packet.OF_PROBE, true, 1), TestPorts.of(3, 2))));
      lines.add(version + "path-probe entropy 2 native " + hex(told, told.encode(pathProbe(rules, 2, 7, 2), TestPorts.of(3, 2))));
      lines.add(
          version + "path-report entropy 31 native " + hex(told, told.encode(pathReport(rules, 31, 7, 2), TestPorts.of(3, 2))));
      lines.add(version + "write-middle entropy 1 native " + hex(told, told.encode(byEntropy(rules, 1), TestPorts.of(0, 1))));
      lines.add(version + "write-middle native asks queues " + hex(told, told.encode(asking(rules, 3, 0), TestPorts.of(0, 1))));
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(Files.readString(GOLDEN));
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.codec.FrameCodecTest#networks")
  void answersThereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    if (format == null) {
      return; // nothing is requested
    }
    FrameCodec codec = codec(framing, format, sealed);
    FrameRules rules = codec.encoder().rules();
    codec.flows().add(flow);
    var random = new SplittableRandom(3);
    for (int round = 0; round < 200; round++) {
      byte of = round % 2 == 0 ? Packet.OF_DATA : Packet.OF_PROBE;
      Packet packet = switchAnswer(rules, random.nextInt(1 << 20), of, round % 3 == 0, 1 + random.nextInt(3));
      packet.hop = (short) random.nextInt(5);
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      Packet back = pool.take();
      assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
          .isEqualTo(DecodeStatus.READ);
      assertThat(fields(back)).isEqualTo(fields(packet));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.codec.FrameCodecTest#networks")
  void eachEntropyThereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    if (format == null) {
      return; // nothing is requested
    }
    FrameCodec codec = codec(framing, format, sealed);
    FrameRules rules = codec.encoder().rules();
    codec.flows().add(flow);
    for (int entropy = 0; entropy < Flow.ENTROPIES; entropy++) {
      for (Packet packet : List.of(pathProbe(rules, entropy, 5 + entropy, 2), pathReport(rules, entropy, 5 + entropy, 2),
          byEntropy(rules, entropy))) {
        int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
        assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
        Packet back = pool.take();
        assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
            .isEqualTo(DecodeStatus.READ);
        assertThat(fields(back)).isEqualTo(fields(packet));
        assertThat(back.entropy).isEqualTo(packet.entropy);
      }
    }
  }

  @Test
  void anAnswerWithoutTelemetryOrOfAPacketThatIsNotThere() {
    FrameCodec codec = codec(Framing.ROCEV2, NativeFormat.DEFAULT, false);
    codec.flows().add(flow);
    Packet beyond = switchAnswer(codec.encoder().rules(), 4_000_001, Packet.OF_DATA, false, 1);
    int length = codec.encoder().encode(beyond, TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(codec.decoder().problem()).isEqualTo("the answer names a packet that the flow does not have");
    Packet empty = switchAnswer(codec.encoder().rules(), 3, Packet.OF_DATA, false, 0);
    empty.telemetryBytes = 0;
    empty.sizeBytes = Framing.ROCEV2.switchAnswerBytes(0);
    length = codec.encoder().encode(empty, TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(codec.decoder().problem()).isEqualTo("the answer brings no telemetry");
  }

  @ParameterizedTest
  @MethodSource("dev.inflight.net.codec.FrameCodecTest#networks")
  void thereAndBack(Framing framing, @Nullable TelemetryFormat format, boolean sealed) {
    FrameCodec codec = codec(framing, format, sealed);
    FrameRules rules = codec.encoder().rules();
    codec.flows().add(flow);
    var random = new SplittableRandom(3);
    for (int round = 0; round < 300; round++) {
      int hops = random.nextInt(4);
      Packet packet = switch (round % 4) {
        case 0 -> probe(rules, random.nextInt(1 << 24), hops);
        case 1 -> notification(rules, random.nextInt(1 << 20), random.nextInt(1 << 20), Packet.OF_PROBE, hops);
        case 2 -> notification(rules, random.nextInt(1 << 20), random.nextInt(1 << 20), Packet.OF_DATA, hops);
        default -> asking(rules, 1 + random.nextInt(1 << 20), hops);
      };
      packet.ecnMarked = random.nextBoolean();
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      byte[] shifted = new byte[length + 6];
      System.arraycopy(codec.encoder().frame(), 0, shifted, 3, length);
      Packet back = pool.take();
      assertThat(codec.decoder().decode(shifted, 3, length, back)).as(codec.decoder().problem()).isEqualTo(DecodeStatus.READ);
      assertThat(fields(back)).isEqualTo(fields(packet));
    }
  }

  private static List<Object> fields(Packet packet) {
    boolean answers = packet.kind == Packet.Kind.NOTIFICATION;
    return Arrays.asList(packet.kind, packet.flow, packet.code, packet.number,
        packet.kind == Packet.Kind.PROBE ? 0 : packet.sequence, answers ? packet.arrivedNumber : 0, packet.payloadBytes,
        packet.sizeBytes, packet.priority, packet.ecnMarked,
        HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
  }

  /** Bytes that switches change on the way are no part of the invariant CRC; all others are noticed. */
  @Test
  void detectsTruncationAndChanges() {
    FrameCodec codec = codec(Framing.ROCEV2, NativeFormat.DEFAULT, true);
    FrameRules rules = codec.encoder().rules();
    codec.flows().add(flow);
    for (Packet packet : List.of(probe(rules, 9, 3), notification(rules, 50, 9, Packet.OF_PROBE, 3),
        notification(rules, 50, 49, Packet.OF_DATA, 3), switchAnswer(rules, 9, Packet.OF_PROBE, false, 3),
        switchAnswer(rules, 49, Packet.OF_DATA, true, 3))) {
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
      var view = new FrameView(List.of(NativeFormat.DEFAULT));
      assertThat(view.parse(frame, 0, length)).isEqualTo(DecodeStatus.READ);
      Packet into = pool.take();
      for (int cut = 0; cut < length; cut++) {
        assertThat(codec.decoder().decode(frame, 0, cut, into)).as("cut to %d", cut).isNotEqualTo(DecodeStatus.READ);
      }
      int changed = 0;
      for (int at = view.bth; at < length; at++) {
        frame[at] ^= 0x11;
        DecodeStatus outcome = codec.decoder().decode(frame, 0, length, into);
        frame[at] ^= 0x11;
        if (at != view.bth + 4) { // FECN and BECN
          assertThat(outcome).as("byte %d changed", at).isNotEqualTo(DecodeStatus.READ);
          changed++;
        }
      }
      assertThat(changed).isEqualTo(length - view.bth - 1);
    }
  }

  @Test
  void refusesAProbeWithAPayload() {
    FrameCodec codec = codec(Framing.ROCEV2, null, false);
    codec.flows().add(flow);
    int length = codec.encoder().encode(asking(codec.encoder().rules(), 3, 0), TestPorts.of(0, 1));
    byte[] frame = Arrays.copyOf(codec.encoder().frame(), length);
    frame[42] = (byte) 0xC0;
    var view = new FrameView(List.of());
    view.parse(frame, 0, length);
    var icrc = new dev.inflight.wire.header.Icrc();
    dev.inflight.wire.header.Icrc.write(frame, view.icrc, icrc.roceV2(frame, view.ip, view.udp, view.bth, view.icrc));
    assertThat(codec.decoder().decode(frame, 0, length, pool.take())).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(codec.decoder().problem()).isEqualTo("the probe has a payload");
  }

  @Test
  void refusesAnUnknownRequest() {
    FrameCodec codec = codec(Framing.ROCEV2, NativeFormat.DEFAULT, false);
    codec.flows().add(flow);
    Packet packet = asking(codec.encoder().rules(), 3, 1);
    packet.code = 4;
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(codec.decoder().problem()).isEqualTo("the low bits of DSCP hold an unknown request");
  }
}
