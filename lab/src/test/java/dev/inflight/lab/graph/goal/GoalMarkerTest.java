package dev.inflight.lab.graph.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.graph.OperationGraph.Kind;
import dev.inflight.sim.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends to the ranks that Schedgen writes as markers. */
class GoalMarkerTest {
  private static final String CHAIN = """
      num_ranks 2
      rank 0 {
      a: calc 4000
      m: send 0b to %s tag 7 cpu 1
      m requires a
      b: send 3000b to 1 tag 2
      b requires m
      n: send 8b to %<s
      n requires b
      }
      rank 1 {
      c: recv 3000b from 0 tag 2
      }
      """;

  @TempDir
  private Path folder;
  private final List<String> warnings = new ArrayList<>();

  private OperationGraph read(Path file) {
    return Notices.collect(warnings, () -> GoalTrace.read(file, new GoalOptions(8, 1, 1, GraphRoom.OF_HEAP)));
  }

  private Path text(String text) throws IOException {
    return Files.writeString(folder.resolve("m.goal"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9999999", "999999999"})
  void markersOfTextsTakeNoTime(String marker) throws IOException {
    OperationGraph graph = read(text(CHAIN.formatted(marker)));
    for (int operation : new int[] {1, 3}) {
      assertThat(graph.kind(operation)).isEqualTo(Kind.COMPUTE);
      assertThat(graph.durationPs(operation)).isZero();
    }
    assertThat(graph.dependent(0, 0)).isEqualTo(1);
    assertThat(graph.dependent(1, 0)).isEqualTo(2);
    assertThat(warnings).containsExactly(folder.resolve("m.goal") + ":4: a send to rank " + marker
        + " is a marker of Schedgen: it sends nothing and takes no time, as in htsim (and 1 more like this)");
  }

  @ParameterizedTest
  @ValueSource(ints = {9_999_999, 999_999_999})
  void markersOfBinariesTakeNoTime(int marker) throws IOException {
    var goal = new GoalEncoder(2);
    goal.add(0, GoalEncoder.CALC, 0, 700, 0, 0, 0);
    goal.add(0, GoalEncoder.SEND, marker, 0, 3, 0, 0);
    goal.requires(0, 1, 0, false);
    goal.add(1, GoalEncoder.CALC, 0, 5, 0, 0, 0);
    Path file = Files.write(folder.resolve("m.bin"), goal.bytes());
    OperationGraph graph = read(file);
    assertThat(graph.kind(1)).isEqualTo(Kind.COMPUTE);
    assertThat(graph.durationPs(1)).isZero();
    assertThat(warnings).singleElement().asString().startsWith(file + ": a send to rank " + marker + " is a marker");
  }

  /** The message leaves when it would without the marker. */
  @Test
  void runsAsWithoutMarkers() throws IOException {
    long[] with = run(CHAIN.formatted("9999999"));
    long[] without = run(CHAIN.formatted("9999999").replaceAll("(?m)^[mn][: ].*\n", "").replace("b requires m", "b requires a"));
    assertThat(with).isEqualTo(without);
  }

  private long[] run(String goal) throws IOException {
    text(goal);
    Path file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=2)\nflows: trace(path=m.goal)\nscheme: none\n");
    Scenario scenario = ScenarioReader.read(file);
    var simulation = new Simulation(scenario.setup(), Recorder.NONE);
    simulation.run();
    return simulation.jobs().ranks().stream().mapToLong(rank -> rank.endPs()).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"send 8b to 99999990", "recv 8b from 9999999", "send 8b to 99999999"})
  void rejectsRanksOutOfRange(String operation) throws IOException {
    Path file = text("num_ranks 2\nrank 0 {\na: " + operation + "\n}\nrank 1 {\n}\n");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(file)).withMessageStartingWith(file + ":3: rank 999999")
        .withMessageContaining("0 to 1");
  }
}
