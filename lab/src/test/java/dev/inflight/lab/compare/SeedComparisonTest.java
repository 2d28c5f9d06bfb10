package dev.inflight.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import dev.inflight.lab.compare.PairedDifference.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedComparisonTest {
  @TempDir
  private static Path shared;

  @TempDir
  private Path folder;

  @BeforeAll
  static void runSweep() throws IOException {
    String file = Files.writeString(shared.resolve("s.yaml"), """
        topology: star(hosts=9)
        flows: poisson(load=0.6, sizes=websearch, duration=300us)
        scheme: [hpcc, 'hpcc(eta=0.5)']
        seed: [1, 2, 3, 4]
        """).toString();
    assertThat(Program.run("sweep", file, "--out", shared.resolve("sweep").toString(), "--quiet").exit()).isZero();
  }

  private static String sweep() {
    return shared.resolve("sweep").toString();
  }

  /** R: t.test(c(12, 15, 11, 14), c(10, 12, 11, 10), paired = TRUE): 2.25, the half width is t(3) = 3.182446 times the standard error. */
  @Test
  void intervalFollowsStudentsT() {
    PairedDifference difference = PairedDifference.of(new double[] {10, 12, 11, 10}, new double[] {12, 15, 11, 14});
    assertThat(difference.difference()).isEqualTo(2.25);
    assertThat(difference.halfWidth()).isCloseTo(3.182446 * Math.sqrt(8.75 / 3 / 4), within(1e-5));
    assertThat(difference.verdict()).isEqualTo(Verdict.NOT_SIGNIFICANT);
    assertThat(PairedDifference.of(new double[] {1, 2}, new double[] {1, 2}).verdict()).isEqualTo(Verdict.EQUAL);
    assertThat(PairedDifference.of(new double[] {1, 2}, new double[] {0, 1}).verdict()).isEqualTo(Verdict.LOWER);
  }

  /** R: exp(t.test(log(c(30, 5, 40) / c(1, 2, 3)))$conf.int). A ratio of a measure above 0 is above 0, also of seeds that are far apart. */
  @Test
  void ratiosHaveIntervalsAboveZero() {
    PairedDifference difference = PairedDifference.of(new double[] {1, 2, 3}, new double[] {30, 5, 40});
    assertThat(difference.difference() - difference.halfWidth()).isNegative();
    PairedDifference.Ratio ratio = Objects.requireNonNull(difference.ratio());
    assertThat(ratio.mean()).isCloseTo(10, within(1e-9));
    assertThat(ratio.low()).isCloseTo(0.4293, within(1e-3));
    assertThat(ratio.low() * ratio.high()).isCloseTo(100, within(1e-6));
    assertThat(PairedDifference.of(new double[] {0, 2}, new double[] {1, 2}).ratio()).isNull();
  }

  /** A column has percentages or factors, and no ratio is below 0. */
  @Test
  void columnHasOneNotation() {
    String text = Program.run("compare", sweep()).out();
    String head = text.lines().filter(line -> line.startsWith("mean of a run")).findFirst().orElseThrow();
    List<String> rows = text.lines().dropWhile(line -> !line.equals(head)).skip(1).takeWhile(line -> !line.isEmpty()).toList();
    List<String> percentages = rows.stream().filter(row -> row.contains(" %")).toList();
    List<String> factors = rows.stream().filter(row -> row.matches(".*\\dx .*")).toList();
    assertThat(List.of(percentages, factors)).as(text).filteredOn(List::isEmpty).hasSize(1);
    assertThat(factors).noneMatch(row -> row.contains("-"));
  }

  /** Names that are too long for tables are printed in full above, and letters in the tables. */
  @Test
  void experimentsOfManyKeysHaveNamesInFull() throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=5)
        flows:
          - poisson(load=0.6, sizes=websearch, duration=50us)
          - incast(senders=3)
        sweep:
          scheme: [hpcc, 'hpcc(eta=0.5)']
          flows.0.load: [0.3, 0.6]
          flows.1.senders: [2, 3]
          seed: [1, 2]
        """).toString();
    String out = folder.resolve("sweep").toString();
    assertThat(Program.run("sweep", file, "--out", out, "--quiet").exit()).isZero();
    String text = Program.run("compare", out).out();
    assertThat(text).contains("A eta 0.95, load 0.3, senders 2 ", "H eta 0.5, load 0.6, senders 3 ",
        "\nH eta 0.5, load 0.6, senders 3, against A eta 0.95, load 0.3, senders 2\n").doesNotContain("...");
  }

  /** Without a difference, one comparison in twenty finds one: 1000 of them, 38 to 63 with a probability of 92 %. */
  @Test
  void fivePercentOfNoiseCountsAsDifferences() {
    var random = new Random(7);
    long wrong = 0;
    for (int comparison = 0; comparison < 1000; comparison++) {
      double[] first = DoubleStream.generate(() -> Math.exp(random.nextGaussian())).limit(5).toArray();
      double[] other = DoubleStream.generate(() -> Math.exp(random.nextGaussian())).limit(5).toArray();
      wrong += PairedDifference.of(first, other).verdict() == Verdict.NOT_SIGNIFICANT ? 0 : 1;
    }
    assertThat(wrong).isBetween(35L, 68L);
  }

  @Test
  void sweepIsComparedOverItsSeeds() {
    Program compare = Program.run("compare", sweep());
    assertThat(compare.err()).isEmpty();
    assertThat(compare.exit()).isZero();
    assertThat(compare.out()).contains("over the seeds 1, 2, 3, 4").contains("   scheme: hpcc, eta 0.95 -> 0.5")
        .containsPattern("slowdown mean .*higher").containsPattern("drops +0.00 +0.00 .*equal");
  }

  /** Experiments are named by their differences, columns are separated, and no line is wider than a terminal. */
  @Test
  void tablesAreReadable() {
    String text = Program.run("compare", sweep()).out();
    assertThat(text).startsWith("A eta 0.95  ").contains("\nB eta 0.5   ")
        .containsPattern("\nmean of a run +A eta 0.95 +B eta 0.5 +B against A +95 % confidence +verdict\n")
        .contains("\nthe flows of all seeds together\n");
    assertThat(text.lines()).allMatch(line -> line.length() <= 120).noneMatch(line -> line.contains("%+") || line.contains("%-"));
  }

  @Test
  void largeRatiosAreFactors() {
    assertThat(ComparisonTables.ratio(9.99)).isEqualTo("9.990");
    assertThat(ComparisonTables.ratio(77.6)).isEqualTo("78x");
    assertThat(ComparisonTables.ratio(12345)).isEqualTo("12,345x");
    assertThat(ComparisonTables.factor(6.42)).isEqualTo("6.42x");
    assertThat(ComparisonTables.factor(0.001)).isEqualTo("under 0.01x");
    assertThat(ComparisonTables.factor(Double.POSITIVE_INFINITY)).isEqualTo("over 1,000,000x");
  }

  /** The pooled quantiles are those of all flows of an experiment in SQL. */
  @Test
  void slowdownsAreOfTheFlowsOfAllSeeds() {
    String json = Program.run("compare", sweep(), "--json").out();
    String sql = "SELECT quantile_disc(fct_ns / ideal_fct_ns, 0.99) AS p99 FROM flows JOIN points USING (run) WHERE scheme = 'hpcc'";
    String p99 = Program.run("query", sweep(), "--format=csv", sql).out().lines().skip(1).findFirst().orElseThrow();
    assertThat(json).contains("\"name\" : \"B eta 0.5\"").containsPattern(
        "(?s)\"slowdowns\" : \\[ \\{\\s+\"by\" : \"all\",.*?\"label\" : \"A\",[^}]*\"p99\" : " + Pattern.quote(p99) + ",");
  }

  @Test
  void jsonHasTheSameValues() {
    String json = Program.run("compare", sweep(), "--json").out();
    assertThat(json).contains("\"measure\" : \"slowdownMean\"").contains("\"verdict\" : \"higher\"")
        .contains("\"what\" : \"scheme: hpcc, eta 0.95 -> 0.5\"");
  }

  @Test
  void reportIsWritten() {
    Path report = shared.resolve("both.html");
    assertThat(Program.run("compare", sweep(), "--report", report.toString()).exit()).isZero();
    assertThat(report).isNotEmptyFile();
  }

  @Test
  void oneSeedShowsDifferences() {
    Program compare = Program.run("compare", sweep() + "/0001", sweep() + "/0005");
    assertThat(compare.out()).contains("what differs from A\nB  scheme: hpcc, eta 0.95 -> 0.5\n").contains("in A too");
    assertThat(compare.out()).contains("one seed does not show whether these differences are more than noise");
  }

  /** Experiments of another load have other flows, and A is still compared with each experiment that has its own. */
  @Test
  void experimentsOfOtherFlowsAreComparedByAllOfThem() throws IOException {
    Path yaml = Files.writeString(folder.resolve("loads.yaml"),
        "topology: star(hosts=4)\nflows: ['poisson(load=0.3, duration=100us)']\n");
    String loads = folder.resolve("loads").toString();
    assertThat(Program.run("sweep", yaml.toString(), "--set", "flows.0.load=[0.2, 0.5]", "--set", "scheme=[hpcc, dcqcn]", "--set",
        "seed=[1, 2]", "--quiet", "--out", loads).exit()).isZero();
    Program compare = Program.run("compare", loads);
    assertThat(compare.exit()).as("documented: not all have the same flows").isEqualTo(3);
    assertThat(compare.out().lines().filter(line -> line.startsWith("slowdown p99 "))).hasSize(3);
    assertThat(compare.out().lines().filter(line -> line.startsWith("flows differ: A and "))).hasSize(2);
    assertThat(compare.out()).contains("\nslowdowns by size, class and port are left out: ");
    assertThat(compare.out().lines()).allMatch(line -> line.length() <= 120);
    assertThat(Program.run("compare", loads, "--json").out()).contains("\"note\" : \"flows differ: A and ")
        .contains("\"measure\" : \"slowdownP99\"");
    String pair = Program.run("compare", loads + "/0001", loads + "/0008").out();
    assertThat(pair).contains("completion times of all flows of A and B, and their ratios to A's: flows differ, ")
        .contains("slowdowns of these flows, relative to their own ideal FCTs");
  }

  @Test
  void rejectsOneRunAlone() {
    Program compare = Program.run("compare", sweep() + "/0001");
    assertThat(compare.exit()).isEqualTo(2);
    assertThat(compare.err()).contains("there is nothing to compare it with");
  }

  /** A run without a readable scenario differs in no key: the scenario is unknown, and a warning names its file. */
  @ParameterizedTest
  @ValueSource(strings = {"services: {web: {image: nginx}}\n", "scheme: 'hpcc'\n", "\u0000\u0001"})
  void reportsUnknownScenarioOnceWithWarning(String text) throws IOException {
    Path own = Files.writeString(folder.resolve("own.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\n");
    for (String name : List.of("a", "b", "c")) {
      assertThat(Program.run("run", own.toString(), "--out", folder.resolve(name).toString(), "--quiet").exit()).isZero();
    }
    String a = folder.resolve("a").toString();
    String b = folder.resolve("b").toString();
    Files.writeString(folder.resolve("b/scenario.yaml"), text);
    Program compare = Program.run("compare", a, b, folder.resolve("c").toString());
    assertThat(compare.out()).contains("\nB  scenario: not known\n").doesNotContain("nothing ->", "-> nothing", "C  scenario");
    assertThat(compare.err()).contains("inflight: warning: " + b + ": the scenario of this run is not known: ");
    assertThat(compare.exit()).isZero();
    assertThat(Program.run("compare", b, a).out()).contains("B  scenario: that of A is not known\n").doesNotContain("nothing ->");
    assertThat(Program.run("compare", a, b, "--strict").exit()).isEqualTo(2);
  }
}
