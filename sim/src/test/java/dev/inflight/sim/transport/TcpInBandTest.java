package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Segments of TCP carry telemetry, and acknowledgements return it, if the NIC has no offload (draft-miao-rtgwg-hpccplus §6.2.2(1)). */
class TcpInBandTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int FLOWS = 4;
  private static final int BYTES = 60_500;
  private static final int PAYLOAD = 1000;
  private static final Tcp NO_OFFLOAD = new Tcp(Tcp.DEFAULT.minRtoPs(), 2, Tcp.DEFAULT.delayedAckPs(), 1);

  static List<TelemetryPackets> choices() {
    return List.of(EveryDataPacket.DEFAULT, new OneIn(4), PerRtt.DEFAULT, new PerRtt(0, PerRtt.ChosenBy.SWITCH),
        Subscribed.DEFAULT, OnQueue.DEFAULT, new OnQueue(10_000, OnQueue.ChosenBy.SWITCH));
  }

  private static SetupBuilder setup() {
    var setup = new SetupBuilder();
    setup.topology = new Star(FLOWS + 1, RATE, US).build();
    for (int source = 0; source < FLOWS; source++) {
      setup.flows.add(source, FLOWS, 3, 100, BYTES, source * US);
    }
    setup.recovery = NO_OFFLOAD;
    setup.framing = Framing.TCP_IPV6;
    setup.scheme = Hpcc.DEFAULT;
    setup.payloadBytes = PAYLOAD;
    setup.pfc = false;
    return setup;
  }

  private static RunResult run(SetupBuilder setup) {
    return new Simulation(setup.build(), Recorder.NONE).run();
  }

  /** Each format with each way to return telemetry: a run with losses in which every byte arrives, or a refusal. */
  @ParameterizedTest
  @MethodSource("choices")
  void runsOrIsRefused(TelemetryPackets carrier) {
    int ran = 0;
    for (TelemetryFormat format : Formats.ALL) {
      for (FeedbackPath feedback : FeedbackPaths.ALL) {
        SetupBuilder builder = setup();
        builder.telemetry = format;
        builder.telemetryPackets = carrier;
        builder.feedback = feedback;
        builder.lossRate = 0.01;
        Setup setup = builder.build();
        String what = format.name() + ", " + carrier + ", " + feedback;
        boolean fits = format.placement() != HeaderPlacement.AROUND_UDP && feedback.name().startsWith("acks")
            && !(carrier instanceof OnQueue rare && rare.by() == OnQueue.ChosenBy.SENDER);
        if (!setup.problems().isEmpty()) {
          boolean needsRecords = carrier instanceof OnQueue
              || carrier instanceof PerRtt once && once.by() == PerRtt.ChosenBy.SWITCH;
          assertThat(fits && !(needsRecords && format.bottleneckOnly()) && !format.name().equals("authors")).as(what).isFalse();
          continue;
        }
        assertThat(fits).as(what).isTrue();
        RunResult result = new Simulation(setup, Recorder.NONE).run();
        assertThat(result.flowsFinished()).as(what).isEqualTo(FLOWS);
        assertThat(result.hosts().deliveredBytes).as(what).isEqualTo(FLOWS * BYTES);
        assertThat(result.hosts().acksWithHops).as(what).isPositive();
        assertThat(result.hosts().probes + result.hosts().notificationsSent).as(what).isZero();
        ran++;
      }
    }
    assertThat(ran > 0).isEqualTo(!choices().get(5).equals(carrier));
  }

  /** A segment has the marker of eight bytes and the header; its acknowledgement has both as well, and the header of the reflection. */
  @Test
  void sizesCountMarkerAndHeader() {
    SetupBuilder setup = setup();
    setup.framing = Framing.TCP;
    var sizes = new int[2];
    new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (from.node() == FLOWS + 1) { // behind the switch
        int which = packet.kind == Packet.Kind.DATA ? 0 : 1;
        sizes[which] = Math.max(sizes[which], packet.sizeBytes);
      }
      wire.send(packet, endPs);
    }).run();
    int native1 = 2 + 8; // header and one record
    assertThat(sizes[0]).isEqualTo(PAYLOAD + 14 + 4 + 20 + 32 + 8 + native1);
    assertThat(sizes[1]).isEqualTo(14 + 4 + 20 + 32 + 8 + 4 + native1);
  }

  /** Every acknowledgement returns telemetry, and a probe does once per T. */
  @Test
  void everyAcknowledgementReports() {
    SetupBuilder setup = setup();
    setup.flows = new FlowTable();
    for (int source = 0; source < FLOWS; source++) {
      setup.flows.add(source, FLOWS, 3, 100, 2_000_000, 0);
    }
    RunResult inBand = run(setup);
    setup.telemetryPackets = Probes.DEFAULT;
    RunResult probes = run(setup);
    assertThat(inBand.hosts().acksWithHops).isEqualTo(inBand.hosts().acks);
    assertThat(probes.hosts().acksWithHops).isLessThan(inBand.hosts().acksWithHops / 4);
    assertThat(inBand.flowsFinished()).isEqualTo(FLOWS);
    assertThat(probes.flowsFinished()).isEqualTo(FLOWS);
  }
}
