package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements in the first lines of scenarios of faults: of jobs by their first steps, of flows by their completion times. */
class FaultScenariosTest {
  private static final Path AI = Path.of("..", "scenarios", "ai");
  private static final int START_NS = 8;
  /** Flow to the host with the storm, and the flow that meets no pause. */
  private static final Set<String> NO_VICTIMS = Set.of("0", "3");

  @TempDir
  private Path folder;

  private int runs;

  private Path run(String scenario, List<String> more) {
    Path out = folder.resolve("run" + runs++);
    var arguments = new ArrayList<>(List.of("run", AI.resolve(scenario).toString(), "--out", out.toString(), "--quiet"));
    more.forEach(option -> arguments.addAll(List.of("--set", option)));
    Program run = Program.run(arguments.toArray(String[]::new));
    assertThat(run.exit()).as(run.err()).isZero();
    return out;
  }

  /** Duration of each step but the last, in microseconds. */
  private List<Double> stepsUs(String scenario, int steps, String... more) throws IOException {
    Path out = run(scenario, Stream.concat(Stream.of("flows.0.repeat=" + steps), Stream.of(more)).toList());
    double[] starts = Files.readAllLines(out.resolve("collectives.csv")).stream().skip(1)
        .mapToDouble(line -> Double.parseDouble(line.split(",")[START_NS])).toArray();
    assertThat(starts).hasSize(steps);
    return IntStream.range(1, steps).mapToObj(step -> (starts[step] - starts[step - 1]) / 1000).toList();
  }

  @Test
  void grayLinkAtAQuarterMakesAStepAlmostFourTimesAsLong() throws IOException {
    double gray = stepsUs("gray-link.yaml", 3).getLast();
    double healthy = stepsUs("gray-link.yaml", 3, "events=[]").getLast();
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
    assertThat(stepsUs("flapping-link.yaml", 2, "reroute.detection=0s", "reroute.convergence=0s").getFirst()).isCloseTo(437,
        within(10.0));
  }

  @Test
  void stragglerCostsAllRanksItsComputation() throws IOException {
    List<Double> steps = stepsUs("straggler.yaml", 3, "events.0.at=500us");
    assertThat(steps.getFirst()).as("started computing before the event").isCloseTo(1037, within(3.0));
    assertThat(steps.getLast()).isCloseTo(2034, within(5.0));
  }

  /** Completion times of the victims of a storm that finished, in microseconds, in ascending order. */
  private List<Double> victimsUs(String... more) throws IOException {
    List<String> lines = Files.readAllLines(run("pfc-storm.yaml", List.of(more)).resolve("flows.csv"));
    List<String> columns = List.of(lines.getFirst().split(","));
    return lines.stream().skip(1).map(line -> line.split(",")).filter(row -> !NO_VICTIMS.contains(row[columns.indexOf("flow")]))
        .map(row -> Double.parseDouble(row[columns.indexOf("fct_ns")]) / 1000).sorted().toList();
  }

  @Test
  void victimsOfStormWaitForItsEndOrForWatchdog() throws IOException {
    List<Double> without = victimsUs("pfcWatchdog=none", "until=5ms");
    assertThat(without).hasSize(4);
    assertThat(without.getFirst()).isBetween(3750.0, 3850.0);
    assertThat(without.getLast()).isBetween(3950.0, 4050.0);
    List<Double> forwarding = victimsUs("until=2ms");
    assertThat(forwarding).hasSize(4);
    assertThat(forwarding.getFirst()).isBetween(950.0, 1050.0);
    assertThat(forwarding.getLast()).isBetween(1250.0, 1350.0);
    assertThat(victimsUs("pfcWatchdog.action=drop", "until=4ms")).as("victims' packets are dropped too").isEmpty();
  }

  @Test
  void windowContainsStorm() throws IOException {
    List<Double> victims = victimsUs("scheme=hpcc", "until=1ms");
    assertThat(victims).hasSize(4);
    assertThat(victims.getFirst()).isCloseTo(145, within(5.0));
    assertThat(victims.getLast()).isCloseTo(366, within(5.0));
  }
}
