package dev.inflight.lab.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.job.state.RankResult;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small scenarios drawn at random, fast runs compared with full ones: the same rows, all bytes, and ends and means within the bounds stated
 * here. {@code -Dcampaign=1000} takes as many scenarios, {@code -Dcampaign=250-499} those of these numbers.
 */
@Tag("sweep")
class FastCampaignTest {
  private static final String SCENARIOS = "60";
  /** Bound for ends of runs without jobs: twice the requested error, of which estimates are standard errors. */
  private static final double END = 0.01;
  /** Mean completion times, and ends of jobs: states that last longer than they were watched are not found. */
  private static final double MEAN = 0.02;
  /** Number of full runs besides the plain one, with cables up to 13 ps longer. */
  private static final int MEMBERS = 4;
  /** Largest distance of a fast run from the range of the full runs, in widths of the range: of five values and one more. */
  private static final double WIDTHS = 1;

  @TempDir
  private Path folder;

  static LongStream scenarios() {
    String[] ends = System.getProperty("campaign", SCENARIOS).split("-");
    return ends.length == 1
        ? LongStream.range(0, Long.parseLong(ends[0]))
        : LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
  }

  /** Results of a run. */
  private record Outcome(RunResult totals, List<FlowResult> flows, List<RankResult> ranks, List<CollectiveResult> collectives) {
    double endPs() {
      return totals.endPs();
    }

    double jobPs() {
      return ranks.stream().mapToLong(RankResult::endPs).max().orElse(0);
    }

    double meanFctPs() {
      return flows.stream().mapToLong(FlowResult::fctPs).average().orElse(0);
    }
  }

  private Outcome run(String text, String more, int threads) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), text + more);
    Scenario scenario = ScenarioReader.read(file);
    Setup setup = scenario.setup();
    Threads parts = Threads.choose(setup, Integer.toString(threads));
    var flows = new ArrayList<FlowResult>();
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, parts.division(), parts.others());
    var seen = new BitSet();
    simulation.recordWith(new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        FlowTable table = simulation.flowTable();
        assertThat(seen.get(flow.id())).as("flow %d was reported before", flow.id()).isFalse();
        seen.set(flow.id());
        assertThat(flow.source()).isEqualTo(table.source(flow.id()));
        assertThat(flow.destination()).isEqualTo(table.destination(flow.id()));
        assertThat(flow.sizeBytes()).as("size of flow %d", flow.id()).isEqualTo(table.sizeBytes(flow.id()));
        assertThat(flow.startPs()).isNotNegative();
        assertThat(flow.fctPs()).isPositive();
        flows.add(flow);
      }
    });
    simulation.runOn(parts.number(), parts.leastEvents());
    RunResult totals = simulation.run();
    return new Outcome(totals, flows, simulation.jobs().ranks(), simulation.jobs().collectives());
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void agreesWithFullRuns(long number) throws IOException {
    String text = SteadyScenario.of(number, folder);
    Outcome full = run(text, "", 1);
    Outcome fast = run(text, "fidelity: fast\n", 1);
    sameRows(text, full, fast);
    Outcome again = run(text, "fidelity: fast\n", 4);
    assertThat(again.flows).as("4 threads:\n" + text).isEqualTo(fast.flows);
    assertThat(again.ranks).isEqualTo(fast.ranks);
    assertThat(again.totals.fingerprint()).isEqualTo(fast.totals.fingerprint());
    assertThat(again.totals.skipped()).isEqualTo(fast.totals.skipped());
    if (fast.totals.skipped().stretches() == 0) {
      assertThat(fast.flows).as("nothing is left out:\n" + text).isEqualTo(full.flows);
      assertThat(fast.totals.endPs()).isEqualTo(full.totals.endPs());
    } else if (full.totals.flows() == full.totals.flowsFinished()) {
      var members = new ArrayList<>(List.of(full));
      if (full.ranks.isEmpty()) {
        judge(text, "end of the run", END, Outcome::endPs, members, fast);
        judge(text, "mean completion time", MEAN, Outcome::meanFctPs, members, fast);
      } else {
        judge(text, "end of the jobs", MEAN, Outcome::jobPs, members, fast);
      }
    }
  }

  private static void sameRows(String text, Outcome full, Outcome fast) {
    assertThat(fast.totals.flows()).as(text).isEqualTo(full.totals.flows());
    assertThat(fast.totals.flowsFinished()).as("flows finished:\n" + text).isEqualTo(full.totals.flowsFinished());
    assertThat(fast.flows).as("rows of flows:\n" + text).hasSize(fast.totals.flowsFinished());
    if (full.totals.flowsFinished() == full.totals.flows()) {
      assertThat(fast.totals.hosts().deliveredBytes).as("delivered bytes:\n" + text)
          .isEqualTo(full.totals.hosts().deliveredBytes);
    }
    assertThat(fast.ranks).hasSameSizeAs(full.ranks);
    for (int at = 0; at < fast.ranks.size(); at++) {
      RankResult one = full.ranks.get(at);
      RankResult other = fast.ranks.get(at);
      assertThat(other.job() + other.rank()).isEqualTo(one.job() + one.rank());
      assertThat(other.operationsDone()).as("operations of rank %d:\n%s", at, text).isEqualTo(one.operationsDone());
      assertThat(other.endPs() >= 0).isEqualTo(one.endPs() >= 0);
      assertThat(other.computePs()).as("computation of rank %d:\n%s", at, text).isBetween(0L, Math.max(0, other.endPs()));
    }
    assertThat(fast.collectives).hasSameSizeAs(full.collectives);
    var seen = new HashSet<String>();
    for (int at = 0; at < fast.collectives.size(); at++) {
      CollectiveResult one = full.collectives.get(at);
      CollectiveResult other = fast.collectives.get(at);
      assertThat(seen.add(other.job() + "/" + at)).isTrue();
      assertThat(other.collective().name()).isEqualTo(one.collective().name());
      assertThat(other.isComplete()).as("collective %d:\n%s", at, text).isEqualTo(one.isComplete());
      if (other.isComplete()) {
        assertThat(other.durationPs()).as("duration of collective %d:\n%s", at, text).isPositive();
      }
    }
  }

  /** Checks that a value is within the stated bound, or within the range of full runs whose cables differ by picoseconds. */
  private void judge(String text, String what, double bound, ToDoubleFunction<Outcome> value, List<Outcome> members, Outcome fast)
      throws IOException {
    double of = value.applyAsDouble(members.getFirst());
    double away = Math.abs(value.applyAsDouble(fast) / of - 1);
    if (away <= bound) {
      return;
    }
    while (members.size() <= MEMBERS) {
      members.add(run(text, "ensemble: {member: " + members.size() + ", jitter: 13ps}\n", 1));
    }
    double least = members.stream().mapToDouble(value).min().orElseThrow();
    double most = members.stream().mapToDouble(value).max().orElseThrow();
    double margin = WIDTHS * (most - least) + bound * of;
    assertThat(value.applyAsDouble(fast))
        .as("%s, %.0f in full, %.2f %% away, %.0f to %.0f in members:\n%s", what, of, 100 * away, least, most, text)
        .isBetween(least - margin, most + margin);
  }
}
