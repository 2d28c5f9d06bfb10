package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements in the first lines of scenarios of training and inference. */
class AiScenariosTest {
  private static final Path AI = Path.of("..", "scenarios", "ai");

  /** Commas outside of quotes. */
  private static final Pattern BETWEEN_VALUES = Pattern.compile(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

  @TempDir
  private Path folder;
  private int runs;

  private Path run(String scenario, String... more) {
    Path out = folder.resolve("run" + runs++);
    var arguments = new ArrayList<>(List.of("run", AI.resolve(scenario).toString(), "--out", out.toString(), "--quiet"));
    arguments.addAll(List.of(more));
    Program run = Program.run(arguments.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    return out;
  }

  /** The numbers of a column, row by row; NaN where it is empty. */
  private static double[] column(Path table, String name) throws IOException {
    List<String> lines = Files.readAllLines(table);
    int at = Arrays.asList(lines.getFirst().split(",")).indexOf(name);
    assertThat(at).as(lines.getFirst()).isNotNegative();
    return lines.stream().skip(1).map(line -> BETWEEN_VALUES.split(line, -1)[at])
        .mapToDouble(value -> value.isEmpty() ? Double.NaN : Double.parseDouble(value)).toArray();
  }

  /** Time at which the last rank ends, in microseconds. */
  private double endUs(String scenario, String... more) throws IOException {
    return Arrays.stream(column(run(scenario, more).resolve("ranks.csv"), "end_ns")).max().orElseThrow() / 1e3;
  }

  @Test
  void stragglerDelaysAllRanks() throws IOException {
    assertThat(endUs("straggler.yaml")).isCloseTo(8230, within(10.0));
    assertThat(endUs("straggler.yaml", "--set", "events=[]")).isCloseTo(6240, within(10.0));
  }

  @Test
  void spineTierThatIsOversubscribedSlowsAnAllToAllDown() throws IOException {
    double narrow = endUs("oversubscribed.yaml");
    double wide = endUs("oversubscribed.yaml", "--set",
        "topology=rail-optimized(groups=8, serversPerGroup=8, gpusPerServer=2, spines=8)");
    assertThat(narrow).isCloseTo(215, within(3.0));
    assertThat(wide).isCloseTo(139, within(3.0));
  }

  @Test
  @Tag("sweep")
  void halfTheRateOfNicsCostsAStepLittle() throws IOException {
    assertThat(endUs("gpt-step.yaml", "--set", "topology.hostRate=400Gbps")).isCloseTo(8735, within(20.0));
    assertThat(endUs("gpt-step.yaml", "--set", "topology.hostRate=200Gbps")).isCloseTo(9333, within(20.0));
  }

  @Test
  void answersBeginWhenPromptsAreRead() throws IOException {
    double[] readyUs = headsUs(run("inference.yaml").resolve("collectives.csv"));
    assertThat(readyUs[0]).isCloseTo(5910, within(15.0));
    assertThat(readyUs[1] - readyUs[0]).isCloseTo(450, within(10.0));
    assertThat(readyUs[2] - readyUs[1]).isCloseTo(350, within(10.0));
  }

  private static double[] headsUs(Path table) throws IOException {
    double[] starts = column(table, "start_ns");
    double[] durations = column(table, "duration_ns");
    List<String> rows = Files.readAllLines(table).stream().skip(1).toList();
    var ends = new ArrayList<Double>();
    for (int row = 0; row < starts.length; row++) {
      if (rows.get(row).contains("head")) {
        ends.add((starts[row] + durations[row]) / 1e3);
      }
    }
    return ends.stream().mapToDouble(end -> end).sorted().toArray();
  }

  @Test
  void watchdogThatForwardsSavesVictimsOfAStorm() throws IOException {
    assertThat(victimsMs()).allMatch(ms -> ms > 0.9 && ms < 1.4);
    assertThat(victimsMs("--set", "pfcWatchdog=none")).allMatch(ms -> ms > 3.7 && ms < 4.1);
    assertThat(victimsMs("--scheme", "hpcc")).allMatch(ms -> ms < 0.4);
  }

  /** Completion times of the flows of 5 MB but the shortest one, which meets no pause, in milliseconds. */
  private List<Double> victimsMs(String... more) throws IOException {
    Path table = run("pfc-storm.yaml", more).resolve("flows.csv");
    double[] sizes = column(table, "size_bytes");
    double[] fcts = column(table, "fct_ns");
    var victims = new ArrayList<Double>();
    for (int row = 0; row < fcts.length; row++) {
      if (sizes[row] == 5e6) {
        victims.add(fcts[row] / 1e6);
      }
    }
    assertThat(victims).hasSize(5);
    return victims.stream().sorted().skip(1).toList();
  }

  @Test
  @Tag("sweep")
  void expertsOnTheirRailsNeedNoWideSpineTier() throws IOException {
    double wide = endUs("moe-512.yaml");
    assertThat(wide).isCloseTo(398, within(4.0));
    assertThat(endUs("moe-512.yaml", "--set", "topology.spines=4")).isCloseTo(403, within(4.0));
  }
}
