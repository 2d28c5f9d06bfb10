package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Triggers of htsim that start one connection each time they are set off. */
class MultishotTest {
  @TempDir
  private Path folder;

  private Scenario read(String lines, int connections, String... triggers) throws IOException {
    var text = new StringBuilder("Nodes 6\nConnections " + connections + "\nTriggers " + triggers.length + "\n" + lines);
    for (String trigger : triggers) {
      text.append("trigger id ").append(trigger).append('\n');
    }
    Files.writeString(folder.resolve("w.cm"), text);
    return ScenarioReader.read(
        Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=6)\nflows: trace(path=w.cm)\nscheme: none\n"));
  }

  /** Returns the start and end of the flow to each destination. */
  private static Map<Integer, long[]> run(Scenario scenario) {
    var times = new TreeMap<Integer, long[]>();
    new Simulation(scenario.setup(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        times.put(flow.destination(), new long[] {flow.startPs(), flow.startPs() + flow.fctPs()});
      }
    }).run();
    return times;
  }

  @Test
  void leavesConnectionsOutThatNeverStart() throws IOException {
    Scenario scenario = read("0->1 start 0 size 900 send_done_trigger 4\n0->2 trigger 4 size 800\n"
        + "0->3 trigger 4 size 700 send_done_trigger 5\n0->4 trigger 5 size 600\n", 4, "4 multishot", "5 oneshot");
    assertThat(run(scenario)).containsOnlyKeys(1, 2);
    assertThat(scenario.warnings()).singleElement().asString().startsWith(folder.resolve("w.cm") + ":6: this connection never"
        + " starts, as in htsim, and is left out: its trigger 4 is set off 1 time, and each time starts the next of its connections")
        .endsWith("(and 1 more like this)");
  }

  /** The shorter first connection starts the first target, whatever its place in the file. */
  @ParameterizedTest
  @CsvSource({"4000,900000", "900000,4000"})
  void startsTheNextConnectionEachTime(long one, long other) throws IOException {
    Map<Integer, long[]> times = run(read("0->1 start 0 size " + one + " send_done_trigger 4\n0->2 start 0 size " + other
        + " send_done_trigger 4\n0->3 trigger 4 size 500\n0->4 trigger 4 size 500\n", 4, "4 multishot"));
    assertThat(times).containsOnlyKeys(1, 2, 3, 4);
    int early = one < other ? 1 : 2;
    assertThat(times.get(3)[0]).isEqualTo(times.get(early)[1]);
    assertThat(times.get(4)[0]).isEqualTo(times.get(3 - early)[1]).isGreaterThan(times.get(3)[0]);
  }

  /** Started connections set the same trigger off: two are always under way. */
  @Test
  void keepsTheNumberOfConcurrentConnections() throws IOException {
    Scenario scenario = read("0->1 start 0 size 4000 send_done_trigger 4\n0->2 start 0 size 60000 send_done_trigger 4\n"
        + "0->3 trigger 4 size 9000 send_done_trigger 4\n0->4 trigger 4 size 700000 send_done_trigger 4\n"
        + "0->5 trigger 4 size 100 send_done_trigger 4\n", 5, "4 multishot");
    Map<Integer, long[]> times = run(scenario);
    assertThat(scenario.warnings()).isEmpty();
    assertThat(times.get(3)[0]).isEqualTo(times.get(1)[1]);
    assertThat(times.get(4)[0]).isEqualTo(times.get(3)[1]);
    assertThat(times.get(5)[0]).isEqualTo(times.get(2)[1]);
  }

  /** Arrivals at the common source count as well. */
  @Test
  void countsArrivals() throws IOException {
    Map<Integer, long[]> times = run(
        read("3->0 start 0 size 900000 recv_done_trigger 4\n4->0 start 0 size 900 recv_done_trigger 4\n"
            + "0->1 trigger 4 size 500\n0->2 trigger 4 size 500\n", 4, "4 multishot"));
    assertThat(times.get(1)[0]).isLessThan(times.get(2)[0]);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "0->2|1->2|8: this trigger is set off 2 times, and htsim stops at the second time of a oneshot; write multishot,|oneshot",
      "0->2|1->2|7: trigger 4 starts connections of nodes 0 and 1 in the order of completions at other nodes,|multishot",
      "2->4|2->5|6: trigger 4 is set off by the connection 0->1, and node 2 is neither of its ends,|multishot"})
  void rejectsOrdersWithoutANode(String first, String second, String error, String kind) throws IOException {
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read("0->1 start 0 size 9 send_done_trigger 4\n1->0 start 0 size 9 send_done_trigger 4\n" + first
            + " trigger 4 size 9\n" + second + " trigger 4 size 9\n", 4, "4 " + kind))
        .withMessageStartingWith(folder.resolve("w.cm") + ":" + error);
  }
}
