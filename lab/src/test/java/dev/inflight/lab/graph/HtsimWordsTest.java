package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of htsim's connection matrices that some of its transports know: starts with decimals, priorities, messages, failures. */
class HtsimWordsTest {
  @TempDir
  private Path folder;

  private Scenario read(String matrix) throws IOException {
    Files.writeString(folder.resolve("m.cm"), "Nodes 4\n" + matrix.replace("\\n", "\n"));
    return ScenarioReader.read(
        Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=4)\nflows: trace(path=m.cm)\nscheme: none\n"));
  }

  @Test
  void readsAStartWithDecimals() throws IOException {
    FlowTable flows = read("# as generated\nConnections 2\n0->1 start 0.000000 size 4000\n0->2 start 5000.75 size 1\n").setup()
        .flows();
    assertThat(flows.startPs(0)).isZero();
    assertThat(flows.startPs(1)).isEqualTo(5000);
    assertThat(read("Connections 1\n0->2 start 5000.75 size 1\n").warnings()).contains(
        folder.resolve("m.cm") + ":3: the decimals of start 5000.75 are cut off, as in htsim");
  }

  @Test
  void passesOverPriorities() throws IOException {
    Scenario scenario = read("Connections 2\n0->1 id 1 start 0 size 4000 prio 2\n0->2 id 2 prio 1 start 0 size 4000\n");
    assertThat(scenario.setup().flows().count()).isEqualTo(2);
    assertThat(scenario.warnings())
        .anyMatch(warning -> warning.contains("'prio' has no effect") && warning.endsWith("(and 1 more like this)"));
  }

  /** With and without numbers of messages. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Connections 3\\n0->1 id 1 msg 1 start 0 size 4000\\n0->1 id 1 msg 2 start 0 size 500\\n2->1 id 2 start 0 size 7",
      "Connections 3\\n0->1 id 1 msg start 0 size 4000\\n0->1 id 1 start 0 size 500 msg\\n2->1 id 2 start 0 size 7"})
  void messagesThatStartTogetherAreOneFlow(String matrix) throws IOException {
    Scenario scenario = read(matrix);
    FlowTable flows = scenario.setup().flows();
    assertThat(flows.count()).isEqualTo(2);
    assertThat(flows.sizeBytes(0)).isEqualTo(4500);
    assertThat(scenario.warnings())
        .anyMatch(warning -> warning.contains("messages of one connection that start together are one flow"));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Connections 2\\n0->1 id 1 msg 1 start 0 size 4000\\n0->1 id 1 msg 2 start 5 size 4000|4: messages of one connection are"
          + " available with the same nodes and start and without triggers, as those in line 3; for others leave 'msg' out and give each"
          + " an id of its own, which makes it a flow of its own",
      "Connections 1\\n0->1 msg 1 start 0 size 4000|3: a message without id; 'msg' is of the connection that 'id' names",
      "Connections 1\\nFailures 1\\n0->1 id 1 start 0 size 4000\\nfailure switch_type AGG switch_id 0 link_id 0|5: links that fail are not"
          + " part of the flows here; write the cable into the scenario, as in events: [{at: 0ps, link: [40, 48], state: down}], and"
          + " leave this line and the line 'Failures' out",
      "Connections 1\\n0->1 id 1 start 1.x size 4000|3: start '1.x' is not a whole number of 0 or more"})
  void refusesWhatWouldChangeResults(String matrix, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(matrix))
        .withMessage(folder.resolve("m.cm") + ":" + message);
  }
}
