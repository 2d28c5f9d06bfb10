package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers with a number of flows, as frames and back; an answer without one is not accepted as one with it, nor the reverse. */
class CountedAcksFramesTest {
  private static final int UNIT = 16;

  private final PacketPool pool = new PacketPool(200);
  private final Flow flow = new Flow(5, 0, 2, 10_000, 100, 3, 4_000_000L * UNIT, 0);

  private FrameCodec codec(Framing framing, boolean sealed, boolean reliable, boolean counted) {
    FrameCodec codec = FrameCodec
        .of(new FrameRules(framing, UNIT, NativeFormat.DEFAULT, sealed, reliable).countingFlows(counted));
    codec.flows().add(flow);
    return codec;
  }

  private Packet answer(FrameRules rules, Packet.Kind kind, int flows, SplittableRandom random) {
    Packet packet = pool.take();
    packet.becomeProbe(flow, random.nextInt(1 << 20), 0);
    packet.kind = kind;
    packet.code = Packet.OF_PROBE;
    packet.arrivedNumber = kind == Packet.Kind.ACK ? Packet.NO_NUMBER : packet.number;
    packet.number = random.nextInt(1 << 20);
    packet.sequence = packet.number * UNIT;
    packet.telemetryBytes = (short) NativeFormat.DEFAULT.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
    if (rules.countsFlows() && kind.reportsProgress()) {
      Reflection.writeFlows(packet.telemetry, packet.telemetryBytes, flows);
      packet.telemetryBytes += Reflection.FLOWS_BYTES;
    }
    if (rules.sealed()) {
      new ReportMac(1, 2).seal(packet.telemetry, 0, packet.telemetryBytes, flow.id(), packet.sequence, packet.says(), 17);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    Framing framing = rules.framing();
    packet.sizeBytes = switch (kind) {
      case ACK -> framing.ackBytes(packet.telemetryBytes);
      case TALLY -> framing.tallyBytes(packet.telemetryBytes);
      case PATH_REPORT -> framing.switchAnswerBytes(packet.telemetryBytes);
      default -> framing.notificationBytes(packet.telemetryBytes);
    };
    return packet;
  }

  @ParameterizedTest
  @CsvSource({"ROCEV2, ACK, false", "ROCEV2, ACK, true", "ROCEV2_IPV6, ACK, true", "ROCEV2, NOTIFICATION, false",
      "ROCEV2_IPV6, NOTIFICATION, true", "ROCEV2, TALLY, false", "ROCEV2_IPV6, TALLY, true", "TCP, NOTIFICATION, false",
      "TCP_IPV6, NOTIFICATION, true", "ROCEV2, PATH_REPORT, false", "ROCEV2, PATH_REPORT, true"})
  void thereAndBack(Framing framing, Packet.Kind kind, boolean sealed) {
    FrameCodec codec = codec(framing, sealed, kind != Packet.Kind.TALLY, true);
    var random = new SplittableRandom(3);
    for (int flows : new int[] {0, 1, 300, 65_535, 65_536}) {
      Packet packet = answer(codec.encoder().rules(), kind, flows, random);
      int length = codec.encoder().encode(packet, TestPorts.of(0, 1));
      assertThat(length + Ethernet.FCS_BYTES).isEqualTo(packet.sizeBytes);
      Packet back = pool.take();
      assertThat(codec.decoder().decode(codec.encoder().frame(), 0, length, back)).as(codec.decoder().problem())
          .isEqualTo(DecodeStatus.READ);
      assertThat(back.kind).isEqualTo(kind);
      assertThat(HexFormat.of().formatHex(back.telemetry, 0, back.telemetryBytes))
          .isEqualTo(HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
      var view = new FrameView(List.of(NativeFormat.DEFAULT));
      view.parse(codec.encoder().frame(), 0, length);
      if (!framing.isTcp()) {
        int header = NativeFormat.DEFAULT.sizeBytes(0);
        assertThat(Reflection.length(view.bytes, view.payload)).isEqualTo(header);
        assertThat(Reflection.isCounted(view.bytes, view.payload)).isEqualTo(kind.reportsProgress());
        if (kind.reportsProgress()) {
          assertThat(Reflection.readFlows(view.bytes, view.payload + Reflection.HEADER_BYTES + header))
              .isEqualTo(Math.min(flows, 65_535));
        }
      }
      pool.release(packet);
      pool.release(back);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, false, the acknowledgement has a number of flows",
      "false, true, the acknowledgement has no number of flows"})
  void refusesAnAnswerThatTheRulesExclude(boolean sent, boolean expected, String problem) {
    FrameCodec from = codec(Framing.ROCEV2, false, true, sent);
    FrameCodec to = codec(Framing.ROCEV2, false, true, expected);
    Packet packet = answer(from.encoder().rules(), Packet.Kind.ACK, 3, new SplittableRandom(1));
    int length = from.encoder().encode(packet, TestPorts.of(0, 1));
    assertThat(to.decoder().decode(from.encoder().frame(), 0, length, pool.take())).isEqualTo(DecodeStatus.UNSUPPORTED);
    assertThat(to.decoder().problem()).startsWith(problem);
  }
}
