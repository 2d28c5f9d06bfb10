package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Effect of the limits of the paper's NIC (HPCC §4.3) on flows: none up to 300; from the 301st on they wait. */
class NicLimitTest {
  private static final Path SCENARIO = Path.of("../scenarios/nic-limit.yaml");
  private static final int SLOTS = 300;

  @TempDir
  private Path folder;

  private final List<FlowResult> results = new ArrayList<>();

  private RunResult run(NicModel nic, int flows) {
    Setup all = ScenarioReader.read(SCENARIO).setup();
    var some = new FlowTable();
    for (int row = 0; row < flows; row++) {
      some.add(all.flows().source(row), all.flows().destination(row), 3, 100, all.flows().sizeBytes(row), 0);
    }
    Setup setup = all.with(values -> {
      values.nic = nic;
      values.flows = some;
    });
    results.clear();
    RunResult result = new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    }).run();
    assertThat(results).hasSize(flows);
    return result;
  }

  private long longestPs(boolean waiting) {
    return results.stream().filter(flow -> flow.id() >= SLOTS == waiting).mapToLong(FlowResult::fctPs).max().orElseThrow();
  }

  private long shortestPs(boolean waiting) {
    return results.stream().filter(flow -> flow.id() >= SLOTS == waiting).mapToLong(FlowResult::fctPs).min().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 299, 300})
  void fullSlotsServeFlowsAsWithoutLimits(int flows) {
    RunResult limited = run(EngineNic.DEFAULT, flows);
    double shares = (double) shortestPs(false) / longestPs(false);
    long limitedPs = limited.simulatedPs();
    RunResult unlimited = run(UnlimitedNic.DEFAULT, flows);
    assertThat(limited.hosts().flowsWaitedForSlot).isZero();
    assertThat((double) limitedPs).isCloseTo(unlimited.simulatedPs(), within(1_000_000.0)); // a microsecond
    assertThat(shares).as("shortest by longest").isGreaterThan(0.95);
  }

  @Test
  void threeHundredAndFirstWaitsForTheFirstToFinish() {
    RunResult limited = run(EngineNic.DEFAULT, SLOTS + 1);
    assertThat(limited.hosts().flowsWaitedForSlot).isEqualTo(1);
    assertThat(limited.hosts().longestSlotWaitPs).isEqualTo(shortestPs(false));
    assertThat(longestPs(true)).isGreaterThan(shortestPs(false));
    run(UnlimitedNic.DEFAULT, SLOTS + 1);
    assertThat((double) longestPs(true)).isCloseTo(longestPs(false), within(1_000_000.0));
  }

  @Test
  void oneEngineOfThreeHundredSlotsWastesTheLineOnFewFlows() {
    RunResult engines = run(EngineNic.DEFAULT, 4);
    RunResult one = run(new EngineNic(1, SLOTS, 5_000), 4); // four packets in each 1.5 us, of which the line could send 4.3
    assertThat((double) one.simulatedPs() / engines.simulatedPs()).isBetween(1.06, 1.10);
    assertThat((double) run(new EngineNic(1, SLOTS, 5_000), 1).simulatedPs() / run(EngineNic.DEFAULT, 1).simulatedPs())
        .isBetween(3.0, 4.3);
    RunResult fast = run(new EngineNic(1, SLOTS, 200), 1); // the clock of an ASIC, in the paper's example
    assertThat((double) fast.simulatedPs()).isCloseTo(run(UnlimitedNic.DEFAULT, 1).simulatedPs(), within(1_000_000.0));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "2, 1"})
  void noFlowHangsUnderLossAndFailures(int engines, int flowsPerEngine) {
    Setup setup = ScenarioReader.read(Path.of("../scenarios/training.yaml")).setup().with(values -> {
      values.nic = new EngineNic(engines, flowsPerEngine, 5_000);
      values.untilPs = 100_000_000_000L;
      values.lossRate = 0.001;
      values.events = List.of(new LinkDown(50_000_000, 8, 10), new LinkUp(200_000_000, 8, 10));
    });
    RunResult first = new Simulation(setup, Recorder.NONE).run();
    assertThat(first.flowsFinished()).isEqualTo(first.flows());
    assertThat(first.lost()).isPositive();
    assertThat(first.hosts().flowsWaitedForSlot).isPositive();
    assertThat(first.hosts().longestSlotWaitPs).isPositive();
    RunResult second = new Simulation(setup, Recorder.NONE).run();
    assertThat(second.fingerprint()).isEqualTo(first.fingerprint());
  }

  @Test
  void warnsTheUser() throws IOException {
    String out = folder.resolve("out").toString();
    Program program = Program.run("run", SCENARIO.toString(), "--out", out);
    assertThat(program.exit()).isZero();
    assertThat(program.out()).contains(", NIC engines\n")
        .containsPattern("NIC slots   60 of 360 flows waited for one, at most \\d");
    assertThat(folder.resolve("out/summary.json")).content().contains("\"flowsWaitedForSlot\" : 60,")
        .containsPattern("\"longestSlotWaitSeconds\" : 0\\.005\\d+,")
        .contains("\"nic\" : \"engines(engines=6, flowsPerEngine=50, tick=5ns)\"");
  }

  @Test
  void reportsFlowsThatWaitAtTheEnd() throws IOException {
    String out = folder.resolve("out").toString();
    Program program = Program.run("run", SCENARIO.toString(), "--out", out, "--until", "2ms");
    assertThat(program.exit()).isEqualTo(Run.DONE);
    assertThat(program.out()).contains("60 of 360 flows waited for one, at most 2.00 ms\n")
        .contains("(60 waiting for a slot in the NIC, 300 still progressing)");
    List<String> stalled = Files.readAllLines(folder.resolve("out/stalled.csv"));
    assertThat(stalled).filteredOn(line -> line.contains(",waiting-for-slot,")).hasSize(60)
        .allMatch(line -> line.endsWith(",\"nothing is in flight\",\"other flows have held all slots of its NIC for 2.00 ms\""));
  }
}
