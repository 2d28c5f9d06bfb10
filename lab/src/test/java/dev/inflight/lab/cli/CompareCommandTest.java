package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import dev.inflight.lab.compare.ComparedRun;
import dev.inflight.lab.compare.Comparison;
import dev.inflight.lab.compare.FctComparison;
import dev.inflight.lab.compare.RunGroup;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.SummaryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs are compared flow by flow, whichever of the two kinds of file has their completion times. */
class CompareCommandTest {
  private static final String FLOW_0 = "0b000001 0b000201 10000 100 500000 2000000000 100000 50000\n";
  private static final String FLOW_1 = "0b000101 0b000201 10000 100 500000 2000000000 200000 50000\n";
  private static final String FLOW_1_SLOWER = "0b000101 0b000201 10000 100 500000 2000000000 220000 50000\n";
  private static final String HEADER = ResultFiles.flows(false, false).header() + "\n";
  private static final String SAME_AS_CSV = HEADER + """
      0,0,2,10000,100,3,500000,2000000000.000,100000.250,50000.000,2.0000,0,flow
      1,1,2,10000,100,3,500000,2000000000.000,200000.000,50000.000,4.0000,0,flow
      """;

  @TempDir
  private Path folder;
  private String first = "";

  @BeforeEach
  void write() throws IOException {
    first = write("first.txt", FLOW_0 + FLOW_1);
  }

  private String write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private FctComparison compare(String second) {
    return FctComparison.of(FctFile.read(Path.of(first), false), FctFile.read(Path.of(second), false));
  }

  /** Returns the screen's lines about the difference of a run's flows from the first run's. */
  private static List<String> agreement(Program program) {
    return program.out().lines().dropWhile(line -> !line.startsWith("flows, ")).skip(2).takeWhile(line -> !line.isEmpty())
        .map(line -> line.strip().replaceAll("  +", "; ")).toList();
  }

  @Test
  void equalFilesHaveNoDifference() throws IOException {
    String second = write("second.txt", FLOW_1 + "\n" + FLOW_0);
    Program program = Program.run("compare", first, second);
    assertThat(program.exit()).isZero();
    assertThat(agreement(program)).containsExactly("B; 2; 0; 0; 2; 0.00 %; 0.00 %; 0 ps");
  }

  @Test
  void noCommonFlowsHaveNoLargestDifference() throws IOException {
    assertThat(agreement(Program.run("compare", write("first.txt", FLOW_0), write("second.txt", FLOW_1))))
        .containsExactly("B; 0; 1; 1; 0; -; -; -");
  }

  @Test
  void tableOfFlowsGivesTheSameComparison() throws IOException {
    write("summary.json", "{}");
    assertThat(agreement(Program.run("compare", first, write("flows.csv", SAME_AS_CSV))))
        .containsExactly("B; 2; 0; 0; 2; 0.00 %; 0.00 %; 0 ps");
  }

  @Test
  void matchesEqualOperationsByOrder() throws IOException {
    String twice = write("first.txt", FLOW_1 + FLOW_1_SLOWER);
    assertThat(agreement(Program.run("compare", twice, write("second.txt", FLOW_1 + FLOW_1_SLOWER))))
        .containsExactly("B; 2; 0; 0; 2; 0.00 %; 0.00 %; 0 ps");
    assertThat(Program.run("compare", twice, write("second.txt", FLOW_1)).exit()).isEqualTo(3);
  }

  @Test
  void measuresDifferencesOfTimes() throws IOException {
    FctComparison result = compare(write("second.txt", FLOW_0 + FLOW_1_SLOWER));
    assertThat(result.matched()).isEqualTo(2);
    assertThat(result.equal()).isEqualTo(1);
    assertThat(result.difference(0.99)).isCloseTo(0.1, within(1e-9));
    assertThat(result.meanDifference()).isCloseTo(0.05, within(1e-9));
    assertThat(result.largestPs()).isEqualTo(20_000_000);
    Program program = Program.run("compare", first, folder.resolve("second.txt").toString());
    assertThat(program.exit()).isZero();
    assertThat(program.out()).isEqualTo("""
        A  FOLDER/first.txt   2 flows
        B  FOLDER/second.txt  2 flows

        flows, and differences of their completion times from A's
           in A too  not in A  lacking  equal  median      p99  largest
        B         2         0        0      1  0.00 %  10.00 %  20.0 us

        completion times of the 2 flows that all runs have, and their ratios to A's
              p50     p95     p99     max  p50/A  p95/A  p99/A  max/A
        A  100 us  200 us  200 us  200 us
        B  100 us  220 us  220 us  220 us  1.000  1.100  1.100  1.100

        slowdowns of the same flows, relative to A's ideal FCTs
            p50   p95   p99   max  p50/A  p95/A  p99/A  max/A
        A  2.00  4.00  4.00  4.00
        B  2.00  4.40  4.40  4.40  1.000  1.100  1.100  1.100
        """.replace("FOLDER", folder.toString()));
  }

  @Test
  void reportsFlowsThatOnlyOneRunHas() throws IOException {
    String second = write("second.txt", FLOW_1);
    Program missing = Program.run("compare", first, second);
    assertThat(agreement(missing)).containsExactly("B; 1; 0; 1; 1; 0.00 %; 0.00 %; 0 ps");
    assertThat(missing.out()).contains("\ncompletion times of the 1 flow that all runs have");
    assertThat(missing.exit()).isEqualTo(3);
    assertThat(missing.err()).isEqualTo("inflight: exit code 3: some runs have flows that others lack\n");
    Program extra = Program.run("compare", second, first);
    assertThat(agreement(extra)).containsExactly("B; 1; 1; 0; 1; 0.00 %; 0.00 %; 0 ps");
    assertThat(extra.exit()).isEqualTo(3);
    Program none = Program.run("compare", first, write("third.txt", FLOW_0.replace("10000 100", "10009 100")));
    assertThat(agreement(none)).containsExactly("B; 0; 1; 2; 0; -; -; -");
    assertThat(none.out()).doesNotContain("NaN")
        .contains("\ncompletion times of all flows of A and B, and their ratios to A's: flows differ, 0 are common\n");
    assertThat(none.exit()).isEqualTo(3);
  }

  private String run(String name, String... options) throws IOException {
    String yaml = write("s.yaml", "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\n");
    String out = folder.resolve(name).toString();
    Program program = Program.run(
        Stream.concat(Stream.of("run", yaml, "--quiet", "--out", out), Stream.of(options)).toArray(String[]::new));
    assertThat(program.exit()).as(program.err()).isZero();
    return out;
  }

  @Test
  void comparesAnyNumberOfRuns() throws IOException {
    Program program = Program.run("compare", run("hpcc"), run("none", "--scheme", "none"),
        run("swift", "--scheme", "swift", "--seed", "5"));
    assertThat(program.exit()).isZero();
    assertThat(program.out().lines().limit(3)).satisfiesExactly(
        line -> assertThat(line).startsWith("A  " + folder.resolve("hpcc")).contains("hpcc(eta=")
            .endsWith(", seed 1, 2 of 2 flows"),
        line -> assertThat(line).startsWith("B  " + folder.resolve("none")).endsWith("  none, seed 1, 2 of 2 flows"),
        line -> assertThat(line).startsWith("C  " + folder.resolve("swift")).contains("swift(").contains(", seed 5, "));
    assertThat(agreement(program)).hasSize(2);
    assertThat(program.out()).containsPattern("\nqueues of all switch ports\n.*\nA .*\nB .* KB\nC .*\n").containsPattern(
        "\nthe whole run\n +PFC pauses +paused +drops +retransmits +ECN marks +goodput +bulk goodput\n"
            + "A hpcc +0 +0 ps +0 +0 B +0 +\\S+ Gb/s +\\S+ Gb/s\n");
  }

  @Test
  void keysThatNoRunUsedAreNoDifferences() throws IOException {
    String none = run("none", "--scheme", "none");
    var others = new ArrayList<String>();
    for (String scheme : List.of("none", "hpcc")) {
      String yaml = write(scheme + ".yaml",
          "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\ntelemetry: int\nscheme: " + scheme + "\n");
      others.add(folder.resolve(scheme + "-int").toString());
      assertThat(Program.run("run", yaml, "--quiet", "--out", others.getLast()).exit()).isZero();
    }
    assertThat(Program.run("compare", none, others.getFirst()).out()).contains("\nB ").doesNotContain("telemetry",
        "what differs from A", "B int");
    assertThat(Program.run("compare", none, others.getLast()).out()).contains("\nB  telemetry: native(");
  }

  /** The scheme of the scenario uses no telemetry; a class inherits the keys of telemetry from the scenario. */
  @Test
  void keysThatClassesUsedAreDifferences() throws IOException {
    var runs = new ArrayList<String>();
    for (String packets : List.of("every", "probes")) {
      String yaml = write(packets + ".yaml", "topology: star(hosts=3)\nflows: []\nscheme: dcqcn\ntelemetryPackets: " + packets
          + "\nclasses:\n  - {name: measured, scheme: hpcc, flows: 'incast(senders=2, size=20KB)'}\n");
      for (int seed = 1; seed <= 2; seed++) {
        runs.add(folder.resolve(packets + seed).toString());
        assertThat(Program.run("run", yaml, "--seed", "" + seed, "--quiet", "--out", runs.getLast()).exit()).isZero();
      }
    }
    assertThat(Program.run("compare", runs.get(0), runs.get(2)).out()).contains("\nB  telemetryPackets: every -> probes(");
    assertThat(RunGroup.of(runs.stream().map(run -> ComparedRun.read(Path.of(run), false)).toList())).hasSize(2);
  }

  @Test
  void comparesSlowdownsByPort() throws IOException {
    String others = FLOW_0.replace(" 100 500000", " 200 500000").replace(" 100000 ", " 900000 ");
    Program program = Program.run("compare", write("a.txt", FLOW_0 + FLOW_1 + others),
        write("b.txt", FLOW_0 + FLOW_1 + others.replace(" 900000 ", " 70200000 ")));
    assertThat(program.out()).containsPattern("\nslowdowns of 2 flows to port 100\n.*\nA +2.00 +4.00 +4.00 +4.00\n")
        .containsPattern(
            "\nslowdowns of 1 flow to port 200\n.*\nA +18.00 .*\nB +1404.00 +1404.00 +1404.00 +1404.00 +78x +78x +78x +78x\n");
  }

  /** A table has times in picoseconds, of which whole nanoseconds would leave 20 % of a short flow. */
  @Test
  void slowdownsAreOfPicoseconds() throws IOException {
    String row = "0,0,2,10000,100,3,1,0.000,FCT,1.000,1.0000,0,flow\n";
    String a = write("a.csv", HEADER + row.replace("FCT", "5.250"));
    String b = write("b.csv", HEADER + row.replace("FCT", "5.999"));
    FctComparison result = FctComparison.of(FctFile.read(Path.of(a), false), FctFile.read(Path.of(b), false));
    assertThat(result.largestPs()).isEqualTo(749);
    assertThat(Program.run("compare", "--json", a, b).out()).contains("\"p50\" : 5.25", "\"p50\" : 5.999");
  }

  @Test
  void comparesSlowdownsBySize() throws IOException {
    var flows = new StringBuilder();
    for (int flow = 0; flow < 400; flow++) {
      flows.append("0b000001 0b000201 ").append(10_000 + flow).append(" 100 ").append(flow < 200 ? 1000 : 2000).append(" 0 ")
          .append(flow < 200 ? 300 : 400).append(" 100\n");
    }
    String many = write("many.txt", flows.toString());
    assertThat(Program.run("compare", many, write("same.txt", flows.toString())).out())
        .containsPattern("\nslowdowns of 200 flows of 1.00 KB\n.*\nA +3.00 +3.00 +3.00 +3.00\n")
        .containsPattern("\nslowdowns of 200 flows of 2.00 KB\n.*\nA +4.00 +4.00 +4.00 +4.00\n");
  }

  @Test
  void jsonHasTheResultsOfBothRuns() throws IOException {
    Program program = Program.run("compare", "--json", run("hpcc"), run("none", "--scheme", "none"));
    assertThat(program.exit()).isZero();
    Path json = Path.of(write("comparison.json", program.out()));
    SummaryFile read = SummaryFile.read(json);
    assertThat(read.whole("commonFlows")).isEqualTo(2);
    assertThat(program.out()).contains("\"scheme\" : \"none\"", "\"seed\" : 1,", "\"state\" : \"whole\"", "\"fctToA\" : {")
        .doesNotContain("null", "NaN");
    assertThat(Program.run("compare", "--json", first, write("second.txt", FLOW_1)).out()).contains("\"scheme\" : null,",
        "\"state\" : \"file\",", "\"pfcPauses\" : null,", "\"commonFlows\" : 1,", "\"sameFlows\" : false,");
  }

  /** A folder that is not whole is never compared as if it were. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      INCOMPLETE | this run has not ended, or it was killed
      FAILED     | this run failed; its file FAILED has the reason
      partial    | this run was interrupted
      nothing    | this run has not ended, or it was killed
      """)
  void rejectsUnfinishedRuns(String mark, String trouble) throws IOException {
    String whole = run("whole");
    Path unfinished = Path.of(run("unfinished"));
    Path summary = unfinished.resolve("summary.json");
    if (mark.equals("partial")) {
      Files.writeString(summary, Files.readString(summary).replace("\"partial\" : false", "\"partial\" : true"));
    } else {
      Files.delete(summary);
    }
    if (mark.matches("[A-Z]+")) {
      Files.writeString(unfinished.resolve(mark), "");
    }
    for (String[] order : new String[][] {{whole, unfinished.toString()}, {unfinished.toString(), whole}}) {
      Program refused = Program.run("compare", order[0], order[1]);
      assertThat(refused).isEqualTo(new Program(2, "",
          "inflight: " + unfinished + ": " + trouble + ", so flows may be missing; --partial compares what there is\n"));
    }
    Program asked = Program.run("compare", "--partial", whole, unfinished.toString());
    assertThat(asked.exit()).as(asked.err()).isZero();
    assertThat(asked.out().lines().skip(1).findFirst().orElseThrow()).contains("hpcc(", ", seed 1, ")
        .matches(".* flows, (INCOMPLETE|FAILED|INTERRUPTED)");
  }

  @Test
  void rejectsFileOfAnUnfinishedRun() throws IOException {
    Path unfinished = Path.of(run("unfinished"));
    Files.writeString(unfinished.resolve("INCOMPLETE"), "");
    assertThat(Program.run("compare", run("whole"), unfinished.resolve("flows.csv").toString()).err())
        .contains("flows.csv: this run has not ended");
  }

  /** A run's file gives the same result as its folder. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      flows.csv | true  | INTERRUPTED | this run was interrupted
      flows.csv | false | INCOMPLETE  | this run has not ended, or it was killed
      fct.txt   | true  | INTERRUPTED | this run was interrupted
      """)
  void flowsOfAnUnfinishedRun(String name, boolean summed, String state, String trouble) throws IOException {
    Path unfinished = Path.of(run("unfinished"));
    Path summary = unfinished.resolve("summary.json");
    String said = Files.readString(summary);
    Path flows = unfinished.resolve(name);
    Files.copy(unfinished.resolve("flows.csv"), unfinished.resolve("fct.txt"));
    assertThat(Program.run("compare", unfinished.toString(), flows.toString()).exit()).isZero();
    Files.delete(summary);
    if (summed) {
      Files.writeString(summary, said.replace("\"partial\" : false", "\"partial\" : true"));
    }
    String whole = run("whole");
    assertThat(Program.run("compare", whole, flows.toString())).isEqualTo(new Program(2, "",
        "inflight: " + flows + ": " + trouble + ", so flows may be missing; --partial compares what there is\n"));
    Program asked = Program.run("compare", "--partial", whole, flows.toString());
    assertThat(asked.exit()).as(asked.err()).isZero();
    assertThat(asked.out().lines().skip(1).findFirst().orElseThrow()).contains("hpcc(", ", seed 1, ")
        .endsWith(" flows, " + state);
  }

  @Test
  void comparesFlowFilesOfTheAuthors() throws IOException {
    assertThat(Program.run("compare", first, write("fct.txt", FLOW_0 + FLOW_1)).exit()).isZero();
  }

  /** Neither a file's name nor a summary's text reaches the terminal as a control sequence. */
  @Test
  void escapesControlCharacters() throws IOException {
    Path red = Files.createDirectory(folder.resolve("\u001b[31mred"));
    Files.writeString(red.resolve("fct.txt"), FLOW_0 + FLOW_1);
    Files.writeString(red.resolve("summary.json"), "{\"scheme\" : \"\\u001b[2Jhpcc\"}");
    assertThat(Program.run("compare", first, red.toString()).out().lines().limit(2)).containsExactly(
        "A  " + first + "    2 flows", "B  " + folder.resolve("\\x1b[31mred") + "  \\x1b[2Jhpcc, 2 flows");
  }

  @Test
  void ignoresTheLastLineOfAKilledRun() throws IOException {
    String whole = run("whole");
    Path killed = Path.of(run("killed"));
    Files.delete(killed.resolve("summary.json"));
    String flows = Files.readString(killed.resolve("flows.csv"));
    Files.writeString(killed.resolve("flows.csv"), flows.substring(0, flows.length() - 12));
    assertThat(Program.run("compare", whole, killed.toString()).err()).contains("this run has not ended");
    Program asked = Program.run("compare", whole, killed.toString(), "--partial");
    assertThat(agreement(asked)).containsExactly("B; 1; 0; 1; 1; 0.00 %; 0.00 %; 0 ps");
    assertThat(asked.exit()).isEqualTo(3);
  }

  @Test
  void comparesRunsOfOneFlow() throws IOException {
    String one = write("one.txt", FLOW_0);
    assertThat(Program.run("compare", one, one).out()).startsWith("A  " + one + "  1 flow\nB  " + one + "  1 flow\n");
  }

  @Test
  void rejectsRunsWithoutFinishedFlows() throws IOException {
    String empty = write("flows.csv", HEADER);
    assertThat(Program.run("compare", "--partial", empty, empty)).isEqualTo(
        new Program(2, "", "inflight: " + empty + ": no flow finished in this run, so there is nothing to compare\n"));
    write("summary.json", "{\"queueBytes\": {\"p50\": 0, \"p95\": 0, \"p99\": 5000, \"max\": 7000}}");
    Program compared = Program.run("compare", empty, empty);
    assertThat(compared.exit()).as(compared.err()).isZero();
    assertThat(compared.out()).contains("\ncompletion times and slowdowns of all runs are left out: no flow finished in A, B\n",
        "7.00 KB");
    assertThat(Program.run("compare", "--json", empty, empty).out()).contains("\"max\" : 7000");
  }

  /** Any error is reported in the program's own words, with its line. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      {\\n"flows" : 1\\n"seed"                   | 3 | this is no JSON at its character 1
      {\\n"flows" : one\\n}                      | 2 | this is no JSON at its character 11
      {\\n"flows" : 01\\n}                       | 2 | this is no JSON at its character 12
      {\\n"flows" : 1,                           | 2 | the file is cut off: it ends before its last brace
      {\\n"flows" : 1,\\n"scheme" : "hp           | 3 | the file is cut off: it ends before its last brace
      {\\n"flows" : tr                           | 2 | the file is cut off: it ends before its last brace
      {\\n"fctSeconds" : {\\n"flows" : 1          | 3 | the file is cut off: it ends before its last brace
      {}\\n{}                                    | 2 | something follows its last brace
      [1]                                        | 1 | it must be an object in braces, found a list
      12                                         | 1 | it must be an object in braces, found 12
      "text"                                     | 1 | it must be an object in braces, found 'text'
      {\\n"seed" : 1,\\n"flows" : "two"}          | 3 | 'flows' must be a whole number, found 'two'
      {\\n"flows" : 1.5}                         | 2 | 'flows' must be a whole number, found 1.5
      {\\n"flows" : 99999999999999999999}        | 2 | 'flows' must be a whole number of at most 9223372036854775807, found 99999999999999999999
      {\\n"pfcPauseSeconds" : true}              | 2 | 'pfcPauseSeconds' must be a number, found true
      {\\n"pfcPauseSeconds" : 1e999}             | 2 | 'pfcPauseSeconds' must be a number, found 1e999
      {\\n"scheme" : 3}                          | 2 | 'scheme' must be text, found 3
      {\\n"partial" : "true"}                    | 2 | 'partial' must be true or false, found 'true'
      {\\n"queueBytes" : 3}                      | 2 | 'queueBytes' must be an object in braces, found 3
      {\\n"queueBytes" : {\\n"p50" : []}}         | 3 | 'queueBytes.p50' must be a whole number, found a list
      {\\n"queueBytes" : {\\n"p50" : {}}}         | 3 | 'queueBytes.p50' must be a whole number, found an object
      """)
  void rejectsInvalidSummary(String content, int line, String wrong) throws IOException {
    write("flows.csv", SAME_AS_CSV);
    String summary = write("summary.json", content.translateEscapes());
    assertThat(Program.run("compare", first, folder.toString())).isEqualTo(new Program(2, "",
        "inflight: " + summary + ":" + line + ": this is not a run's summary: " + wrong + "; run its scenario again\n"));
  }

  @Test
  void summaryWithMoreThanAnyRunWrites() throws IOException {
    write("flows.csv", SAME_AS_CSV);
    write("summary.json", "{\"seed\" : null, \"more\" : [1, {\"a\" : {}}], \"flows\" : 3, \"other\" : {\"flows\" : true}}");
    assertThat(Program.run("compare", first, folder.resolve("flows.csv").toString()).out()).contains(" 2 of 3 flows\n");
    String summary = write("summary.json", "{\"more\" :\n" + "[".repeat(100_000));
    assertThat(Program.run("compare", first, folder.resolve("flows.csv").toString()).err()).isEqualTo("inflight: " + summary
        + ":2: this is not a run's summary: it is nested too deeply, or a word in it is too long; run its scenario again\n");
  }

  @Test
  void rejectsMalformedLines() throws IOException {
    refuses("second.txt", FLOW_0 + "1 2 3\n",
        ":2: found 3 fields; a finished flow has 8: sip dip sport dport bytes start_ns fct_ns ideal_fct_ns");
    refuses("second.txt", "1\n",
        ":1: found 1 field; a finished flow has 8: sip dip sport dport bytes start_ns fct_ns ideal_fct_ns");
    refuses("second.txt", FLOW_0.replace("100000", "soon"), ":1: fct_ns 'soon' is not a whole number");
    refuses("second.csv", HEADER + "0,0,2\n",
        ":2: found 3 columns; a finished flow has 13: " + ResultFiles.flows(false, false).header());
    refuses("second.csv", SAME_AS_CSV.replace("1,1,2", "1,one,2"), ":3: source 'one' is not a node");
    refuses("second.csv", SAME_AS_CSV.replace(",200000.000,", ",-1.000,"), ":3: fct_ns '-1.000' is below 0");
    refuses("second.csv", "flow,source\n0,1\n",
        ":1: these are not the columns of flows.csv: " + ResultFiles.flows(false, false).header());
    refuses("second.csv", SAME_AS_CSV.replace("1,1,2", "1,1,999999"), ":3: destination 999999 is above 262143");
  }

  @Test
  void rejectsImpossibleNumbers() throws IOException {
    refuses("second.txt", FLOW_0 + FLOW_1.replace(" 200000 ", " -7 "), ":2: fct_ns '-7' is below 0");
    refuses("second.txt", FLOW_0 + FLOW_1.replace(" 100 ", " --7 "), ":2: dport '--7' is not a whole number");
    refuses("second.txt", FLOW_0.replace(" 100000 ", " 0 "), ":1: fct_ns is 0, so this is not a finished flow");
    refuses("second.txt", FLOW_0.replace(" 50000\n", " 0\n"), ":1: ideal_fct_ns is 0, so this is not a finished flow");
    refuses("second.txt", FLOW_0.replace(" 500000 ", " 0 "), ":1: bytes is 0, so this is not a finished flow");
    refuses("second.txt", FLOW_0.replace("0b000001", "zz"), ":1: sip 'zz' is not a host's address, such as 0b000101");
    refuses("second.txt", FLOW_0.replace("0b000201", "0c000201"), ":1: dip '0c000201' is not a host's address, such as 0b000101");
    refuses("second.txt", FLOW_0.replace(" 100000 ", " 99999999999999999999 "),
        ":1: fct_ns 99999999999999999999 is above 9223372036854775807");
  }

  private void refuses(String name, String content, String message) throws IOException {
    Path file = Path.of(write(name, content));
    assertThatThrownBy(() -> FctFile.read(file, false)).isInstanceOf(InputError.class).hasMessage(file + message);
  }

  @Test
  void rejectsFolderWithoutFlows() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Program program = Program.run("compare", first, empty.toString());
    assertThat(program.err()).isEqualTo("inflight: " + empty + ": the folder holds none of fct.txt, flows.csv, flows.parquet\n");
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void oneRunIsNoComparison() {
    assertThat(Program.run("compare", first).exit()).isEqualTo(2);
  }

  @Test
  void labelsContinueWithTwoLettersAfterZ() {
    assertThat(Stream.of(0, 25, 26, 27, 52, 701, 702).map(Comparison::label)).containsExactly("A", "Z", "AA", "AB", "BA", "ZZ",
        "AAA");
  }

  @Test
  void helpListsOptionsAndExitCodes() {
    assertThat(Program.run("compare", "--help").out().replaceAll("\\s+", " ")).contains("RUN", "--partial", "--json",
        "Exit codes: 0 ", " 3 the sets of flows differ.");
  }

  /** Messages of each job apart, and flows that belong to none; a name may have commas and quotes. */
  @Test
  void slowdownsComeByJob() throws IOException {
    String file = Files.writeString(folder.resolve("jobs.yaml"), """
        topology: star(hosts=5)
        flows:
          - 'collective(op=all-reduce, job="ring, \"big\"", size=400KB, ranks=4)'
          - collective(op=broadcast, size=50KB, ranks=3)
          - incast(senders=3, size=20KB)
        """.replace("\"big\"", "big")).toString();
    var runs = new ArrayList<String>();
    for (String scheme : List.of("hpcc", "dcqcn")) {
      String run = folder.resolve("jobs-" + scheme).toString();
      assertThat(Program.run("run", file, "--scheme", scheme, "--out", run, "--quiet").exit()).isZero();
      runs.add(run);
    }
    Program text = Program.run("compare", runs.get(0), runs.get(1));
    assertThat(text.out()).contains("of job ring, big", "of job broadcast", "of no job");
    String json = Program.run("compare", runs.get(0), runs.get(1), "--json").out();
    assertThat(json).contains("\"byJob\"", "\"name\" : \"ring, big\"");
    String sql = "SELECT count(*) FILTER (job = 'ring, big'), count(*) FILTER (job = 'broadcast'), count(*) FILTER (job IS NULL) FROM flows";
    assertThat(Program.run("query", runs.get(0), sql, "--format", "csv").out()).endsWith("\n24,2,3\n");
    Path page = folder.resolve("jobs.html");
    assertThat(Program.run("report", runs.get(0), "--out", page.toString()).exit()).isZero();
    assertThat(page).content().contains("Slowdown by job", "\"ring, big\"");
  }
}
