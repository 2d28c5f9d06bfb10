package dev.inflight.lab.targets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.targets.TargetResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {
  private static final String SCENARIO = """
      topology: star(hosts=6)
      flows: ['collective(op=all-reduce, size=100KB, ranks=4)', 'incast(senders=3, size=30KB)']
      classes:
        - {name: storage, flows: ['incast(senders=4, size=50KB)']}
      """;

  @TempDir
  private Path folder;
  private String file = "";

  @BeforeEach
  void writeScenario() throws IOException {
    file = scenario(SCENARIO);
  }

  private String scenario(String text) throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), text).toString();
  }

  private Program run(String... more) {
    var all = new ArrayList<>(List.of("run", file, "--force", "--out", folder.resolve("run").toString()));
    all.addAll(List.of(more));
    return Program.run(all.toArray(String[]::new));
  }

  private List<TargetResult> results() {
    return Targets.in(SummaryFile.read(folder.resolve("run/summary.json")));
  }

  /** Each value is the one that the summary and the tables have. */
  @Test
  void valuesEqualTheResults() {
    String[] targets = {"p99 slowdown < 5", "slowdown.p99 < 5", "max fct < 1s", "fctSeconds.max < 1s", "queue max < 1GB",
        "queueBytes.max < 1GB", "queue p99 < 1GB", "queueBytes.p99 < 1GB", "p95 slowdown of class storage < 90",
        "job all-reduce < 1s", "job \"all-reduce\" bus rate > 1bps", "drops == 0", "pauses == 0", "pfcPauses == 0",
        "unfinished flows == 0", "goodput > 1Gbps", "FCT p50 of flows up to 30KB < 1s", "p0 slowdown >= 1", "mean slowdown > 1"};
    Program run = run(Arrays.stream(targets).flatMap(target -> Stream.of("--fail-on", target)).toArray(String[]::new));
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    SummaryFile summary = SummaryFile.read(folder.resolve("run/summary.json"));
    List<TargetResult> results = results();
    assertThat(results).extracting(TargetResult::text).containsExactly(targets);
    assertThat(results).allMatch(TargetResult::met);
    assertThat(results.get(0).value()).isEqualTo(summary.decimal("slowdown.p99")).isEqualTo(results.get(1).value());
    assertThat(results.get(2).value()).isEqualTo(summary.decimal("fctSeconds.max")).isEqualTo(results.get(3).value());
    assertThat(results.get(4).value()).isEqualTo(summary.decimal("queueBytes.max")).isEqualTo(results.get(5).value());
    assertThat(results.get(6).value()).isEqualTo(summary.decimal("queueBytes.p99")).isEqualTo(results.get(7).value());
    assertThat(results.get(8).value()).isEqualTo(summary.decimal("classes[1].slowdownP95"));
    assertThat(results.get(9).value()).isEqualTo(summary.decimal("jobs[0].seconds"));
    assertThat(results.get(10).value()).isEqualTo(summary.decimal("jobs[0].busBitsPerSecond"));
    Program query = Program.run("query", folder.resolve("run").toString(), "--format=csv",
        "SELECT quantile_disc(fct_ns, 0.5) / 1e9 FROM flows WHERE size_bytes <= 30000");
    assertThat(query.out().lines().skip(1).findFirst().map(Double::valueOf)).contains(results.get(16).value());
  }

  @ParameterizedTest
  @CsvSource({"<, false", "<=, true", ">, false", ">=, true", "==, true", "!=, false"})
  void relationsAreExactAtTheBound(String sign, boolean met) {
    run();
    String bound = String.valueOf(SummaryFile.read(folder.resolve("run/summary.json")).text("slowdown.p99"));
    assertThat(run("--fail-on", "p99 slowdown " + sign + bound).exit()).isEqualTo(met ? 0 : 4);
    assertThat(results().getFirst().met()).isEqualTo(met);
  }

  @Test
  void missedTargetIsExitCodeFourEverywhere() throws IOException {
    file = scenario(SCENARIO + "targets: ['max slowdown < 1.001', drops == 0]\n");
    Program run = run("--fail-on", "pauses > 3");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.out()).contains("targets     2 of 3 MISSED").containsPattern("MISSED  max slowdown < 1.001 ")
        .containsPattern("met     drops == 0 +0\n").containsPattern("MISSED  pauses > 3 +0\n");
    assertThat(run("--quiet").err()).startsWith("target missed: max slowdown < 1.001, it is ");
    String runs = folder.resolve("run").toString();
    assertThat(Program.run("query", runs, "--format=csv", "SELECT targetsMissed, exitCode FROM runs").out()).contains("1,4");
    assertThat(Program.run("query", runs, "--format=csv", "SELECT target FROM targets WHERE NOT met").out())
        .contains("max slowdown < 1.001");
    Path page = folder.resolve("page.html");
    assertThat(Program.run("report", runs, "--out", page.toString()).exit()).isZero();
    assertThat(Files.readString(page)).contains("1 of 2 missed.").contains("max slowdown \\u003c 1.001");
    // the resolved scenario repeats the run, with its targets
    assertThat(Program.run("run", runs + "/scenario.yaml", "--out", folder.resolve("again").toString()).exit()).isEqualTo(4);
  }

  @Test
  void pointsOfSweepsHaveTargets() throws IOException {
    file = scenario("""
        topology: star(hosts=6)
        flows: incast(senders=4, size=500KB)
        scheme: [hpcc, none]
        targets: [queue max < 500KB]
        """);
    String sweep = folder.resolve("sweep").toString();
    assertThat(Program.run("sweep", file, "--out", sweep).exit()).isEqualTo(4);
    String sql = "SELECT scheme, targetsMissed, exitCode FROM points";
    assertThat(Program.run("query", sweep, "--format=csv", sql).out()).contains("hpcc,0,0").contains("none,1,4");
    Program again = Program.run("sweep", file, "--out", sweep);
    assertThat(again.err()).contains("1 point missed targets: 0002; ./inflight query ");
    assertThat(again.exit()).isEqualTo(4);
  }

  /** Without a value, the target counts as missed. */
  @Test
  void withoutAValueATargetIsMissed() throws IOException {
    file = scenario("""
        topology: star(hosts=6)
        flows: flow(from=0, to=1, size=1GB)
        until: 1ms
        targets: [p99 slowdown < 5, p99 slowdown > 5, 'fctSeconds.p50 < 1s']
        """);
    Program run = run();
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.out()).contains("3 of 3 MISSED").containsPattern("MISSED  p99 slowdown > 5 +no value");
    assertThat(run("--set", "unfinished=failure").exit()).isEqualTo(3); // goes before 4
  }

  @Test
  void checkPrintsParsedTargets() throws IOException {
    file = scenario(SCENARIO + "targets: ['p50 fct of class storage < 1ms', 'median queue<=100KB']\n");
    assertThat(Program.run("check", file).out()).contains(
        "  target p50 fct of class storage < 1ms: median of the completion times of finished flows of class storage: below 1.00 ms")
        .contains("  target median queue<=100KB: median of the queues of all switch ports: at most 100 KB");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
      "p99 slowdown < 5ms|'p99 slowdown' is a ratio, and '5ms' is a time; write it as in 5",
      "p99 fct < 5|'p99 fct' is a time, and '5' has no unit; write it as in 5ms",
      "goodput > 3GB|'goodput' is a rate, and '3GB' is a size; write it as in 300Gbps",
      "queue max < 3us|'queue max' is a size, and '3us' is a time; write it as in 100KB",
      "puses == 0|no run has a 'puses'; did you mean 'pauses'?",
      "slowdown < 5|'slowdown' has many values; name a statistic, as in 'p99 slowdown' or 'mean slowdown'",
      "p200 slowdown < 5|a slowdown has no 'p200'; quantiles are p0 to p100, with six decimals at most, such as p99.9",
      "p99.9999999 fct < 5ms|a fct has no 'p99.9999999'; quantiles are p0 to p100",
      "men slowdown < 5|a slowdown has no 'men'; did you mean",
      "p50 fct of class storge < 1ms|unknown class 'storge'; did you mean 'storage'?",
      "p50 queue of class storage < 1KB|queues hold packets of all flows",
      "job all-redce < 12ms|unknown job 'all-redce'; did you mean 'all-reduce'?",
      "job all-reduce bus < 12ms|a job has no 'bus'; did you mean 'bus rate'?",
      "p99 slowdown = 3|target 'p99 slowdown = 3' has the unknown comparison '='; did you mean '=='?",
      "p99 slowdown|target 'p99 slowdown' has no comparison; write QUANTITY < VALUE", "< 5|target '< 5' lacks its quantity",
      "p99 slowdown <|target 'p99 slowdown <' lacks its value", "wallSeconds < 3s|'wallSeconds' depends on the machine",
      "fingerprint == 3|'fingerprint' is not a number",
      "jobs[].seconds < 3s|'jobs[].seconds' has a value for each item of a list",
      "targetsMissed == 0|'targetsMissed' depends on targets"})
  void rejectsTargetsThatNoRunCanMeet(String target, String message) throws IOException {
    assertThat(run("--fail-on", target).err()).startsWith("inflight: --fail-on: " + message);
    file = scenario(SCENARIO + "targets:\n  - drops == 0\n  - '" + target.replace("'", "''") + "'\n");
    Program run = run();
    assertThat(run.err()).startsWith("inflight: " + file + ":7:5: " + message);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  /** A flow that its links had the time for is a failure where until leaves it, unless the scenario allows it. */
  @ParameterizedTest
  @CsvSource({"70us, by-load, 0", "85us, by-load, 3", "85us, allowed, 0", "70us, failure, 3", "1ms, failure, 0"})
  void untilIsAFailureWhereFlowsShouldHaveFinished(String until, String unfinished, int exit) throws IOException {
    file = scenario("""
        topology: star(hosts=3, rate=100Gbps)
        flows: flow(from=0, to=1, size=1MB)
        """); // 80 us at 100 Gb/s
    assertThat(run("--until", until, "--set", "unfinished=" + unfinished).exit()).isEqualTo(exit);
    assertThat(SummaryFile.read(folder.resolve("run/summary.json")).whole("exitCode")).isEqualTo(exit);
  }

  /** A flow that starts late, or is long, is no excuse for others: nine flows of 8 us to one host have 60 us, or 80 us. */
  @ParameterizedTest
  @CsvSource({"60us, '', 0", "80us, '', 3", "80us, 'flow(from=1, to=2, size=1KB, start=1s)', 3",
      "80us, 'flow(from=1, to=2, size=1GB)', 3", "80us, 'flow(from=1, to=0, size=1GB)', 0"})
  void onlyFlowsThatAreLateThemselvesMayBeLeft(String until, String other, int exit) throws IOException {
    file = scenario("""
        topology: star(hosts=10, rate=100Gbps)
        flows: ['incast(senders=9, receiver=0, size=100KB)'%s]
        unfinished: by-load
        """.formatted(other.isEmpty() ? "" : ", '" + other + "'"));
    assertThat(run("--until", until).exit()).isEqualTo(exit);
  }

  /** Continuous traffic has flows under way whenever it is cut. */
  @ParameterizedTest
  @ValueSource(strings = {"150us", "250us", "333us"})
  void untilCutsTraffic(String until) throws IOException {
    file = scenario("""
        topology: star(hosts=10, rate=100Gbps)
        flows: ['poisson(load=0.5, sizes="0 0, 1000 60, 50000 100", duration=500us)']
        """);
    Program run = run("--until", until);
    assertThat(run.out()).as(run.err()).contains("did not finish");
    assertThat(run.exit()).isZero();
  }

  /** More time does not help a flow without a route. */
  @ParameterizedTest
  @ValueSource(strings = {"by-load", "allowed"})
  void stuckFlowIsAFailure(String unfinished) throws IOException {
    file = scenario("""
        topology: star(hosts=3, rate=100Gbps)
        flows: flow(from=0, to=1, size=1GB)
        events: [{at: 10us, link: [1, 3], state: down}]
        until: 1ms
        """);
    assertThat(run("--set", "unfinished=" + unfinished).exit()).isEqualTo(3);
  }

  /** Points may have other targets, and a target may mean something else at each: all are printed, each once. */
  @Test
  void checkPrintsTheTargetsOfAllPoints() throws IOException {
    String file = Files.writeString(folder.resolve("swept.yaml"), """
        topology: star(hosts=3)
        flows: incast(senders=2, size=20KB)
        seed: [1, 2, 3]
        targets: [['p99 slowdown < 5', 'p99 slowdown < 7'], 'pauses == 0']
        """).toString();
    Program check = Program.run("check", file);
    assertThat(check.exit()).as(check.err()).isZero();
    assertThat(check.out().lines().filter(line -> line.startsWith("  target "))).hasSize(3).satisfies(lines -> {
      assertThat(lines.get(0)).startsWith("  target p99 slowdown < 5: ").endsWith(" (at 3 of 6 points)");
      assertThat(lines.get(1)).startsWith("  target pauses == 0: ").doesNotContain("points)");
      assertThat(lines.get(2)).startsWith("  target p99 slowdown < 7: ").endsWith(" (at 3 of 6 points)");
    });
  }
}
