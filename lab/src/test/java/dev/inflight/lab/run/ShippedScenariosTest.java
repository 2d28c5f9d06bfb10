package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.ShippedScenarios;
import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.setup.Setup;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios that the project ships end as they are meant to: with exit code 0, also where {@code until} cuts them off. */
@Tag("sweep")
class ShippedScenariosTest {
  private static final double BITS_PS = 8e12;
  /** Cables that each packet and its acknowledgement cross, about three each; runs with up to this estimate take a few seconds. */
  private static final double HOPS_OF_A_PACKET = 6;
  private static final double MOST_HOPS = 10e6;

  @TempDir
  private Path folder;

  static Stream<Path> scenarios() {
    return ShippedScenarios.ofOneRun().stream()
        .filter(file -> !file.endsWith("deadlock.yaml") && isShort(ScenarioReader.read(file)));
  }

  private static boolean isShort(Scenario scenario) {
    Setup setup = scenario.setup();
    long rate = setup.topology().links().stream().mapToLong(link -> link.rateBitsPerSec()).max().orElseThrow();
    double[] packets = new double[1];
    setup.flows().forEach((_, _, _, sizeBytes, startPs) -> {
      double mostBytes = Math.max(0, (double) setup.untilPs() - startPs) * rate / BITS_PS;
      packets[0] += 1 + Math.min(sizeBytes, mostBytes) / setup.payloadBytes();
    });
    return packets[0] * HOPS_OF_A_PACKET < MOST_HOPS;
  }

  @Test
  void scenariosIncludeCutOnes() {
    assertThat(scenarios().map(file -> ShippedScenarios.FOLDER.relativize(file).toString()))
        .contains("fairness.yaml", "incast.yaml", "rivals/powertcp-incast.yaml", "paper/fig13-hpcc.yaml").hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenariosEndWithoutAFailure(Path scenario) {
    Program run = Program.run("run", scenario.toString(), "--out", folder.resolve("out").toString(), "--quiet");
    assertThat(run.exit()).as(run.err()).isZero();
  }

  @Test
  void deadlockIsAFailure() {
    assertThat(Program.run("run", ShippedScenarios.FOLDER.resolve("deadlock.yaml").toString(), "--out",
        folder.resolve("out").toString(), "--quiet").exit()).isEqualTo(Run.STALLED);
  }
}
