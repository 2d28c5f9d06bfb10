package dev.inflight.lab.scenario;

import dev.inflight.lab.ShippedScenarios;
import java.util.List;
import dev.inflight.lab.scenario.key.Overrides;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Units;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A comparison of schemes changes {@code --scheme} only: every scheme runs on every scenario of the program, except those without the
 * features that an HPCC++ scenario is about, which are rejected.
 */
class SchemesOnScenariosTest {
  @TempDir
  private Path folder;

  static List<Path> scenarios() {
    return ShippedScenarios.ofOneRun();
  }

  /** The scenario, with traffic for a millisecond where it has some for a hundred or a thousand: what starts before the run's end is the same. */
  private Path shortened(Path scenario) throws IOException {
    String text = Files.readString(scenario);
    String shorter = text.replaceAll("duration=1(00m)?s\\b", "duration=1ms");
    return shorter.equals(text) ? scenario : Files.writeString(folder.resolve(scenario.getFileName()), shorter);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void everySchemeRuns(Path file) throws IOException {
    Path scenario = shortened(file);
    Setup setup = ScenarioReader.read(scenario).setup();
    boolean isLarge = setup.flows().count() > 100_000; // reading alone takes seconds
    String end = Units.formatTime(setup.flows().startPs(0) + 20_000_000);
    for (Scheme scheme : Schemes.ALL) {
      if (isLarge && scheme != Hpcc.DEFAULT && scheme != Dcqcn.DEFAULT) {
        continue;
      }
      if (scenario.endsWith("fattree-1024.yaml") && scheme != Dcqcn.DEFAULT) {
        ScenarioReader.read(scenario, Overrides.NONE.with("scheme", scheme.name())); // its routes alone take seconds
        continue;
      }
      Overrides changes = Overrides.NONE.with("scheme", scheme.name()).with("until", end);
      boolean ofReceivers = setup.feedback() instanceof ByWindows && !scheme.runsAtReceivers();
      boolean ofQuiet = setup.telemetryPackets().silenceIsQuiet() && !scheme.takesQuiet();
      boolean ofFigures = setup.telemetry().bottleneckOnly() && !scheme.takesBottleneckOnly();
      boolean unreliable = setup.recovery() instanceof Unreliable;
      boolean ofAnswers = setup.switchFeedback() instanceof DirectFeedback && !scheme.takesSwitchAnswers();
      PathChoice paths = setup.paths();
      boolean ofPaths = paths instanceof Sprayed || paths instanceof ChosenPaths && !scheme.takesPathChanges();
      boolean ofLinks = setup.feedback().choosesLink() && !scheme.takesOneLink();
      boolean tcp = setup.recovery() instanceof Tcp;
      boolean lacksProbes = scheme.signals().contains(Signal.HOPS) && !(setup.telemetryPackets() instanceof Probes);
      boolean byTcp = tcp && (lacksProbes || scheme.signals().contains(Signal.CNP) || scheme.signals().contains(Signal.CREDIT)
          || scheme.signals().contains(Signal.RTT));
      boolean byHops = scheme.signals().contains(Signal.HOPS)
          && (ofReceivers || ofQuiet || ofAnswers || ofFigures || ofPaths || ofLinks);
      if (setup.promptAcksFrom() < Double.POSITIVE_INFINITY && !scheme.signals().contains(Signal.HOPS)) {
        assertRefused(scenario, changes, "flows of scheme " + scheme.name() + " carry none");
      } else if (byTcp || byHops) {
        assertRefused(scenario, changes, "scheme " + scheme.name());
      } else if (unreliable && !scheme.signals().contains(Signal.HOPS)) {
        assertRefused(scenario, changes, "a flow of scheme " + scheme.name());
      } else {
        RunResult result = new Simulation(ScenarioReader.read(scenario, changes).setup(), Recorder.NONE).run();
        assertThat(result.simulatedPs()).as(scheme.name()).isPositive();
      }
    }
  }

  private static void assertRefused(Path scenario, Overrides changes, String why) {
    assertThatThrownBy(() -> ScenarioReader.read(scenario, changes)).isInstanceOf(InputError.class).hasMessageContaining(why);
  }
}
