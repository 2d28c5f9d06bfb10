package dev.inflight.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.PowerTcp;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.QueuePercentile;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.telemetry.format.busiest.BusiestFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifications that carry one link of the path, on the cables, and the reaction of senders (draft-miao-rtgwg-hpccplus §7.1). */
class ChosenLinkTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final TelemetryPackets PROBES = Probes.DEFAULT;

  private static SetupBuilder load(FeedbackPath reports) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.telemetryPackets = PROBES;
    setup.feedback = reports;
    setup.flows.add(0, 11, 3, 100, 2_000_000, 0);
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 1000 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return setup;
  }

  private static Setup incast(TelemetryPackets carrier, FeedbackPath reports, Recovery recovery) {
    var setup = new SetupBuilder();
    setup.topology = new Star(17, RATE, US).build();
    setup.telemetryPackets = carrier;
    setup.feedback = reports;
    setup.recovery = recovery;
    setup.framing = recovery instanceof Tcp ? Framing.TCP : Framing.ROCEV2;
    setup.pfc = !(recovery instanceof Tcp);
    new Incast(16, 16, 1_000_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    return setup.build();
  }

  static Stream<Consumer<SetupBuilder>> variants() {
    return Stream.of(setup -> setup.telemetry = NativeFormat.DEFAULT, setup -> setup.telemetry = IntFormat.DEFAULT, setup -> {
      setup.framing = Framing.ROCEV2_IPV6;
      setup.telemetry = IoamFormat.DEFAULT;
    }, setup -> setup.authenticateFeedback = true, setup -> setup.telemetryPackets = EveryDataPacket.DEFAULT);
  }

  /** Between hosts of one leaf a packet passes one switch, and else three: the returned report has the same length. */
  @ParameterizedTest
  @MethodSource("variants")
  void theSizeDoesNotDependOnTheHops(Consumer<SetupBuilder> variant) {
    Setup setup = load(ByNotifications.OF_BUSIEST).build().with(variant);
    int bytes = LinkReport.BYTES + (setup.authenticateFeedback() ? ReportMac.BYTES : 0);
    var lengths = new ArrayList<Integer>();
    RunResult result = new Simulation(setup, Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.NOTIFICATION) {
        assertThat(packet.telemetryBytes).isEqualTo((short) bytes);
        assertThat(packet.sizeBytes).isEqualTo(setup.framing().notificationBytes(bytes));
      } else
        if ((packet.kind == Packet.Kind.PROBE || packet.kind == Packet.Kind.DATA) && packet.telemetryBytes > 0
            && from.far().node() == packet.flow().destination() && !lengths.contains((int) packet.telemetryBytes)) {
              lengths.add((int) packet.telemetryBytes);
            }
      wire.send(packet, endPs);
    }).run();
    assertThat(lengths).as("of the headers that are answered")
        .hasSizeGreaterThan(setup.telemetry() instanceof IoamFormat ? 0 : 1);
    assertThat(result.hosts().notifications).isGreaterThan(300);
    assertThat(result.hosts().acksWithHops).isGreaterThan(300);
    assertThat(result.hosts().forgedReports + result.hosts().telemetryTruncated).isZero();
  }

  static List<Recovery> recoveries() {
    return List.of(GoBackN.DEFAULT, Irn.DEFAULT, Tcp.DEFAULT, Unreliable.DEFAULT);
  }

  /**
   * Sixteen into one: one link determines everything, so flows end as with all records, and queues are as long. Of seventeen ports one has
   * a queue, so p98 of all is near the median of that.
   */
  @ParameterizedTest
  @MethodSource("recoveries")
  void anIncastIsAsWithAllRecords(Recovery recovery) {
    var carrier = new Probes(0, Probes.First.AT_ONCE, Probes.Rtt.BASE);
    var all = new Simulation(incast(carrier, ByNotifications.DEFAULT, recovery), Recorder.NONE);
    var one = new Simulation(incast(carrier, ByNotifications.OF_BUSIEST, recovery), Recorder.NONE);
    RunResult whole = all.run();
    RunResult chosen = one.run();
    assertThat(chosen.flowsFinished()).isEqualTo(whole.flowsFinished()).isEqualTo(16);
    assertThat((double) chosen.endPs()).isBetween(0.95 * whole.endPs(), 1.05 * whole.endPs());
    long queue = QueuePercentile.bytes(all.queues(), 0.98);
    assertThat((double) QueuePercentile.bytes(one.queues(), 0.98)).isBetween(0.85 * queue - 4000, 1.15 * queue + 4000);
  }

  /** One link after another is the busiest. */
  @Test
  void queuesUnderLoadAreAsWithAllRecords() {
    var all = new Simulation(load(ByNotifications.DEFAULT).build(), Recorder.NONE);
    var one = new Simulation(load(ByNotifications.OF_BUSIEST).build(), Recorder.NONE);
    RunResult whole = all.run();
    RunResult chosen = one.run();
    assertThat(chosen.flowsFinished()).isEqualTo(whole.flowsFinished());
    double queue = QueuePercentile.bytes(all.queues(), 0.95);
    assertThat((double) QueuePercentile.bytes(one.queues(), 0.95)).isBetween(0.9 * queue, 1.1 * queue);
    assertThat(Math.abs((double) chosen.hosts().probes / whole.hosts().probes - 1)).isLessThan(0.1);
  }

  /** Lost responses have no lasting effect: everything finishes, and queues stay below twice their usual length. */
  @Test
  void oneResponseInFiveIsLost() {
    var whole = new Simulation(load(ByNotifications.OF_BUSIEST).build(), Recorder.NONE);
    whole.run();
    var lossy = new Simulation(load(ByNotifications.OF_BUSIEST).build(), Recorder.NONE);
    var random = new SplitMix(1, 1);
    LossModel loses = packet -> packet.kind == Packet.Kind.NOTIFICATION && random.nextDouble() < 0.2 / 3; // on three cables at most
    for (int link = 0; link < 18; link++) {
      lossy.fabric().setLoss(link, loses, loses);
    }
    RunResult result = lossy.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat((double) result.lost(Packet.Kind.NOTIFICATION) / result.hosts().notificationsSent).isBetween(0.12, 0.28);
    assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().notifications + result.lost(Packet.Kind.NOTIFICATION));
    assertThat(QueuePercentile.bytes(lossy.queues(), 0.95)).isPositive()
        .isLessThanOrEqualTo(2 * QueuePercentile.bytes(whole.queues(), 0.95));
  }

  /** One changed bit of any byte, seal or report: it is detected, and the report ignored. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sealedResponsesThatAreChangedAreNotTaken(boolean changes) {
    Setup setup = load(ByNotifications.OF_BUSIEST).build().with(builder -> builder.authenticateFeedback = true);
    long[] changed = new long[1];
    RunResult result = new Simulation(setup, Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (changes && packet.kind == Packet.Kind.NOTIFICATION && from.far().node() == packet.flow().source()) {
        packet.telemetry[(int) (changed[0]++ % packet.telemetryBytes)] ^= 1;
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().forgedReports > 0).isEqualTo(changes);
    assertThat(result.hosts().acksWithHops == 0).isEqualTo(changes);
    assertThat(result.belowLineShare() == 0).as("no report was obeyed").isEqualTo(changes);
  }

  /** An unreadable header leaves no choice, and the response still reports the arrived data. */
  @Test
  void unreadableHeaderReturnsNoReport() {
    var empty = new long[1];
    RunResult result = new Simulation(load(ByNotifications.OF_BUSIEST).build(), Recorder.NONE,
        (from, wire) -> (packet, endPs) -> {
          if (packet.kind == Packet.Kind.PROBE && from.far().node() == packet.flow().destination()) {
            packet.telemetryBytes = 1;
          } else if (packet.kind == Packet.Kind.NOTIFICATION) {
            assertThat(packet.telemetryBytes).isZero();
            empty[0]++;
          }
          wire.send(packet, endPs);
        }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(empty[0]).isPositive();
    assertThat(result.hosts().acksWithHops).isZero();
  }

  private static String problem(Consumer<SetupBuilder> change) {
    List<Problem> problems = load(ByNotifications.OF_BUSIEST).build().with(change).problems();
    assertThat(problems).hasSize(1);
    return problems.getFirst().sentence();
  }

  @Test
  void rejectsIncompatibleFeatures() {
    assertThat(problem(setup -> setup.scheme = PowerTcp.DEFAULT)).isEqualTo(
        "scheme powertcp needs the records of all links, and feedback: notifications(links=busiest) returns one; use feedback: notifications, or scheme hpcc with another react"
            + " than per-rtt");
    var perRtt = new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.PER_RTT, 0);
    assertThat(problem(setup -> setup.scheme = perRtt)).startsWith(
        "scheme hpcc needs the records of all links, and feedback: notifications(links=busiest) returns one; use feedback");
    assertThat(problem(setup -> setup.telemetry = BusiestFormat.DEFAULT)).isEqualTo(
        "feedback: notifications(links=busiest) chooses among records of links, and the busiest format has one value for the"
            + " whole path; use feedback: notifications");
    assertThat(problem(setup -> setup.paths = ChosenPaths.DEFAULT)).isEqualTo("paths: chosen needs the records of all links,"
        + " and feedback: notifications(links=busiest) returns one; use feedback: notifications");
  }
}
