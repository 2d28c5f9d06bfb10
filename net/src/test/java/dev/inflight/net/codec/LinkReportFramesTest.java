package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.LinkHistory;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Notifications and tallies with the report of one link, as frames and back; neither a report nor a header is accepted as the
 * other.
 */
class LinkReportFramesTest {
  private static final int UNIT = 16;

  private final PacketPool pool = new PacketPool(1100);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 4_000_000L * UNIT, 0);

  private FrameCodec codec(Framing framing, boolean sealed, boolean reliable, boolean chosenLink) {
    FrameCodec codec = FrameCodec.of(new FrameRules(framing, UNIT, NativeFormat.DEFAULT, sealed, reliable, chosenLink));
    codec.flows().add(flow);
    return codec;
  }

  private Packet answer(FrameRules rules, SplittableRandom random, Packet.Kind kind) {
    Packet packet = pool.take();
    packet.becomeProbe(flow, random.nextInt(1 << 20), 0);
    packet.kind = kind;
    packet.code = Packet.OF_PROBE;
    packet.arrivedNumber = packet.number;
    packet.number = random.nextInt(1 << 20);
    packet.sequence = packet.number * UNIT;
    var hops = new Hops(2);
    hops.clear(1 << 24, 1 << 27);
    hops.add(random.nextLong(1 << 24), random.nextLong(1 << 27), random.nextLong(1 << 20), 100_000_000_000L);
    var past = new LinkHistory();
    past.compared(random.nextLong(1 << 24), random.nextDouble(), random.nextLong(1 << 20));
    past.path(random.nextBoolean(), random.nextBoolean());
    LinkReport.write(packet.telemetry, 0, hops, 0, past);
    packet.telemetryBytes = LinkReport.BYTES;
    if (rules.sealed()) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    packet.sizeBytes = kind == Packet.Kind.TALLY
        ? rules.framing().tallyBytes(packet.telemetryBytes)
        : rules.framing().notificationBytes(packet.telemetryBytes);
    return packet;
  }

  @ParameterizedTest
  @CsvSource({"ROCEV2, false, true", "ROCEV2, true, true", "ROCEV2_IPV6, true, true", "ROCEV2, false, false",
      "ROCEV2_IPV6, true, false", "TCP, false, true", "TCP_IPV6, true, true"})
  void thereAndBack(Framing framing, boolean sealed, boolean reliable) {
    FrameCodec codec = codec(framing, sealed, reliable, true);
    var random = new SplittableRandom(3);
    for (int round = 0; round < 300; round++) {
      Packet packet = answer(codec.encoder().rules(), random, reliable ? Packet.Kind.NOTIFICATION : Packet.Kind.TALLY);
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      Packet back = pool.take();
      assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
          .isEqualTo(DecodeStatus.READ);
      assertThat(back.kind).isEqualTo(packet.kind);
      assertThat(back.sequence).isEqualTo(packet.sequence);
      assertThat(back.arrivedNumber).isEqualTo(packet.arrivedNumber);
      assertThat(HexFormat.of().formatHex(back.telemetry, 0, back.telemetryBytes))
          .isEqualTo(HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
      pool.release(packet);
      pool.release(back);
    }
  }

  @Test
  void reflectionNamesItsContent() {
    FrameCodec codec = codec(Framing.ROCEV2, false, true, true);
    Packet packet = answer(codec.encoder().rules(), new SplittableRandom(1), Packet.Kind.NOTIFICATION);
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    var view = new FrameView(List.of(NativeFormat.DEFAULT));
    assertThat(view.parse(codec.encoder().frame(), 0, length)).isEqualTo(DecodeStatus.READ);
    assertThat(Reflection.formatCode(codec.encoder().frame(), view.payload)).isEqualTo(LinkReport.REFLECTION_CODE);
    assertThat(Reflection.length(codec.encoder().frame(), view.payload)).isEqualTo(LinkReport.BYTES);
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void refusesAReportAsAHeaderAndAHeaderAsAReport(boolean sentAsLink, boolean expectedAsLink) {
    FrameCodec from = codec(Framing.ROCEV2, false, true, sentAsLink);
    FrameCodec to = codec(Framing.ROCEV2, false, true, expectedAsLink);
    Packet packet = answer(from.encoder().rules(), new SplittableRandom(1), Packet.Kind.NOTIFICATION);
    int length = from.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(to.decoder().decode(from.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.UNSUPPORTED);
  }

  /** Switches' answers and reports of paths bring headers all the same. */
  @Test
  void otherAnswersBringHeaders() {
    FrameCodec codec = codec(Framing.ROCEV2, false, true, true);
    Packet packet = answer(codec.encoder().rules(), new SplittableRandom(1), Packet.Kind.PATH_REPORT);
    packet.sizeBytes = Framing.ROCEV2.switchAnswerBytes(packet.telemetryBytes);
    int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
    var view = new FrameView(List.of(NativeFormat.DEFAULT));
    view.parse(codec.encoder().frame(), 0, length);
    assertThat(Reflection.formatCode(codec.encoder().frame(), view.payload)).isEqualTo(NativeFormat.DEFAULT.reflectionCode());
  }
}
