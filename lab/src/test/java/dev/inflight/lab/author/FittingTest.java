package dev.inflight.lab.author;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that {@code init --from} adds to a scenario, so that it runs as written. */
class FittingTest {
  @TempDir
  Path folder;

  private ScenarioTemplate fitted(String topology, String flows) {
    return Fitting.of(new ScenarioTemplate(topology, flows, "hpcc", Map.of()), folder.resolve("s.yaml"),
        SourceLocation.of("origin"));
  }

  /** Reads what is written, which checks it. */
  private Scenario written(ScenarioTemplate template) {
    Path file = folder.resolve("s.yaml");
    return ScenarioReader.read(InputText.of(file, template.text(file).getBytes(StandardCharsets.UTF_8)), Overrides.NONE);
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** A trace may be large: what has been read is not read again for the comments of other keys. */
  @Test
  void writesTheTextOfFlowsThatHaveBeenRead() {
    Path file = folder.resolve("s.yaml");
    var template = new ScenarioTemplate("star", "trace(path=absent.goal)", "hpcc", Map.of());
    assertThat(template.textOfFitted(file)).contains("  - trace(path=absent.goal)");
    assertThatThrownBy(() -> template.text(file)).isInstanceOf(InputError.class).hasMessageContaining("absent.goal");
    var readable = new ScenarioTemplate("star", "incast", "hpcc", Map.of());
    assertThat(readable.textOfFitted(file)).isEqualTo(readable.text(file));
  }

  /** Flows between joined hosts of several fabrics need no change, and a scenario without flows is still an error. */
  @Test
  void acceptsFlowsWithinEachOfSeveralFabrics() throws IOException {
    file("two.txt", "6 2 4\n4 5\n0 4 100Gbps 1us 0\n1 4 100Gbps 1us 0\n2 5 100Gbps 1us 0\n3 5 100Gbps 1us 0\n");
    file("flows.txt", "2\n0 1 3 100 1000 0\n2 3 3 100 1000 0\n");
    ScenarioTemplate template = fitted("file(two.txt)", "file(flows.txt)");
    assertThat(template.more()).isEmpty();
    assertThat(template.textOfFitted(folder.resolve("s.yaml"))).isEqualTo(template.text(folder.resolve("s.yaml")));
    assertThat(written(template).setup().flows().count()).isEqualTo(2);
    file("none.txt", "0\n");
    assertThatThrownBy(() -> fitted("file(two.txt)", "file(none.txt)")).isInstanceOf(InputError.class)
        .hasMessage("origin: there are no flows and no messages between ranks in it, so there is nothing to simulate");
  }

  @Test
  void addsNothingToRunnableScenarios() {
    ScenarioTemplate template = fitted("leaf-spine", "poisson(load=0.3)");
    assertThat(template).isEqualTo(new ScenarioTemplate("leaf-spine", "poisson(load=0.3)", "hpcc", Map.of()));
    assertThat(written(template).warnings()).isEmpty();
  }

  @Test
  void choosesTelemetryThatExpressesRates() throws IOException {
    file("nvlink.txt", "3 1 2\n2\n0 2 2880Gbps 25ns 0\n1 2 400Gbps 25ns 0\n");
    ScenarioTemplate template = fitted("file(nvlink.txt)", "permutation");
    assertThat(template.more()).containsExactly(Map.entry("telemetry", "int"));
    assertThat(written(template).setup().telemetry().name()).isEqualTo("int");
  }

  /** A switch with 400 ports of 800 Gb/s. */
  @Test
  void choosesBufferForTheLargestSwitch() {
    ScenarioTemplate template = fitted("star(hosts=400, rate=800Gbps)", "permutation");
    assertThat(template.more()).containsOnlyKeys("buffer");
    assertThat(written(template).setup().bufferBytes()).isGreaterThan(32 << 20);
    assertThat(fitted("star(hosts=4000, rate=800Gbps, delay=20us)", "permutation").more()).containsEntry("pfc", "false");
  }

  /** Flows of a gigabyte, of which two milliseconds have none. */
  @Test
  void randomFlowsLastLongEnough() throws IOException {
    file("large.txt", "1000000000 0\n1000000000 100\n");
    ScenarioTemplate template = fitted("leaf-spine", "poisson(load=0.3, sizes=file(large.txt))");
    assertThat(template.flows()).contains("duration=");
    assertThat(written(template).setup().flows().count()).isBetween(20, 100);
    String own = "poisson(load=0.3, duration=5ms, sizes=websearch)";
    assertThat(fitted("leaf-spine", own).flows()).isEqualTo(own);
  }

  /** Flows that start over a minute; a row each 20 us for 16 ports would be gigabytes. */
  @Test
  void choosesLongerIntervalsForLongRuns() throws IOException {
    file("flows.txt", "2\n0 1 3 100 5000000 1\n1 2 3 100 5000000 60\n");
    ScenarioTemplate template = fitted("star(hosts=16)", "file(flows.txt)");
    assertThat(template.more()).containsExactly(Map.entry("series", "{every: 2ms, flows: none, ports: to-hosts}"));
    assertThat(written(template).warnings()).isEmpty();
  }
}
