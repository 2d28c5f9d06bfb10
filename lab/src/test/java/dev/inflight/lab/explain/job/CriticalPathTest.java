package dev.inflight.lab.explain.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.explain.Explanation;
import dev.inflight.lab.explain.ExplanationText;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Critical path of jobs: its steps follow each other without a gap, add up to the job's time, and name the operations that are known to be
 * slow.
 */
class CriticalPathTest {
  @TempDir
  private Path folder;

  private Scenario scenario(String yaml) throws IOException {
    return ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml));
  }

  private static String words(JobExplanation explanation) {
    return String.join(" ", JobText.lines(explanation)).replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"op=all-reduce, algorithm=ring", "op=all-reduce, algorithm=tree",
      "op=all-reduce, algorithm=halving-doubling", "op=all-gather, algorithm=pairwise", "op=reduce-scatter",
      "op=all-to-all, skew=0.7", "op=broadcast, algorithm=tree, root=2", "op=broadcast, algorithm=ring"})
  void collectivesAddUp(String collective) throws IOException {
    StepsAddUp.check(scenario("""
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4, fabricRate=100Gbps)
        flows:
          - collective(%s, size=1MB, compute=7us, repeat=2, job=first)
          - collective(op=all-reduce, size=500KB, ranks=4, groups=2, placement=random, start=30us, job=second)
          - poisson(load=0.3, sizes=websearch, duration=100us)
        scheme: hpcc
        """.formatted(collective)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hpcc", "dcqcn", "swift", "nscc", "rccc", "none"})
  void losesNoPicosecondUnderLossAndPauses(String scheme) throws IOException {
    StepsAddUp.check(scenario("""
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4, fabricRate=100Gbps)
        flows:
          - collective(op=all-to-all, size=2MB, job=moe)
          - incast(senders=4, size=200KB)
        scheme: %s
        lossRate: 0.001
        buffer: 1MiB
        """.formatted(scheme)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scenarios/ai/dense.yaml", "scenarios/ai/pipeline.yaml", "scenarios/ai/training.yaml"})
  void shippedJobsAddUp(String shipped) {
    StepsAddUp.check(ScenarioReader.read(Path.of("..").resolve(shipped)));
  }

  /** Two streams, operations without duration, requirements of the start of an operation, and any partner. */
  @Test
  void goalTracesAddUp() throws IOException {
    Files.writeString(folder.resolve("g.goal"), """
        num_ranks 3
        rank 0 {
        a: calc 5000 cpu 0
        b: calc 9000 cpu 0
        c: calc 3000 cpu 1
        z: calc 0
        s: send 70000b to 1 tag 1
        s requires c
        z requires b
        t: send 90000b to 2 tag 2
        t requires z
        r: recv 1000b from 2 tag 3
        }
        rank 1 {
        q: recv 70000b from 0 tag 1
        d: calc 40000
        d requires q
        u: send 20000b to 2 tag 4
        u irequires d
        }
        rank 2 {
        v: recv 90000b from 0 tag 2
        w: recv 20000b from 1 tag 4
        x: send 1000b to 0 tag 3
        x requires v
        x requires w
        }
        """);
    StepsAddUp.check(scenario("topology: star(hosts=3)\nflows: trace(path=g.goal)\nscheme: hpcc\n"));
  }

  @Test
  void namesTheLowestOfRanksThatEndTogether() throws IOException {
    Files.writeString(folder.resolve("g.goal"), """
        num_ranks 3
        rank 0 {
        a: send 10b to 1
        }
        rank 1 {
        b: calc 50000
        d: recv 10b from 0
        }
        rank 2 {
        c: calc 50000
        }
        """);
    Scenario tied = scenario("topology: star(hosts=3)\nflows: trace(path=g.goal)\nscheme: hpcc\n");
    StepsAddUp.check(tied);
    assertThat(JobExplanation.of(tied, tied.setup().flows().jobs().getFirst().name()).steps().getLast().rank()).isEqualTo(1);
  }

  /** All but one message of the ring are quick: the others of that host's port are known. */
  @Test
  void namesThePortThatOthersFill() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=12)
        flows:
          - collective(op=all-reduce, size=2MB, ranks=4)
          - flow(from=4, to=2, size=20MB)
          - flow(from=5, to=2, size=20MB)
          - flow(from=6, to=2, size=20MB)
        scheme: hpcc
        """), "all-reduce");
    assertThat(words(why)).containsPattern(
        "because of traffic on their paths: center \\(switch 12\\) port 3 to host 2, [^;]* \\(bytes there: [^)]* % of flows")
        .contains("rank 2 for rank 1 host 1 to host 2");
    assertThat(why.costs().getFirst().where).isEqualTo("center (switch 12) port 3 to host 2");
  }

  @Test
  void namesTheComputation() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=10KB, compute=500us)
        """), "all-reduce");
    assertThat(why.costs().getFirst().isComputing).isTrue();
    assertThat(words(why)).contains("and 1 computation (500 us, ").contains("a rank computed: rank ");
  }

  @Test
  void namesTheStraggler() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=10KB, compute=500us, repeat=3)
        events: [{at: 400us, node: 2, state: slow-compute, factor: 3}]
        """), "all-reduce");
    assertThat(words(why)).contains("and 3 computations (").contains("a rank computed: rank 2 for 3.00 ms")
        .contains("Cause: host 2 took 3 times as long to compute from 400 us on.");
  }

  @Test
  void namesEventsOnTheWayOfItsMessages() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=1MB)
        events:
          - {at: 20us, link: [2, 4], direction: [2, 4], state: degraded, rate: 10Gbps}
          - {at: 1us, node: 3, state: pfc-storm, until: 100us}
          - {at: 5s, link: [1, 4], state: degraded, rate: 10Gbps}
          - {at: 1us, node: 3, state: slow-compute, factor: 3}
        """), "all-reduce");
    assertThat(words(why))
        .contains("On the path of its messages, the cable from host 2 to center (switch 4) was at 10.0 Gb/s from 20.0 us on.",
            "On the path of its messages, host 3 paused priority 3 without end, a PFC storm from 1.00 us to 100 us.")
        .doesNotContain("5.00 s", "to compute");
  }

  @Test
  void namesEventsAsCauses() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=2)
        flows: collective(op=all-reduce, size=1MB)
        events:
          - {at: 5us, link: [leaf0, spine0], state: degraded, rate: 1Gbps}
        """), "all-reduce");
    assertThat(words(why)).contains("because of traffic on their paths: leaf0 (switch 4) port 3 to spine0, ")
        .contains(" Cause: the cable between leaf0 (switch 4) and spine0 (switch 6) was at 1.00 Gb/s from 5.00 us on.");
  }

  /** A long ring reads on a screen, and all of its steps are messages of one size. */
  @Test
  void longRingReadsOnAScreen() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=64)
        flows: collective(op=all-reduce, size=1MB)
        scheme: hpcc
        """), "all-reduce");
    assertThat(why.steps()).hasSize(126);
    assertThat(JobText.lines(why)).hasSizeLessThan(45);
    assertThat(words(why)).contains("has 126 messages").contains("118 shorter steps").contains("more pairs")
        .contains("report RUN --explain-job");
  }

  @Test
  void printsWaitsOfAnUnfinishedJob() throws IOException {
    JobExplanation why = JobExplanation.of(scenario("""
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=1MB)
        events:
          - {at: 20us, link: [2, 4], state: down}
        """), "all-reduce");
    assertThat(why.isComplete()).isFalse();
    assertThat(words(why)).contains("did not finish").contains("It waits for the message of rank 1 to rank 2 (flow ")
        .contains("its queue pair gave up").contains("messages had no route, because a cable was down")
        .contains(" Cause: the cable between host 2 and center (switch 4) was down from 20.0 us on.")
        .contains("On the path of its messages, the cable between host 2 and center (switch 4) was down from 20.0 us on.");
    assertThat(why.steps().stream().mapToLong(ChainStep::ps).sum()).isEqualTo(why.lifePs());
    assertThat(why.costs().stream().mapToLong(cost -> cost.ps).sum()).isEqualTo(why.lifePs());
  }

  @Test
  void rejectsUnknownJobs() throws IOException {
    Scenario jobs = scenario("topology: star(hosts=4)\nflows: collective(op=all-reduce, size=1MB, job=layer)\n");
    assertThatThrownBy(() -> JobExplanation.of(jobs, "layr")).isInstanceOf(InputError.class)
        .hasMessage("unknown job 'layr'; did you mean 'layer'? known: layer");
    Scenario flows = scenario("topology: star(hosts=4)\nflows: flow(from=0, to=1)\n");
    assertThatThrownBy(() -> JobExplanation.of(flows, "x"))
        .hasMessage("unknown job 'x'; the scenario has no jobs: only collectives and traces are jobs");
    Scenario late = scenario("""
        topology: star(hosts=4)
        flows:
          - flow(from=0, to=1)
          - collective(op=all-reduce, size=1MB, job=layer, start=1ms)
        until: 10us
        """);
    assertThatThrownBy(() -> JobExplanation.of(late, "layer")).isInstanceOf(InputError.class)
        .hasMessageStartingWith("job layer starts at 1.00 ms, and the simulation ends at ");
  }

  /** A message of a job is a flow, whose start only the simulation determines. */
  @Test
  void explainsMessagesAsFlows() throws IOException {
    Scenario scenario = scenario("""
        topology: star(hosts=4)
        flows: collective(op=all-reduce, size=1MB, compute=10us, job=layer)
        scheme: hpcc
        """);
    StepsAddUp.Plain plain = StepsAddUp.Plain.of(scenario.setup());
    var starts = new ArrayList<Long>();
    for (int flow : new int[] {0, 3, 11, 23}) {
      Explanation why = Explanation.of(scenario, flow);
      assertThat(why.result()).isEqualTo(plain.flows().get(flow));
      assertThat(why.ledger().byCost().stream().mapToLong(Map.Entry::getValue).sum()).isEqualTo(why.lifePs());
      assertThat(ExplanationText.title(why)).startsWith("flow " + flow + " (job layer, ")
          .containsPattern("operation \\d+: rank \\d to rank \\d; ");
      starts.add(why.startPs());
    }
    assertThat(starts).contains(10_000_000L).allMatch(start -> start >= 10_000_000L);
  }

  @Test
  void explainAndReportShowTheCriticalPath() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"),
        "topology: star(hosts=4)\nflows: collective(op=all-reduce, size=1MB, job=layer)\nscheme: hpcc\n");
    Program job = Program.run("explain", file.toString(), "job", "layer", "--perfetto", folder.resolve("t.pftrace").toString());
    assertThat(job.err()).isEmpty();
    assertThat(job.out()).startsWith("job layer (4 ranks, from 0 ps) took ").contains("longest steps");
    assertThat(folder.resolve("t.pftrace")).isNotEmptyFile();
    for (List<String> wrong : List.of(List.of("job"), List.of("job", "none"), List.of("3", "layer"), List.of("x"))) {
      var arguments = new ArrayList<>(List.of("explain", file.toString()));
      arguments.addAll(wrong);
      assertThat(Program.run(arguments.toArray(String[]::new)).exit()).isEqualTo(2);
    }
    String run = folder.resolve("run").toString();
    assertThat(Program.run("run", file.toString(), "--quiet", "--out", run).exit()).isZero();
    assertThat(Program.run("report", run, "--explain-job", "layer").exit()).isZero();
    assertThat(Files.readString(Path.of(run, "report.html"))).contains("\"jobExplanations\":[{\"job\":\"layer\"");
    assertThat(Program.run("report", run, "--explain-job", "lay", "--out", folder.resolve("r.html").toString()).exit())
        .isEqualTo(2);
    assertThat(folder.resolve("r.html")).doesNotExist();
  }
}
