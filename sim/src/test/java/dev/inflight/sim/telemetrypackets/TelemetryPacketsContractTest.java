package dev.inflight.sim.telemetrypackets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.story.Mix;
import dev.inflight.telemetry.HeaderPlacement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every carrier with every return of reports, format, recovery and framing: refused with a sentence, or a run with losses, link events,
 * READs and WRITEs in which everything finishes, probes and notifications are accounted for, and the congestion control gets reports of the
 * path.
 */
class TelemetryPacketsContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  static List<TelemetryPackets> carriers() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(),
        Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH), new PerRtt(0, PerRtt.ChosenBy.SWITCH))).toList();
  }

  private static SetupBuilder setup() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    for (int source = 0; source < 7; source++) {
      setup.flows.add(source, 7, 3, 100, 100_000, source * US);
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void acceptedOrRefused(TelemetryPackets carrier) {
    Mix.each(carrier, mix -> mix.run(setup(), 0.002, goTogether(mix)).ifPresent(result -> isAccountedFor(mix, result)));
  }

  private static void isAccountedFor(Mix mix, RunResult result) {
    assertThat(result.hosts().probes).isEqualTo(result.hosts().probesTaken + result.lost(Packet.Kind.PROBE));
    assertThat(result.hosts().notificationsSent)
        .isEqualTo(result.hosts().notifications + result.lost(Packet.Kind.NOTIFICATION) + result.lost(Packet.Kind.TALLY));
    assertThat(result.hosts().unrecoveredBytes > 0).isEqualTo(mix.recovery() instanceof Unreliable);
    assertThat(result.hosts().windowsSent).isEqualTo(result.hosts().windowUpdates + result.lost(Packet.Kind.WINDOW));
    boolean byWindows = mix.reports() instanceof ByWindows;
    assertThat(byWindows ? result.hosts().windowUpdates : result.hosts().acksWithHops).isPositive();
    assertThat(byWindows ? result.hosts().acksWithHops : result.hosts().windowUpdates).isZero();
    if (!(mix.recovery() instanceof Unreliable)) { // its flows are over with the first answer: UnreliableTest has longer ones
      assertThat(result.belowLineShare()).as("the control decides").isGreaterThan(0.02);
    }
    if (mix.reports() instanceof ByNotifications && mix.carrier().ridesOnData()) {
      assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().telemetryReceived);
    }
  }

  private static boolean goTogether(Mix mix) {
    if (mix.framing() == Framing.REFERENCE) {
      return mix.format().name().equals("authors") && mix.carrier() instanceof EveryDataPacket && mix.reports() instanceof ByAcks
          && mix.recovery() instanceof GoBackN;
    }
    boolean tcp = mix.recovery() instanceof Tcp;
    boolean apart = mix.carrier() instanceof Probes && !(mix.reports() instanceof ByWindows);
    boolean counted = !(mix.recovery() instanceof Unreliable || tcp) || apart;
    boolean fits = mix.framing().isTcp() == tcp && (mix.framing().isIpv6() || !mix.format().placement().needsIpv6())
        && !(tcp && mix.format().placement() == HeaderPlacement.AROUND_UDP);
    return fits && counted && !(mix.reports().choosesLink() && mix.format().bottleneckOnly())
        && !mix.format().name().equals("authors") && !(leavesRecordsOut(mix.carrier()) && mix.format().bottleneckOnly());
  }

  /** Whether ports leave their records out of some headers, which those of one figure do not show. */
  private static boolean leavesRecordsOut(TelemetryPackets carrier) {
    return carrier instanceof OnQueue || carrier.stampRule().isTimed();
  }

  static List<Arguments> schemes() {
    return carriers().stream().flatMap(carrier -> Schemes.ALL.stream().map(scheme -> Arguments.of(carrier, scheme))).toList();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySchemeWithTelemetryReceivesIt(TelemetryPackets carrier, Scheme scheme) {
    SetupBuilder builder = setup();
    builder.telemetryPackets = carrier;
    builder.scheme = scheme;
    builder.nic = EngineNic.DEFAULT;
    scheme.signals().stream().filter(Signal.ECN::equals)
        .forEach(_ -> builder.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.2)));
    Setup setup = builder.build();
    boolean hears = scheme.signals().contains(Signal.HOPS);
    boolean quiet = carrier.stampRule().ofAll();
    boolean goes = !hears || !quiet || scheme.takesQuiet();
    assertThat(setup.problems().isEmpty()).as(setup.problems().toString()).isEqualTo(goes);
    if (goes) {
      RunResult result = new Simulation(setup, Recorder.NONE).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      assertThat(result.hosts().acksWithHops > 0).isEqualTo(hears);
    }
  }
}
