package dev.inflight.lab.graph;

import dev.inflight.lab.graph.matrix.StartUnit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FlowColumnOrder;
import dev.inflight.lab.files.StartTimeStyle;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces as flows and jobs of a topology, and connection matrices. */
class TraceFlowsTest {
  private static final String CHAIN = """
      Nodes 4
      Connections 3
      Triggers 2
      0->1 id 1 start 500 size 1000 send_done_trigger 7
      0->2 id 2 trigger 7 size 2000 recv_done_trigger 8
      2->3 id 3 trigger 8 size 3000
      trigger id 7 oneshot
      trigger id 8 barrier count 1
      """;

  private final Topology star = Star.DEFAULT.build(); // 17 hosts

  @TempDir
  Path folder;

  private FlowTable flows(String name, String text, TraceHosts hosts, long seed) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    var flows = new FlowTable();
    new TraceFlows(file.toString(), TraceFormat.BY_NAME, hosts, 0, 1, StartUnit.PS, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, "", "usual",
        0, 0, "", 0, "", 3, 500).addTo(flows, star, seed);
    return flows;
  }

  @Test
  void connectionsWithoutTriggersAreFlows() throws IOException {
    FlowTable flows = flows("a.cm", "Nodes 4\nConnections 2\n0->3 id 1 start 7 size 100\n3->1 start 0 size 5", TraceHosts.LINEAR,
        1);
    assertThat(flows.count()).isEqualTo(2);
    assertThat(flows.jobs()).isEmpty();
    assertThat(flows.source(0)).isEqualTo(star.hosts()[0]);
    assertThat(flows.destination(0)).isEqualTo(star.hosts()[3]);
    assertThat(flows.startPs(0)).isEqualTo(7);
    assertThat(flows.sizeBytes(1)).isEqualTo(5);
  }

  @Test
  void startsCountInTheUnitThatTheScenarioStates() throws IOException {
    String matrix = "Nodes 4\nConnections 3\n0->3 start 0 size 100\n3->1 start 7 size 5\n1->2 start 250 size 5";
    assertThat(startsPs(matrix, "")).containsExactly(0, 7, 250);
    assertThat(startsPs(matrix, ", startUnit=us")).containsExactly(0, 7_000_000, 250_000_000);
    assertThat(startsPs(matrix, ", startUnit=us, start=1us")).containsExactly(1_000_000, 8_000_000, 251_000_000);
    assertThat(warnings(matrix, ", startUnit=us")).isEmpty();
    assertThat(warnings(matrix.replace("250", "1000"), "")).isEmpty();
    assertThat(warnings(matrix, ""))
        .containsExactly("s.yaml:2: the last connection starts at 250ps; if the file has microseconds,"
            + " which the current htsim_uec reads, write startUnit=us");
    assertThat(warnings(matrix.replace("start 7 ", "start 1000000000 ").replace("250", "2000000000"), ", startUnit=us"))
        .containsExactly(
            "s.yaml:2: the first connection that does not start at 0 starts at 1000s; if the file has picoseconds, which"
                + " htsim's generators write, write startUnit=ps");
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> startsPs(matrix.replace("250", "9223372036855"), ", startUnit=us"))
        .withMessageContaining("m.cm:5: start 9223372036855 in us is more than ");
    Files.writeString(folder.resolve("m.goal"), "num_ranks 1\nrank 0 {\nl1: calc 1\n}\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> scenario("m.goal, startUnit=us"))
        .withMessageContaining("startUnit is for connection matrices only");
  }

  private Scenario scenario(String arguments) throws IOException {
    return ScenarioReader
        .read(Files.writeString(folder.resolve("s.yaml"), "topology: star\nflows: trace(path=" + arguments + ")\n"));
  }

  private long[] startsPs(String matrix, String arguments) throws IOException {
    Files.writeString(folder.resolve("m.cm"), matrix);
    FlowTable flows = scenario("m.cm" + arguments).setup().flows();
    return IntStream.range(0, flows.count()).mapToLong(flows::startPs).toArray();
  }

  private List<String> warnings(String matrix, String arguments) throws IOException {
    Files.writeString(folder.resolve("m.cm"), matrix);
    return scenario("m.cm" + arguments).warnings().stream().map(warning -> warning.replace(folder + "/", "")).toList();
  }

  /** A message leaves by the host of its send's NIC, and arrives at that of its receive's. */
  @Test
  void nicsOfARankAreHostsIfConfigured() throws IOException {
    Files.writeString(folder.resolve("m.goal"), "num_ranks 2\nrank 0 {\nsend 10b to 1 tag 0 nic 0\nsend 10b to 1 tag 1 nic 3\n}\n"
        + "rank 1 {\nrecv 10b from 0 tag 0 nic 2\nrecv 10b from 0 tag 1 nic 3\n}\n");
    Scenario apart = scenario("m.goal, nics=4");
    FlowTable flows = apart.setup().flows();
    assertThat(apart.warnings()).isEmpty();
    assertThat(IntStream.range(0, 2).map(flows::source).toArray()).containsExactly(star.hosts()[0], star.hosts()[3]);
    assertThat(IntStream.range(0, 2).map(flows::destination).toArray()).containsExactly(star.hosts()[6], star.hosts()[7]);
    assertThat(apart.setup().whyWhole()).isEqualTo("ranks of a job begin operations on several hosts at once");
    Scenario together = scenario("m.goal");
    assertThat(together.warnings()).hasSize(1).first().asString().endsWith("m.goal:4: ranks have several NICs, up to nic 3,"
        + " and all messages of a rank use its one host; nics=4 gives each (rank, nic) a host of its own");
    assertThat(together.setup().flows().destination(1)).isEqualTo(star.hosts()[1]);
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> scenario("m.goal, nics=9"))
        .withMessageContaining("m.goal:1: the trace has 2 ranks with 9 NICs each, and there are hosts for 1");
    Files.writeString(folder.resolve("m.cm"), "Nodes 2\nConnections 1\n0->1 size 5\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> scenario("m.cm, nics=2"))
        .withMessageContaining("nics is for GOAL schedules only");
  }

  @Test
  void connectionsWithTriggersAreAJob() throws IOException {
    FlowTable flows = flows("a.cm", CHAIN, TraceHosts.LINEAR, 1);
    assertThat(flows.count()).isEqualTo(3);
    assertThat(flows.jobs()).hasSize(1);
    var graph = flows.jobs().getFirst().graph();
    int[] needed = graph.requirements().values();
    assertThat(new int[] {needed[0], needed[2], needed[4]}).containsOnly(1);
    int waits = graph.dependent(0, 0); // the first send sets off trigger 7 at its own end
    assertThat(graph.dependent(waits, 0)).isEqualTo(2);
    waits = graph.dependent(3, 0); // the second receive sets off trigger 8
    assertThat(graph.dependent(waits, 0)).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Nodes 4 => Nodes 1000000000 | :1: the file has 1000000000 nodes, and there are hosts for 17",
      "Nodes 4 => Nodes 3 | :6: node 3 is outside 0 to 2",
      "Connections 3 => Connections 4 | :2: the line 'Connections' has 4, found 3; write Connections 3",
      "Triggers 2 => Triggers 1 | :3: the line 'Triggers' has 1, found 2; write Triggers 2",
      "0->1 => 1->1 | :4: a connection from node 1 to itself",
      "0->1 => 0-1 | :4: found '0-1' where Nodes, Connections, Triggers, trigger or a connection such as 0->1 is expected",
      "size 1000 => sise 1000 | :4: unknown word 'sise' of a connection; did you mean 'size'?",
      "size 1000 => size 0 | :4: a connection of size 0, which sends without end in htsim; flows here have an end: write more bytes"
          + " than it can send until the run ends, as in size 1000000000000, and its end as in until: 10ms in the scenario",
      "Triggers 2 => # none | : the line 'Triggers' is missing, found 2; write Triggers 2",
      "size 1000 => size 99999999999999999999 | :4: size '99999999999999999999' is too large",
      "id 2 => id 1 | :5: connection id 1 occurs twice", "trigger 7 size => trigger 9 size | :5: there is no trigger 9",
      "start 500 => start 500 trigger 8 | :4: a connection has either a start or a trigger; this one has both",
      "oneshot => oneshoot | :7: unknown kind of trigger 'oneshoot'; did you mean 'oneshot'?",
      "count 1 => count 2 | :8: this barrier counts to 2, and 1 connections set it off",
      "2->3 => 3->2 | :6: trigger 8 is set off by the connection 0->2, and node 3 is neither of its ends, so no event reaches it",
      "start 500 => trigger 8 | :5: operations wait for each other in a circle",
      "send_done_trigger 7 => send_done_trigger 8 | :7: no connection sets off this trigger",})
  void reportsErrorsWithTheirLine(String change, String error) {
    String[] sides = change.split(" => ", 2);
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> flows("a.cm", CHAIN.replaceFirst(Pattern.quote(sides[0]), sides[1]), TraceHosts.LINEAR, 1))
        .withMessageContaining("a.cm" + error);
  }

  @Test
  void triggersThatWaitForEachOtherHaveALine() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> flows("a.cm", """
        Nodes 4
        Connections 2
        Triggers 2
        0->1 trigger 8 size 1 send_done_trigger 7
        0->2 trigger 7 size 1 send_done_trigger 8
        trigger id 7 oneshot
        trigger id 8 oneshot
        """, TraceHosts.LINEAR, 1))
        .withMessageContaining("a.cm:6: operations wait for each other in a circle: the trigger of line 6, "
            + "which waits for the connection of line 4, which waits for the trigger of line 7, "
            + "which waits for the connection of line 5, which waits for the first");
  }

  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(43);
    byte[] sound = CHAIN.getBytes(StandardCharsets.US_ASCII);
    int refused = 0;
    for (int run = 0; run < 2000; run++) {
      try {
        String text = new String(Damage.of(sound, random), StandardCharsets.ISO_8859_1);
        assertThat(flows("damaged.cm", text, TraceHosts.LINEAR, 1).count()).isPositive();
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("damaged.cm");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  @Test
  void randomHostsFollowTheSeed() throws IOException {
    var text = new StringBuilder("Nodes 17\nConnections 16\n");
    for (int node = 1; node < 17; node++) {
      text.append(node + "->0 start 0 size 10\n");
    }
    FlowTable one = flows("a.cm", text.toString(), TraceHosts.RANDOM, 1);
    FlowTable again = flows("a.cm", text.toString(), TraceHosts.RANDOM, 1);
    FlowTable other = flows("a.cm", text.toString(), TraceHosts.RANDOM, 2);
    var seen = new HashSet<Integer>();
    boolean differs = false;
    for (int flow = 0; flow < 16; flow++) {
      seen.add(one.source(flow));
      assertThat(again.source(flow)).isEqualTo(one.source(flow));
      differs |= other.source(flow) != one.source(flow);
    }
    seen.add(one.destination(0));
    assertThat(seen).hasSize(17);
    assertThat(differs).isTrue();
  }

  @Test
  void rejectsUnstatedFormat() {
    assertThatIllegalArgumentException().isThrownBy(() -> flows("a.dat", CHAIN, TraceHosts.LINEAR, 1)).withMessageContaining(
        "its name ends in none of .goal, .bin, .cm, .txt, .et, .et.gz and .json; write format=goal, cm, aicb or chakra");
  }

  @Test
  void rejectsMoreRanksThanHosts() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> flows("a.goal", "num_ranks 18 rank 0 { }", TraceHosts.LINEAR, 1))
        .withMessageEndingWith("a.goal:1: the trace has 18 ranks, and there are hosts for 17");
  }

  @Test
  void flowFilesMayLackThePort() throws IOException {
    Path file = Files.writeString(folder.resolve("flow.txt"), "1\n1 2 3 5000 0.25\n");
    var flows = new FlowTable();
    new FileFlows(file.toString(), StartTimeStyle.DECIMAL, FlowColumnOrder.AUTO).addTo(flows, star, 1);
    assertThat(flows.sizeBytes(0)).isEqualTo(5000);
    assertThat(flows.startPs(0)).isEqualTo(250_000_000_000L);
    assertThat(flows.destinationPort(0)).isEqualTo(100);
    Files.writeString(file, "2\n1 2 3 5000 0.25\n1 2 3 100 5000 0.25\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> new FileFlows(file.toString(), StartTimeStyle.DECIMAL, FlowColumnOrder.AUTO).addTo(new FlowTable(), star, 1))
        .withMessageContaining("flow.txt:2: expected 6 values");
  }
}
