package dev.inflight.sim.paths;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.story.Mix;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chosen paths with every carrier, return of reports, format, recovery and framing: refused with a sentence, or a run with losses, link events,
 * READs and WRITEs in which everything finishes and every probe is accounted for.
 */
class PathsContractTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;

  static List<TelemetryPackets> carriers() {
    return TelemetryPacketKinds.ALL;
  }

  private static SetupBuilder setup() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    setup.paths = new ChosenPaths(4, 2, 0.9, 1);
    for (int source = 0; source < 3; source++) {
      setup.flows.add(source, 4 + source, 3, 100, 1_000_000, source * US / 10);
    }
    return setup;
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void acceptedOrRefused(TelemetryPackets carrier) {
    Mix.each(carrier, mix -> mix.run(setup(), 0.001, goTogether(mix)).ifPresent(result -> isAccountedFor(mix, result)));
  }

  private static void isAccountedFor(Mix mix, RunResult result) {
    assertThat(result.hosts().pathProbes).isPositive()
        .isEqualTo(result.hosts().pathReports + result.lost(Packet.Kind.PATH_PROBE) + result.lost(Packet.Kind.PATH_REPORT));

  }

  private static boolean goTogether(Mix mix) {
    boolean counted = !(mix.recovery() instanceof Unreliable) || mix.carrier() instanceof Probes;
    boolean roce = !(mix.recovery() instanceof Tcp); // its ports are those of its connections
    boolean fits = mix.framing() == Framing.ROCEV2_IPV6
        || mix.framing() == Framing.ROCEV2 && !mix.format().placement().needsIpv6();
    return roce && fits && counted && !mix.format().name().equals("authors") && !mix.format().bottleneckOnly()
        && !(mix.reports() instanceof ByWindows) && !mix.reports().choosesLink();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void schemesUseThemOrRejectThemOrUseNoTelemetry(Scheme scheme) {
    SetupBuilder builder = setup();
    builder.scheme = scheme;
    builder.nic = EngineNic.DEFAULT;
    builder.switchFeedback = scheme.takesSwitchAnswers() ? DirectFeedback.DEFAULT : builder.switchFeedback;
    builder.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(20_000, 80_000, 0.2));
    Setup setup = builder.build();
    boolean hears = scheme.signals().contains(Signal.HOPS);
    assertThat(setup.problems().isEmpty()).isEqualTo(!hears || scheme.takesPathChanges());
    if (setup.problems().isEmpty()) {
      RunResult result = new Simulation(setup, Recorder.NONE).run();
      assertThat(result.flowsFinished()).isEqualTo(result.flows());
      assertThat(result.hosts().pathProbes > 0).isEqualTo(hears);
    }
  }

  static Stream<Scheme> schemes() {
    return Schemes.ALL.stream();
  }

  @Test
  void theSentences() {
    assertThat(problem(setup -> setup.framing = Framing.REFERENCE))
        .startsWith("paths: chosen is incompatible with the reference framing").endsWith("use framing: rocev2");
    assertThat(problem(setup -> setup.feedback = ByWindows.DEFAULT))
        .startsWith("paths: chosen needs a window that the sender sets").endsWith("use feedback: acks");
    assertThat(problem(
        setup -> setup.telemetry = Formats.ALL.stream().filter(TelemetryFormat::bottleneckOnly).findFirst().orElseThrow()))
        .startsWith("paths: chosen needs records of links, and the").endsWith("use telemetry: native");
    assertThat(problem(setup -> setup.scheme = Schemes.ALL.stream()
        .filter(scheme -> scheme.signals().contains(Signal.HOPS) && !scheme.takesPathChanges()).findFirst().orElseThrow()))
        .endsWith("supports only one path; use scheme: hpcc or paths: one");
  }

  private static String problem(Consumer<SetupBuilder> change) {
    SetupBuilder builder = setup();
    builder.scheme = Hpcc.DEFAULT;
    change.accept(builder);
    return builder.build().problems().stream().filter(each -> each.field().equals("paths")).findFirst().orElseThrow().sentence();
  }
}
