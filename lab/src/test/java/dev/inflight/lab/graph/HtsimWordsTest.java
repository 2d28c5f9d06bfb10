package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of htsim's connection matrices that some of its transports accept: starts with decimals, priorities, messages, failures. */
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

  /** The content of a comment is not read. */
  @Test
  void readsACommentOfAnyBytes() throws IOException {
    String comments = "# " + "-".repeat(250) + "\n  # caf\u00e9 \u0000\n#" + " word".repeat(120) + "\n#\n\n";
    FlowTable flows = read(
        "Connections 2\n" + comments + "0->1 start 0 size 4000 \r\n" + comments + "0->2 start 5 size 1\n# " + "x".repeat(900))
        .setup().flows();
    assertThat(flows.count()).isEqualTo(2);
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read(comments + "Connections 1\n" + comments + "0->1 start x size 1"))
        .withMessage(folder.resolve("m.cm") + ":13: start 'x' is not a whole number of 0 or more");
  }

  /** Each node waits from start to start, so no number of starts is too many. */
  @Test
  void readsThousandsOfStartsWithATrigger() throws IOException {
    var matrix = new StringBuilder(
        "Connections 2602\nTriggers 1\n0->1 id 1 start 0 size 4 send_done_trigger 1\n0->2 id 2 trigger 1 size 4\n"
            + "trigger id 1 oneshot\n");
    for (int number = 0; number < 2600; number++) {
      matrix.append(number % 2 + 1).append("->3 start ").append(2600 - number / 4).append(" size 4\n");
    }
    OperationGraph graph = (OperationGraph) read(matrix.toString()).setup().flows().jobs().getFirst().program();
    long[] lastPs = new long[3];
    for (int operation = 0; operation < graph.operations(); operation++) {
      if (graph.kind(operation) == OperationGraph.Kind.COMPUTE) {
        lastPs[graph.rank(operation)] += graph.durationPs(operation);
      }
    }
    assertThat(lastPs).as("a rank's waits end at its last start").containsExactly(0, 2600, 2600);
  }

  @Test
  void startsOfOneNodeWithATriggerAreInOrder() throws IOException {
    read(
        "Connections 5\nTriggers 1\n0->1 id 1 start 9000000 size 4 send_done_trigger 1\n0->2 id 2 trigger 1 size 4\ntrigger id 1 oneshot\n"
            + "1->3 id 3 start 7000000 size 4\n1->2 id 4 start 5000000 size 4\n1->0 id 5 start 7000000 size 4\n");
    Program run = Program.run("run", folder.resolve("s.yaml").toString(), "--quiet", "--out", folder.resolve("out").toString());
    assertThat(run.exit()).as(run.err()).isZero();
    List<String> rows = Files.readAllLines(folder.resolve("out/flows.csv"));
    List<String> columns = List.of(rows.getFirst().split(","));
    assertThat(rows.stream().skip(1).map(row -> row.split(",")).filter(row -> !row[columns.indexOf("source")].equals("0"))
        .map(row -> row[columns.indexOf("source")] + "->" + row[columns.indexOf("destination")] + " "
            + row[columns.indexOf("start_ns")]))
        .containsExactlyInAnyOrder("1->2 5000.000", "1->3 7000.000", "1->0 7000.000");
  }

  /** htsim reads a trigger's words in any order, and its count only with a barrier. */
  @ParameterizedTest
  @CsvSource({"trigger oneshot id 1,0", "trigger count 1 barrier id 1,0", "trigger id 1 count 3 oneshot,1",
      "trigger id 1 barrier count 1,0"})
  void readsTriggersInAnyOrder(String trigger, int warnings) throws IOException {
    Scenario scenario = read(
        "Connections 2\nTriggers 1\n0->1 id 1 start 0 size 4 send_done_trigger 1\n0->2 id 2 trigger 1 size 4\n" + trigger);
    assertThat(scenario.setup().flows().count()).isEqualTo(2);
    assertThat(scenario.warnings().stream().filter(warning -> warning.contains(":6: 'count' has no effect"))).hasSize(warnings);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"trigger id 1|a trigger is written as in: trigger id 1 oneshot",
      "trigger oneshot|a trigger is written as in",
      "trigger id 1 oneshot barrier|found 'barrier' behind a trigger of kind oneshot",
      "trigger id 1 id 2 oneshot|found 'id' behind a trigger", "trigger oneshot id|found 'id' behind a trigger of kind oneshot"})
  void incompleteTriggersAreErrors(String trigger, String error) {
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> read("Connections 2\nTriggers 1\n0->1 start 0 size 4 send_done_trigger 1\n0->2 trigger 1 size 4\n" + trigger))
        .withMessageContaining("m.cm:6: " + error);
  }

  @Test
  void passesOverPriorities() throws IOException {
    Scenario scenario = read("Connections 2\n0->1 id 1 start 0 size 4000 prio 2\n0->2 id 2 prio 1 start 0 size 4000\n");
    assertThat(scenario.setup().flows().count()).isEqualTo(2);
    assertThat(scenario.warnings())
        .anyMatch(warning -> warning.contains("'prio' has no effect") && warning.endsWith("(and 1 more like this)"));
  }

  /** Connections with and without numbers of messages. */
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

  /** One queue pair sends them in order; each has its own row. */
  @Test
  void messagesOfSeveralStartsAreWritesOfOneQueuePair() throws IOException {
    Scenario scenario = read("Connections 4\n0->1 id 1 msg 1 start 0 size 400000\n2->3 id 2 start 0 size 7\n"
        + "0->1 id 1 msg 2 start 5000000 size 500\n0->1 id 1 msg 3 start 900000000 size 600\n");
    FlowTable flows = scenario.setup().flows();
    assertThat(flows.queuePairs()).isEqualTo(1);
    assertThat(rows(flows)).containsExactlyInAnyOrder("WRITE 1 400000 at 0", "FLOW 0 7 at 0", "WRITE 1 500 at 5000000",
        "WRITE 1 600 at 900000000");
    assertThat(scenario.warnings()).anyMatch(warning -> warning.startsWith(
        folder.resolve("m.cm") + ":5: messages of one connection" + " that start at several times are WRITEs of one queue pair"));
    Program run = Program.run("run", folder.resolve("s.yaml").toString(), "--quiet", "--out", folder.resolve("out").toString());
    assertThat(run.exit()).as(run.err()).isZero();
    List<String> writes = Files.readAllLines(folder.resolve("out/flows.csv")).stream().filter(row -> row.contains(",write"))
        .toList();
    assertThat(writes).hasSize(3);
  }

  private static List<String> rows(FlowTable flows) {
    return IntStream.range(0, flows.count()).mapToObj(
        flow -> flows.kind(flow) + " " + flows.queuePair(flow) + " " + flows.sizeBytes(flow) + " at " + flows.startPs(flow))
        .toList();
  }

  /** The line about a failure names the event; with the event instead of the line the scenario runs. */
  @ParameterizedTest
  @CsvSource({"0, 1, 24, 33", "7, 0, 31, 34"})
  void namesTheEventOfAFailure(int switchId, int linkId, int agg, int core) throws IOException {
    String connections = "Nodes 16\nConnections 1\n0->15 id 1 start 0 size 4000\n";
    Files.writeString(folder.resolve("f.cm"), connections.replace("Connections", "Failures 1\nConnections")
        + "failure switch_type AGG switch_id " + switchId + " link_id " + linkId + "\n");
    String scenario = "topology: fat-tree(pods=4, torsPerPod=2, aggsPerPod=2, cores=4, hostsPerTor=2)\nflows: trace(path=f.cm)\nscheme: none\n";
    Path file = Files.writeString(folder.resolve("f.yaml"), scenario);
    String event = "events: [{at: 0ps, link: [" + agg + ", " + core + "], state: down}]";
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> ScenarioReader.read(file))
        .withMessage(folder.resolve("f.cm") + ":5: cables that fail belong to the scenario, not to its flows; write " + event
            + ", and remove this line and the line 'Failures'");
    Files.writeString(folder.resolve("f.cm"), connections);
    assertThat(ScenarioReader.read(Files.writeString(file, scenario + event + "\n")).setup().flows().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Connections 2\\n0->1 id 1 msg 1 start 0 size 4000\\n0->2 id 1 msg 2 start 5 size 4000|4: a message 0->2 of connection 1,"
          + " which line 3 has between 0->1; give it an id of its own",
      "Connections 2\\nTriggers 1\\n0->1 id 1 msg 1 start 0 size 4000\\n0->1 id 1 msg 2 trigger 1 size 4000\\ntrigger id 1"
          + " oneshot|5:"
          + " connection 1 has several messages, and one of them a trigger; triggers are available for connections of one"
          + " message: remove 'msg' and give each line a separate id, which makes it a flow of its own",
      "Connections 2\\n0->1 id 1 start 0 size 4000\\n0->1 id 1 msg 2 start 5 size 4000|4: connection id 1 occurs twice, and once"
          + " without 'msg'",
      "Connections 1\\n0->1 msg 1 start 0 size 4000|3: a message without id; 'msg' is of the connection that 'id' names",
      "Connections 1\\nFailures 1\\n0->1 id 1 start 0 size 4000\\nfailure switch_type TOR switch_id 0 link_id 0|5: cables that"
          + " fail belong"
          + " to the scenario, not to its flows; htsim itself stops at a failure of a switch_type other than AGG, so write the"
          + " cable as in events: [{at: 0ps, link: [40, 48], state: down}], and remove this line and the line 'Failures'",
      "Connections 1\\nFailures 1\\n0->1 id 1 start 0 size 4000\\nfailure switch_type AGG switch_id 0 link_id 0|5: cables that"
          + " fail belong"
          + " to the scenario, not to its flows; the topology has 0 switches of the middle tier, so it has no AGG switch 0;"
          + " write the"
          + " cable as in events: [{at: 0ps, link: [40, 48], state: down}], and remove this line and the line 'Failures'",
      "Connections 1\\n0->1 id 1 start 0 size 4\\nfailure switch_type AGG link_id 0|4: a failure without switch_id; it is"
          + " written as in: failure switch_type AGG switch_id 0 link_id 1",
      "Connections 1\\n0->1 id 1 start 1.x size 4000|3: start '1.x' is not a whole number of 0 or more"})
  void refusesWhatWouldChangeResults(String matrix, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(matrix))
        .withMessage(folder.resolve("m.cm") + ":" + message);
  }
}
