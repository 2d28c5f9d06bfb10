package dev.inflight.sim.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.QueuePercentile;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.p4int.IntFormat.Border;
import dev.inflight.telemetry.format.p4int.IntFormat.TimestampUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Telemetry that leaves the switches in ratios: the hosts get no absolute values of the network, and HPCC does as well. */
class BorderTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  private static IntFormat format(Border border) {
    return new IntFormat(17768, 0xD100, 255, TimestampUnit.NANOSECONDS, 1, 10_000, 0, border);
  }

  /** Four hosts behind two switches, with unused ones before each of them, so that all numbers differ. */
  private static Topology twoSwitches(int unused) {
    var builder = new Topology.Builder();
    int hosts = builder.hosts(4 + 2 * unused);
    int left = builder.switches(2 + unused);
    for (int host = 0; host < 2 * unused; host++) {
      builder.link(hosts + 4 + host, left + unused + host % 2, RATE, US);
    }
    for (int host = 0; host < 4; host++) {
      builder.link(hosts + host, left + unused + host / 2, RATE, US);
    }
    builder.link(left + unused, left + unused + 1, RATE, US);
    for (int idle = 0; idle < unused; idle++) {
      builder.link(left + idle, left + unused, RATE, US);
    }
    return builder.build();
  }

  private static List<String> headers(int unused, Border border) {
    var builder = new SetupBuilder();
    builder.topology = twoSwitches(unused);
    builder.telemetry = format(border);
    for (int source = 0; source < 3; source++) {
      builder.flows.add(source, 3, 3, 100, 200_000, 0);
    }
    List<String> seen = new ArrayList<>();
    new Simulation(builder.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.DATA && from.far().node() == 3) {
        seen.add(HexFormat.of().formatHex(packet.telemetry, 0, packet.telemetryBytes));
      }
      wire.send(packet, endPs);
    }).run();
    return seen;
  }

  @Test
  void networksOfOtherNumbersLookAlike() {
    List<String> one = headers(0, Border.RELATIVE);
    assertThat(one).hasSize(600);
    assertThat(one.stream().distinct().count()).as("different headers").isGreaterThan(100);
    assertThat(headers(7, Border.RELATIVE)).isEqualTo(one);
    assertThat(headers(7, Border.OPEN)).isNotEqualTo(headers(0, Border.OPEN));
  }

  private static double queueBytes(Border border) {
    var builder = new SetupBuilder();
    builder.topology = new LeafSpine(4, 2, 8, RATE, 4 * RATE, US, 1).build();
    builder.telemetry = format(border);
    new Poisson(0.5, Poisson.DEFAULT.sizes(), 1500 * US, 0, 3, 100).addTo(builder.flows, builder.topology, 4);
    var simulation = new Simulation(builder.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    return QueuePercentile.bytes(simulation.queues(), 0.95);
  }

  @Test
  void queuesAreAsLongAsWithoutBorder() {
    double open = queueBytes(Border.OPEN);
    assertThat(open).isPositive();
    assertThat(queueBytes(Border.RELATIVE)).isBetween(0.9 * open, 1.1 * open);
  }

  @Test
  void rejectsFeaturesThatLeakRecords() {
    var builder = new SetupBuilder();
    builder.topology = twoSwitches(0);
    builder.telemetry = format(Border.RELATIVE);
    builder.flows.add(0, 3, 3, 100, 200_000, 0);
    Setup setup = builder.build();
    assertThat(setup.problems()).isEmpty();
    assertThat(setup.with(other -> other.telemetryPackets = OnQueue.DEFAULT).problems()).singleElement()
        .isEqualTo(new Problem("telemetryPackets", "telemetry",
            "telemetryPackets: on-queue lets headers pass the border unchanged while its queue is short; use other"
                + " telemetryPackets, or int(border=open)"));
    assertThat(setup.with(other -> other.switchFeedback = DirectFeedback.DEFAULT).problems()).singleElement()
        .isEqualTo(new Problem("switchFeedback", "telemetry", "switchFeedback: direct sends records from inside the network,"
            + " and int(border=relative) lets none leave it; use switchFeedback: none"));
  }
}
