package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.run.Run;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Schemes that need marks bring thresholds for the rates without thresholds in the scenario. */
class EcnDefaultsTest {
  private static final long G = 1_000_000_000L;
  private static final String LEAF_SPINE = "topology: leaf-spine(hostRate=25Gbps)\nflows: permutation(size=5KB)\n";

  @TempDir
  private Path folder;

  private Map<PortClass, EcnThresholds> ecn(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), LEAF_SPINE + yaml)).setup().ecn();
  }

  @Test
  void defaultsAreThePapersThresholdsByRate() throws IOException {
    assertThat(ecn("scheme: dcqcn")).containsExactlyInAnyOrderEntriesOf(
        Map.of(PortClass.ofRate(25 * G), new EcnThresholds(100_000, 400_000, 0.2), PortClass.ofRate(400 * G),
            new EcnThresholds(1_600_000, 6_400_000, 0.2)));
    assertThat(ecn("scheme: dcqcn-authors\necn: []")).isEqualTo(ecn("scheme: dcqcn"));
    assertThat(ecn("scheme: dctcp")).containsExactlyInAnyOrderEntriesOf(
        Map.of(PortClass.ofRate(25 * G), new EcnThresholds(75_000, 75_000, 1), PortClass.ofRate(400 * G),
            new EcnThresholds(1_200_000, 1_200_000, 1)));
  }

  @Test
  void scenariosOwnComeFirst() throws IOException {
    assertThat(ecn("scheme: dctcp\necn: [{rate: 25Gbps, kmin: 1KB, kmax: 2KB, pmax: 0.5}]")).containsExactlyInAnyOrderEntriesOf(
        Map.of(PortClass.ofRate(25 * G), new EcnThresholds(1000, 2000, 0.5), PortClass.ofRate(400 * G),
            new EcnThresholds(1_200_000, 1_200_000, 1)));
  }

  @Test
  void schemesWithoutEcnGetNoMarks() throws IOException {
    assertThat(ecn("scheme: hpcc")).isEmpty();
  }

  @Test
  void thresholdsWithoutARateHoldForAllRates() {
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> ecn("scheme: hpcc\necn: [{rate: 25Gbps, kmin: 1KB, kmax: 2KB, pmax: 0.5}]")).withMessage(
            folder.resolve("s.yaml") + ":4: switches mark (ECN), but there are no thresholds for 400Gbps, the rate of the"
                + " link between leaf0 (switch 32) and spine0 (switch 36); thresholds are set for 25Gbps. Add an entry such as"
                + " {rate: 400Gbps, kmin: 1600KB, kmax: 6400KB, pmax: 0.2}, or remove ecn");
  }

  @Test
  void runStatesDefaultThresholds() throws IOException {
    Path out = folder.resolve("out");
    assertThat(
        Program.run("run", "../scenarios/incast.yaml", "--scheme", "dcqcn", "--out", out.toString(), "--quiet", "--until", "50us")
            .exit())
        .isEqualTo(Run.DONE);
    assertThat(out.resolve("scenario.yaml")).content()
        .contains("ecn:\n  - {rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}\n");
  }
}
