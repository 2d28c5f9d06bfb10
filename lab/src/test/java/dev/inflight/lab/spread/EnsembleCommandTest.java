package dev.inflight.lab.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --ensemble} of {@code run} and {@code sweep}, and other commands on their folders. */
class EnsembleCommandTest {
  private static final Pattern SHARE = Pattern.compile("differs between two members by ([\\d.]+) % on average");

  @TempDir
  private static Path shared;

  @TempDir
  private Path folder;

  private static Path file;
  private static String screen;

  @BeforeAll
  static void anEnsemble() throws IOException {
    file = Files.writeString(shared.resolve("s.yaml"), """
        topology: star(hosts=9)
        flows: incast(senders=8, size=2MB)
        """);
    Program run = Program.run("run", file.toString(), "--ensemble", "4", "--out", shared.resolve("e").toString());
    assertThat(run.exit()).as(run.err()).isZero();
    screen = run.out();
  }

  private static double difference(String text) {
    Matcher found = SHARE.matcher(text.replaceAll("\\s+", " "));
    assertThat(found.find()).as(text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static String flows(Path run) throws IOException {
    return Files.readString(run.resolve("flows.csv"));
  }

  private Program run(String... arguments) {
    return Program.run(Stream.concat(Stream.of("run", file.toString()), Stream.of(arguments)).toArray(String[]::new));
  }

  /** A member that is not member 0 is another run, and a flow of an incast another time. */
  @Test
  void picosecondsChangeAnIncast() throws IOException {
    assertThat(difference(screen)).isGreaterThan(0.5);
    assertThat(screen).startsWith("ensemble of 4 members, seed 1\n").contains("FCT mean ", "FCT p50 ", "FCT p99 ",
        "end of the run ");
    assertThat(screen.lines()).allMatch(line -> line.length() <= 120);
    assertThat(Stream.of("0001", "0002", "0003", "0004").map(name -> shared.resolve("e").resolve(name)).map(run -> {
      try {
        return flows(run);
      } catch (IOException failed) {
        throw new IllegalStateException(failed);
      }
    })).doesNotHaveDuplicates();
  }

  @Test
  void picosecondsChangeNothingOfOneFlow() {
    Program program = run("--set", "flows.0.senders=1", "--ensemble", "3", "--out", folder.resolve("e").toString());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(difference(program.out())).isLessThan(0.01);
  }

  @Test
  void memberZeroIsThePlainRun() throws IOException {
    assertThat(run("--out", folder.resolve("plain").toString(), "--quiet").exit()).isZero();
    for (String name : List.of("flows.csv", "scenario.yaml", "ports.csv", "queues.csv")) {
      assertThat(shared.resolve("e/0001").resolve(name)).hasSameTextualContentAs(folder.resolve("plain").resolve(name));
    }
  }

  /** On any number of threads, and alone from the scenario in its folder. */
  @Test
  void membersScenarioRepeatsTheMember() throws IOException {
    Path scenario = shared.resolve("e/0003/scenario.yaml");
    assertThat(scenario).content().contains("\nensemble: {member: 2, jitter: 7ps}\n");
    Path again = folder.resolve("again");
    assertThat(Program.run("run", scenario.toString(), "--out", again.toString(), "--quiet", "--threads", "2").exit()).isZero();
    assertThat(flows(again)).isEqualTo(flows(shared.resolve("e/0003")));
    Path set = folder.resolve("set");
    assertThat(run("--set", "ensemble.member=2", "--out", set.toString(), "--quiet").exit()).isZero();
    assertThat(flows(set)).isEqualTo(flows(shared.resolve("e/0003")));
  }

  /** The workload is that of the scenario, on a fabric of several parts the same with threads. */
  @Test
  void membersOfASeedHaveTheSameTraffic() throws IOException {
    Path poisson = Files.writeString(folder.resolve("p.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows: poisson(load=0.6, sizes=websearch, duration=200us)
        """);
    for (String threads : List.of("1", "2")) {
      assertThat(Program.run("run", poisson.toString(), "--set", "ensemble.member=1", "--threads", threads, "--quiet", "--out",
          folder.resolve(threads).toString()).exit()).isZero();
    }
    assertThat(flows(folder.resolve("1"))).isEqualTo(flows(folder.resolve("2")));
    assertThat(Program.run("run", poisson.toString(), "--quiet", "--out", folder.resolve("0").toString()).exit()).isZero();
    Program compare = Program.run("compare", folder.resolve("0").toString(), folder.resolve("1").toString());
    assertThat(compare.exit()).as(compare.out()).isZero();
    assertThat(compare.out()).contains("\nensemble of 2 members, seed 1\n");
  }

  @Test
  void keepsExistingMembersAndAddsNewOnes() throws IOException {
    Path out = folder.resolve("e");
    assertThat(run("--ensemble", "2", "--out", out.toString(), "--quiet").exit()).isZero();
    Program more = run("--ensemble", "4", "--out", out.toString(), "--threads", "1");
    assertThat(more.exit()).as(more.err()).isZero();
    assertThat(more.err().lines().filter(line -> line.endsWith(" kept"))).hasSize(2);
    assertThat(more.out().replace(out.toString(), "")).isEqualTo(screen.replace(shared.resolve("e").toString(), ""));
    assertThat(out.resolve("ensemble.json")).hasSameTextualContentAs(shared.resolve("e/ensemble.json"));
    Program fewer = run("--ensemble", "3", "--out", out.toString());
    assertThat(fewer.exit()).isEqualTo(2);
    assertThat(fewer.err())
        .contains("the folder holds another sweep: its point 0004 is ensemble.member=3, which this sweep omits");
  }

  /** The file agrees with a computation in SQL from the members' flows. */
  @Test
  void fileHasTheSpread() throws IOException {
    String json = Files.readString(shared.resolve("e/ensemble.json"));
    assertThat(json).contains("\"measure\" : \"fctP99Seconds\"", "\"run\" : \"0004\"", "\"common\" : 8");
    String cv = Program.run("query", shared.resolve("e").toString(), "--format", "csv",
        "SELECT max(cv) AS most FROM (SELECT stddev(fct_ns) / avg(fct_ns) AS cv FROM flows GROUP BY flow)").out();
    Matcher written = Pattern.compile("\"cvMax\" : ([\\d.E-]+)").matcher(json);
    assertThat(written.find()).as(json).isTrue();
    assertThat(Double.parseDouble(written.group(1))).isCloseTo(Double.parseDouble(cv.lines().skip(1).findFirst().orElseThrow()),
        within(1e-9));
  }

  @Test
  void compareDistinguishesDifferencesFromChance() throws IOException {
    Path sweep = folder.resolve("sweep");
    Program program = Program.run("sweep", file.toString(), "--set", "scheme=[hpcc, 'hpcc(eta=0.5)']", "--ensemble", "3", "--out",
        sweep.toString());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("ensemble of 3 members, seed 1: eta 0.95\n", "ensemble of 3 members, seed 1: eta 0.5\n");
    Program compare = Program.run("compare", sweep.toString());
    assertThat(compare.exit()).as(compare.err()).isZero();
    assertThat(compare.out())
        .contains("over the members 0, 1, 2 of seed 1\n", "by Student's t over paired members:",
            "the flows of all members together", "\nensemble of 3 members, seed 1: eta 0.95\n")
        .containsPattern("last flow .*higher");
    assertThat(Program.run("compare", sweep.toString(), "--json").out()).containsPattern("\"seed\" : 1,\\s+\"member\" : 2");
    Path report = folder.resolve("r.html");
    assertThat(Program.run("report", sweep.toString(), "--out", report.toString()).exit()).isZero();
    assertThat(report).content().contains("Ensemble of 3 members, seed 1: eta 0.5");
    assertThat(Program
        .run("query", sweep.toString(), "--format", "csv", "SELECT max(ensemble_member) AS m, count(*) AS n FROM points").out())
        .endsWith("\n2,6\n");
  }

  /** Members of a seed have its traffic in common, so a seed counts once. */
  @Test
  void overSeveralSeedsASeedCountsOnce() throws IOException {
    Path sweep = folder.resolve("sweep");
    Program program = Program.run("sweep", file.toString(), "--set", "scheme=[hpcc, 'hpcc(eta=0.5)']", "--set", "seed=[1, 2]",
        "--set", "flows.0.size=200KB", "--ensemble", "2", "--out", sweep.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(Program.run("compare", sweep.toString()).out()).contains(
        "over the members 0, 1 of seed 1, members 0, 1 of seed 2\n", "by Student's t over paired seeds:",
        "the flows of all seeds and members together");
    assertThat(Files.readString(sweep.resolve("ensemble.json")).split("\"members\"")).hasSize(5);
  }

  @Test
  void explainPrintsTimesOfOtherMembers() {
    Program explain = Program.run("explain", shared.resolve("e/0002").toString(), "3");
    assertThat(explain.exit()).as(explain.err()).isZero();
    assertThat(explain.out().replaceAll("\\s+", " ")).contains(
        "This run is one of 4 members of an ensemble, with cables that differ by a few picoseconds. In all of them the flow");
  }

  @Test
  void checkReadsAllAndPrintsTheFirst() {
    Program check = run("--ensemble", "2", "--check", "--out", folder.resolve("none").toString());
    assertThat(check.exit()).isZero();
    assertThat(check.out()).startsWith("name: 's'\n");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
      1     | 1 is outside 2 to 10000; one run has no spread
      0     | 0 is outside 2 to 10000: an ensemble has 2 to 10000 members
      -4    | -4 is outside 2 to 10000
      10001 | 10001 is outside 2 to 10000
      99999999999999999999 | is outside 2 to 10000: an ensemble has 2 to 10000 members
      2.5   | '2.5' is not a whole number; an ensemble has 2 to 10000 members
      many  | 'many' is not a whole number
      """)
  void numbersOfMembersAreChecked(String number, String sentence) {
    for (String command : List.of("run", "sweep")) {
      Program program = Program.run(command, file.toString(), "--ensemble", number, "--out", folder.resolve("none").toString());
      assertThat(program.exit()).isEqualTo(2);
      assertThat(program.err()).startsWith("inflight: --ensemble: ").contains(sentence);
      assertThat(folder.resolve("none")).doesNotExist();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--mpi", "--pcap all", "--snap-length 64", "--threads 0", "--threads x", "--set seed=[1,2]",
      "--set ensemble.member=3", "--set ensemble.jitter=2us", "--set ensemble.jitter=0ps", "--set ensemble={jitters: 3ps}"})
  void rejectsIncompatibleOptions(String options) {
    String[] words = options.split(" ", 2);
    Program program = run(Stream.of(Stream.of("--ensemble", "2", "--out", folder.resolve("none").toString()), Stream.of(words))
        .flatMap(all -> all).toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isEqualTo(2);
    assertThat(program.err()).startsWith("inflight: --").doesNotContain("Exception");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  /** Flows of runs that have the authors' table too are identified by their numbers. */
  @Test
  void configurationsHaveEnsembles() {
    Program program = Program.run("run", "src/test/resources/reference/longshort-hpcc/config.txt", "--ensemble", "2", "--out",
        folder.resolve("e").toString());
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out().replaceAll("\\s+", " ")).containsPattern("at most \\(flow \\d\\), of 7 flows");
  }

  /** A member is refused by line where the scenario's file names it. */
  @Test
  void checksMembersInFiles() throws IOException {
    Path wrong = Files.writeString(folder.resolve("w.yaml"), """
        topology: star(hosts=3)
        flows: incast(senders=2, size=1KB)
        ensemble: {member: 10000, jitter: 3m}
        """);
    Program program = Program.run("check", wrong.toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("w.yaml:3:20: member 10000 is outside 0 to 9999", "w.yaml:3:35: ");
  }
}
