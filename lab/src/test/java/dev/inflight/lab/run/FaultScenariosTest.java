package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements in the first lines of scenarios of faults under an all-reduce, by their first steps. */
class FaultScenariosTest {
  private static final Path AI = Path.of("..", "scenarios", "ai");
  private static final int START_NS = 8;

  @TempDir
  private Path folder;

  /** Duration of each step but the last, in microseconds. */
  private List<Double> stepsUs(String scenario, int steps, String... more) throws IOException {
    Path out = folder.resolve("run" + scenario + more.length);
    var arguments = new ArrayList<>(
        List.of("run", AI.resolve(scenario).toString(), "--out", out.toString(), "--quiet", "--set", "flows.0.repeat=" + steps));
    arguments.addAll(List.of(more));
    Program run = Program.run(arguments.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    double[] starts = Files.readAllLines(out.resolve("collectives.csv")).stream().skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",")[START_NS])).toArray();
    assertThat(starts).hasSize(steps);
    return IntStream.range(1, steps).mapToObj(step -> (starts[step] - starts[step - 1]) / 1000).toList();
  }

  @Test
  void grayLinkAtAQuarterMakesAStepAlmostFourTimesAsLong() throws IOException {
    double gray = stepsUs("gray-link.yaml", 3).getLast();
    double healthy = stepsUs("gray-link.yaml", 3, "--set", "events=[]").getLast();
    assertThat(gray / healthy).isCloseTo(3.84, within(0.05));
  }

  @Test
  void lostSpineCostsItsStepATimeout() throws IOException {
    List<Double> steps = stepsUs("spine-lost.yaml", 3);
    assertThat(steps.getFirst()).isCloseTo(437, within(5.0));
    assertThat(steps.getLast()).isCloseTo(617, within(15.0));
  }

  @Test
  void flappingLinkCostsATimeoutWhereRoutesAreSlow() throws IOException {
    assertThat(stepsUs("flapping-link.yaml", 2).getFirst()).isCloseTo(619, within(15.0));
    assertThat(stepsUs("flapping-link.yaml", 2, "--set", "reroute.detection=0s", "--set", "reroute.convergence=0s").getFirst())
        .isCloseTo(437, within(10.0));
  }
}
