package dev.inflight.sim.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.validation.Contest.Outcome;
import dev.inflight.sim.workload.FlowTable;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Someone on the path without a key: the honest flows lose little, and the attacked one keeps at least half of its share. */
@Tag("sweep")
class AttackTest {
  /** Attacks after which no valid report is left. */
  private static final Set<Attack> SILENCING = EnumSet.of(Attack.STRIP, Attack.STRIP_LATER, Attack.FORGE_LOW, Attack.FORGE_HIGH,
      Attack.REPLAY);

  private static Outcome run(Setup setup, Attack attack) {
    return Contest.run(setup, pool -> attack.on(0, pool));
  }

  static List<Arguments> attacks() {
    return Stream.of(Attack.values()).filter(attack -> attack != Attack.NOTHING)
        .flatMap(attack -> Stream.of(GoBackN.DEFAULT, Irn.DEFAULT)
            .flatMap(recovery -> Stream.of(2, 4).map(flows -> Arguments.of(attack, recovery, flows))))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void honestFlowsLoseLittleAndTheAttackedOneKeepsHalf(Attack attack, Recovery recovery, int flows) {
    Setup setup = Contest.setup(flows, builder -> builder.recovery = recovery);
    Outcome honest = run(setup, Attack.NOTHING);
    Outcome attacked = run(setup, attack);
    assertThat(honest.counters().fallbacks).isZero();
    assertThat(attacked.result().flowsFinished()).isEqualTo(flows);
    assertThat(attacked.honestPs()).isLessThanOrEqualTo(1.1 * honest.honestPs());
    assertThat(attacked.share()).isBetween(0.5, 1.1);
    assertThat(attacked.counters().fallbacks).isEqualTo(SILENCING.contains(attack) ? 1 : 0);
    assertThat(attacked.counters().misreportingFlows).isZero();
  }

  /** Need for the guard: without it, a flow without reports takes all. */
  @Test
  void withoutGuardAStrippedFlowTakesAll() {
    Outcome stripped = run(Contest.setup(2, builder -> builder.feedbackValidation = NoValidation.DEFAULT), Attack.STRIP);
    assertThat(stripped.fctPs()[0]).isLessThan(0.51 * stripped.honestPs());
  }

  /** The honest flows come when the attacked one has been alone for 500 us, and find room. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void laterFlowsFindRoom(int flows) {
    Setup setup = Contest.setup(flows, builder -> {
      builder.flows = new FlowTable();
      for (int source = 0; source < flows; source++) {
        builder.flows.add(source, flows, 3, 100, 40_000_000 / flows, source == 0 ? 0 : 500 * Contest.US);
      }
    });
    Outcome honest = run(setup, Attack.NOTHING);
    Outcome attacked = run(setup, Attack.STRIP);
    assertThat(attacked.honestPs()).isLessThanOrEqualTo(1.1 * honest.honestPs());
    assertThat(attacked.share()).isGreaterThan(0.5);
  }

  static List<Arguments> modes() {
    List<TelemetryPackets> carriers = List.of(EveryDataPacket.DEFAULT, OneIn.DEFAULT, PerRtt.DEFAULT, OnQueue.DEFAULT,
        new PerRtt(0, PerRtt.ChosenBy.SWITCH), Subscribed.DEFAULT, Probes.DEFAULT);
    return carriers.stream().flatMap(carrier -> FeedbackPaths.EVERY.stream().map(reports -> Arguments.of(carrier, reports)))
        .toList();
  }

  /** For every carrier and every return of telemetry: no flow falls back while reports come, and a flow without reports does. */
  @ParameterizedTest
  @MethodSource("modes")
  void inEveryMode(TelemetryPackets carrier, FeedbackPath reports) {
    Setup setup = Contest.setup(4, builder -> {
      builder.telemetryPackets = carrier;
      builder.feedback = reports;
    });
    Outcome honest = run(setup, Attack.NOTHING);
    assertThat(honest.counters().fallbacks).isZero();
    Setup incast = setup.with(builder -> {
      builder.topology = Contest.setup(16, _ -> {
      }).topology();
      builder.flows = Contest.setup(16, _ -> {
      }).flows();
      builder.ackEveryPackets = 4;
    });
    assertThat(run(incast, Attack.NOTHING).counters().fallbacks).isZero();
    Outcome attacked = run(setup, Attack.STRIP);
    assertThat(attacked.counters().fallbacks).isEqualTo(1);
    double fairPs = Stream.of(honest.fctPs()[0], honest.honestPs()).mapToDouble(Double::doubleValue).max().orElseThrow();
    assertThat(attacked.honestPs()).isLessThanOrEqualTo(1.1 * fairPs);
    assertThat(attacked.share()).isBetween(0.5, 1.1);
  }

  /** The last valid report comes at 500 us; three T later the flow has fallen back, and from then on it is never at line rate. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void itFallsBackWithinThreeRoundTrips(int flows) {
    Setup setup = Contest.setup(flows, _ -> {
    });
    var simulation = new Simulation[1];
    simulation[0] = new Simulation(setup, Recorder.NONE,
        Attack.STRIP_LATER.on(0, () -> simulation[0].fabric().parts().getFirst().pool()));
    simulation[0].advance(1);
    Sender sender = (Sender) simulation[0].fabric().hosts().getFirst().nics()[0].senders().iterator().next();
    long basePs = 4_600_000; // largest round trip of this star, rounded down
    simulation[0].advance(500 * Contest.US);
    long before = sender.windowBytes();
    simulation[0].advance(500 * Contest.US + 3 * basePs);
    assertThat(simulation[0].fabric().counters().fallbacks).isEqualTo(1);
    assertThat(sender.windowBytes()).isLessThan(before);
    for (long atPs = 520 * Contest.US; atPs < 1500 * Contest.US; atPs += 5 * Contest.US) {
      simulation[0].advance(atPs);
      assertThat(sender.paceBitsPerSec()).isLessThanOrEqualTo(Contest.RATE / 2);
    }
  }

  /** The flow uses reports again after they return, and has its former share. */
  @Test
  void itReturnsWhenReportsDo() {
    Setup setup = Contest.setup(2, _ -> {
    });
    Outcome honest = run(setup, Attack.NOTHING);
    Outcome attacked = Contest.run(setup, _ -> (from, wire) -> (packet, endPs) -> {
      if (packet.kind.taker == Packet.Kind.Taker.SENDER && packet.flow().source() == 0 && endPs > 200 * Contest.US
          && endPs < 400 * Contest.US) {
        packet.telemetryBytes = 0;
      }
      wire.send(packet, endPs);
    });
    assertThat(attacked.counters().fallbacks).isEqualTo(1);
    assertThat(attacked.fctPs()[0]).isBetween(0.95 * honest.fctPs()[0], 1.06 * honest.fctPs()[0]);
  }
}
