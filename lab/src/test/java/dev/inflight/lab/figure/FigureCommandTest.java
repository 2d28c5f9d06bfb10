package dev.inflight.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --figures} of report, compare and sweep. */
class FigureCommandTest {
  @TempDir
  private Path folder;
  private Path sweep;

  @BeforeEach
  void schemesAndSeeds() throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(scenario, """
        topology: star(hosts=9)
        flows:
          - poisson(sizes=websearch, load=0.4, duration=300us)
          - incast(senders=8, size=100KB)
        series: {every: 10us}
        """);
    sweep = folder.resolve("sweep");
    Program program = Program.run("sweep", scenario.toString(), "--set", "scheme=[hpcc, dcqcn]", "--set", "seed=[1, 2]", "--out",
        sweep.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
  }

  private static String query(Path runs, String sql) {
    Program program = Program.run("query", runs.toString(), sql, "--format", "csv");
    assertThat(program.exit()).as(program.err()).isZero();
    return program.out();
  }

  private List<String> files(Path of) throws IOException {
    try (Stream<Path> all = Files.list(of)) {
      return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void seedsAreOneLineNamedByScheme() throws IOException {
    Path figures = folder.resolve("figures");
    Program program = Program.run("report", sweep.toString(), "--out", folder.resolve("r.html").toString(), "--figures",
        figures.toString(), "--bins", "10KB,100KB");

    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(files(figures)).contains("slowdown-by-size-p50.svg", "slowdown-by-size-p99.pdf", "fct-cdf.csv", "slowdown-cdf.svg",
        "queue-cdf.pdf", "goodput-over-time.svg", "queue-over-time.csv").hasSize(8 * 3);
    assertThat(figures.resolve("slowdown-by-size-p99.svg")).content().contains(">hpcc<", ">dcqcn<", ">slowdown, p99<",
        ">flow size<");
    List<String> rows = Files.readAllLines(figures.resolve("slowdown-by-size-p99.csv"));
    assertThat(rows.getFirst()).isEqualTo(
        "experiment,runs,size_bytes_from,size_bytes_to,flows,slowdown_p99,slowdown_p99_least_of_runs,slowdown_p99_most_of_runs");
    assertThat(rows).hasSize(1 + 2 * 3);
    String middle = query(sweep,
        """
            WITH of_run AS (SELECT run, quantile_disc(slowdown, 0.99) AS q FROM flows JOIN points USING (run)
              WHERE scheme = 'dcqcn' AND size_bytes > 10000 AND size_bytes <= 100000 GROUP BY run)
            SELECT min(size_bytes) AS a, max(size_bytes) AS b, count(*) AS n, quantile_disc(slowdown, 0.99) AS q, (SELECT min(q) FROM of_run) AS low,
              (SELECT max(q) FROM of_run) AS high FROM flows JOIN points USING (run)
              WHERE scheme = 'dcqcn' AND size_bytes > 10000 AND size_bytes <= 100000""")
        .lines().toList().getLast();
    assertThat(rows).filteredOn(row -> row.startsWith("dcqcn,2,")).element(1).isEqualTo("dcqcn,2," + middle);
  }

  @Test
  void oneRunHasItsQuantilesAndItsLargestFlows() throws IOException {
    Path run = sweep.resolve("0001");
    Path figures = folder.resolve("one");
    Program program = Program.run("report", run.toString(), "--figures", figures.toString(), "--format", "svg,csv", "--width",
        "85mm", "--font", "7pt");

    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("figures  " + figures + ": slowdown-by-size.svg, slowdown-by-size.csv, fct-cdf.svg");
    assertThat(figures.resolve("slowdown-by-size.svg")).content().contains("width=\"240.9", ">p50<", ">p95<", ">p99<");
    assertThat(files(figures)).contains("flow-rates-over-time.svg").noneMatch(name -> name.endsWith(".pdf"));
    List<String> shares = Files.readAllLines(figures.resolve("fct-cdf.csv"));
    assertThat(shares.getLast()).endsWith(",1," + query(run, "SELECT max(fct_ns) AS most FROM flows").lines().toList().getLast());
    assertThat(Files.readAllLines(figures.resolve("queue-cdf.csv")).getLast()).contains(",1,");
  }

  @Test
  void compareAndSweepWriteTheSameFiles() throws IOException {
    Path ofReport = folder.resolve("a");
    Path ofCompare = folder.resolve("b");
    Path ofSweep = folder.resolve("c");
    assertThat(Program
        .run("report", sweep.toString(), "--out", folder.resolve("r.html").toString(), "--figures", ofReport.toString()).exit())
        .isZero();
    Program compare = Program.run("compare", sweep.toString(), "--json", "--figures", ofCompare.toString());
    assertThat(compare.exit()).as(compare.err()).isZero();
    assertThat(compare.out()).startsWith("{").doesNotContain("figures  ");
    Program again = Program.run("sweep", folder.resolve("s.yaml").toString(), "--set", "scheme=[hpcc, dcqcn]", "--set",
        "seed=[1, 2]", "--out", sweep.toString(), "--figures", ofSweep.toString());
    assertThat(again.exit()).as(again.err()).isZero();

    for (String name : files(ofReport)) {
      assertThat(ofCompare.resolve(name)).hasSameBinaryContentAs(ofReport.resolve(name));
      assertThat(ofSweep.resolve(name)).hasSameBinaryContentAs(ofReport.resolve(name));
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"--format|png|unknown format 'png'", "--bins|0|0 classes are outside 1 to 200",
      "--bins|10KB,1KB|edges of classes rise from 1B on, and 1KB does not", "--width|3.33ft|is not a length",
      "--width|3|has no unit; write it as 3in, 3cm, 3mm or 3pt", "--width|0.1in|is outside 50pt to 4000pt",
      "--font|0pt|is outside 1pt to 4000pt"})
  void wrongOptionsAreRefusedBeforeAnythingIsWritten(String option, String value, String error) {
    Path figures = folder.resolve("figures");
    Path page = folder.resolve("r.html");
    Program program = Program.run("report", sweep.toString(), "--out", page.toString(), "--figures", figures.toString(), option,
        value);

    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains(option).contains(error);
    assertThat(figures).doesNotExist();
    assertThat(page).doesNotExist();
  }

  @Test
  void optionsOfFiguresNeedFigures() {
    Program program = Program.run("report", sweep.toString(), "--bins", "10");

    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("--bins is for figures; it goes with --figures DIR");
  }

  @Test
  void rejectsFileInsteadOfTheFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    Program program = Program.run("report", sweep.toString(), "--figures", file.toString());

    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("this is a file, and figures go to a folder");
    assertThat(file).hasContent("mine");
  }

  /** Flows one after another within an interval: each has few rows, and together they are no faster than the link. */
  @Test
  void goodputOverTimeIsAtMostTheLinksRate() throws IOException {
    Path scenario = Files.writeString(folder.resolve("turns.yaml"), """
        topology: star(hosts=3)
        flows:
        %s  - incast(senders=1, size=20KB, start=5ms)
        series: {every: 1us}
        """.formatted(IntStream.range(0, 10).mapToObj(at -> "  - incast(senders=1, size=20KB, start=" + 3 * at + "us)\n")
        .collect(Collectors.joining())));
    Path run = folder.resolve("turns");
    Program program = Program.run("run", scenario.toString(), "--out", run.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    Path figures = folder.resolve("turns-figures");
    assertThat(Program.run("report", run.toString(), "--figures", figures.toString(), "--format", "csv").exit()).isZero();
    double rate = Double.parseDouble(query(run, "SELECT max(rate_bps) AS r FROM ports").lines().toList().getLast());
    assertThat(Files.readAllLines(figures.resolve("goodput-over-time.csv")).stream().skip(1)
        .map(row -> Double.parseDouble(row.substring(row.lastIndexOf(',') + 1)))).isNotEmpty()
        .allMatch(goodput -> goodput <= rate);
  }

  /** Two runs of one scenario with one seed are two lines. */
  @Test
  void repeatedSeedIsASeparateExperiment() throws IOException {
    Path again = folder.resolve("again");
    assertThat(Program.run("run", sweep.resolve("0001/scenario.yaml").toString(), "--out", again.toString(), "--quiet").exit())
        .isZero();
    Path figures = folder.resolve("twice");
    Program program = Program.run("report", sweep.resolve("0001").toString(), again.toString(), "--out",
        folder.resolve("t.html").toString(), "--figures", figures.toString(), "--format", "csv");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(Files.readAllLines(figures.resolve("goodput-over-time.csv")).stream().skip(1)
        .map(row -> row.substring(0, row.indexOf(','))).distinct()).hasSize(2);
  }

  @Test
  void partOfASweepHasNoFigures() {
    Program program = Program.run("sweep", folder.resolve("s.yaml").toString(), "--set", "seed=[1, 2]", "--out",
        folder.resolve("p").toString(), "--share", "1/2", "--figures", folder.resolve("f").toString());

    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("--figures DIR draws them when all points are complete");
  }

  /** If there are more experiments than lines of a figure, the first are drawn; the number left out is printed, and the data covers all. */
  @Test
  void figureHasTwelveLines() throws IOException {
    Path scenario = Files.writeString(folder.resolve("many.yaml"),
        "topology: star(hosts=4)\nflows: incast(senders=3, size=20KB)\n");
    Path many = folder.resolve("many");
    Path figures = folder.resolve("figures");
    String loads = IntStream.rangeClosed(1, 15).mapToObj(size -> size + "KB").collect(Collectors.joining(", ", "[", "]"));
    Program program = Program.run("sweep", scenario.toString(), "--set", "flows.0.size=" + loads, "--out", many.toString(),
        "--figures", figures.toString());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out())
        .contains("\n         a figure has at most 12 lines; 3 more are left out: size 13KB; size 14KB; size 15KB\n"
            + "         their data is in the CSV files\n");
    assertThat(figures.resolve("fct-cdf.svg")).content().contains(">size 12KB<").doesNotContain(">size 13KB<");
    assertThat(Files.readAllLines(figures.resolve("fct-cdf.csv")).stream().skip(1).map(row -> row.substring(0, row.indexOf(",")))
        .distinct()).hasSize(15);
    Program drawn = Program.run("report", many.toString(), "--out", folder.resolve("r.html").toString(), "--figures",
        folder.resolve("svg").toString(), "--format", "svg");
    assertThat(drawn.out()).contains("--format csv writes their data\n");
  }

  /**
   * For a sweep, each metric is drawn along each key with numbers: a line for each combination of the other keys, and a band over seeds.
   */
  @Test
  void plotsMetricsAlongTheKeysOfASweep() throws IOException {
    Path scenario = Files.writeString(folder.resolve("k.yaml"),
        "topology: star(hosts=5)\nflows: incast(senders=4, size=20KB)\nscheme: [hpcc, dcqcn]\nseed: [1, 2]\n");
    Path loads = folder.resolve("loads");
    Path figures = folder.resolve("by-key");
    Program program = Program.run("sweep", scenario.toString(), "--set", "flows.0.size=[1KB, 20KB, 500KB]", "--set",
        "flows.0.senders=[2, 4]", "--out", loads.toString(), "--quiet", "--figures", figures.toString());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(files(figures))
        .contains("slowdown-p99-by-flows-0-size.pdf", "queue-max-by-flows-0-senders.svg", "slowdown-mean-by-flows-0-size.csv")
        .noneMatch(name -> name.contains("-by-scheme") || name.contains("-by-seed"));
    List<String> rows = Files.readAllLines(figures.resolve("slowdown-p99-by-flows-0-size.csv"));
    assertThat(rows.getFirst())
        .isEqualTo("line,flows.0.size,runs,slowdown_p99_mean,slowdown_p99_least_of_runs,slowdown_p99_most_of_runs");
    assertThat(rows).hasSize(1 + 2 * 2 * 3);
    String expected = query(loads, "SELECT count(*) AS n, min(slowdown_p99) AS low, max(slowdown_p99) AS high FROM points"
        + " WHERE scheme = 'dcqcn' AND flows_0_size = '500KB' AND flows_0_senders = 4").lines().toList().getLast();
    assertThat(rows).filteredOn(row -> row.contains("dcqcn, senders 4") && row.contains(",500KB,")).singleElement().asString()
        .contains(",500KB," + expected.split(",")[0] + ",").endsWith("," + expected.split(",", 2)[1]);
    assertThat(figures.resolve("slowdown-p99-by-flows-0-size.svg")).content().contains(">flows.0.size<", "hpcc, senders 2");

    Path one = folder.resolve("one");
    assertThat(Program.run("report", loads.toString(), "--figures", one.toString(), "--format", "csv", "--figure",
        "queue-max-by-flows-0-senders,fct-cdf").exit()).isZero();
    assertThat(files(one)).containsExactly("fct-cdf.csv", "queue-max-by-flows-0-senders.csv");
    Program unknown = Program.run("report", loads.toString(), "--figures", one.toString(), "--figure", "queue-max-by-sender");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err())
        .startsWith("inflight: --figure: these runs have no figure 'queue-max-by-sender'; did you mean 'queue-max-by-")
        .endsWith("'? Without --figure, all are written\n");
    Program far = Program.run("report", loads.toString(), "--figures", one.toString(), "--figure", "xyz");
    assertThat(far.err()).startsWith("inflight: --figure: these runs have no figure 'xyz'; they have slowdown-by-size-p50, ")
        .contains(", fct-cdf");
  }
}
