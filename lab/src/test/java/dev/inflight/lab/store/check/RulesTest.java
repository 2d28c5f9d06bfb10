package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.digest.FileDigest;
import dev.inflight.lab.result.digest.SummaryDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that no run writes are named by file and line; what runs write contradicts nothing. */
class RulesTest {
  /** A flow that is no message of the job. */
  private static final String FLOW = "120";
  /** Flows, lost packets, a job, a flow that does not finish, and series. */
  private static final String YAML = """
      topology: star(hosts=6)
      flows:
        - collective(op=all-reduce, size=100KB, repeat=2, compute=1us)
        - incast(senders=4, size=300KB, start=500us)
        - flow(from=4, to=5, size=1GB, start=500us)
      scheme: none
      buffer: 200KB
      pfc: false
      series: {every: 20us}
      until: 2ms
      unfinished: allowed
      """;

  /** Runs that together have rows in each table, and each column that some runs lack. */
  private static final List<String> KINDS_OF_ROWS = List.of("lossy", "deadlock", "classes", "rdma", "ai/rail");
  /** Table, one of its columns, another value of it, and the expected report: with the file and line where it starts with a colon. */
  private static final List<String> CONTRADICTIONS = List.of(
      "flows | slowdown | 0.5000 | :ROW: slowdown is 0.5000, but fct_ns / ideal_fct_ns is ",
      "flows | fct_ns | 9000000.000 | :ROW: fct_ns is 9000000.000, but the whole run took 2000000.000 ns",
      "flows | fct_ns | 0.000 | :ROW: fct_ns is 0.0 and ideal_fct_ns ",
      "flows | flow | 999 | :ROW: flow 999 does not exist: the scenario has ",
      "flows | source | =destination | :ROW: source and destination are both ",
      "flows | source | 6 | :ROW: source 6 is not a host in ports.csv",
      "flows | destination | 999 | :ROW: destination 999 is not a host in ports.csv",
      "flows | retransmitted_bytes | 900000000 | summary.json: retransmittedBytes is ",
      "flows | size_bytes | 900000000 | summary.json: deliveredBytes + unrecoveredBytes is ",
      "slowdown | p99 | 9999.0000 | :ROW: mean ", "slowdown | flows | 0 | :ROW: flows is 0",
      "slowdown | smallest_bytes | 99999999 | :ROW: smallest_bytes 99999999 is above largest_bytes ",
      "queues | p95_bytes | 99999999 | :ROW: mean ",
      "queues | peer | 99 | :ROW: node 6 port 2 has no such peer and rate in ports.csv",
      "queues | samples | 0 | :ROW: samples is 0 and mean_bytes ",
      "queues | max_bytes | 99999999 | summary.json: queueBytes.max is ",
      "queue_lengths | samples | 99999999 | summary.json: queueBytes.samples is ",
      "ports | sent_bytes | 0 | :ROW: sent_bytes is 0 and sent_frames ",
      "ports | sent_bytes | 99999999 | summary.json: wireBytes is ",
      "ports | rate_bps | 7 | :ROW: node 1 port 1 has no port of its rate at the other end, node 6",
      "ports | utilization | 0.000100 | :ROW: utilization is 0.000100, but sent_bytes, with preambles and gaps, take ",
      "ports | utilization | 0.999999 | :ROW: utilization is 0.999999, but sent_bytes, with preambles and gaps, take ",
      "ports | ecn_marks | 1 | summary.json: ecnMarks is ", "ports | paused_ns | 1.000 | summary.json: pfcPauseSeconds is ",
      "drops | flow | 9999 | :ROW: flow 9999 does not exist", "drops | port | 99 | :ROW: node 6 port 99 is not in ports.csv",
      "drops | reason | random | summary.json: lostPackets.random is ",
      "stalled | acked_bytes | 99999999999 | acked_bytes 99999999999, sent_bytes ",
      "stalled | destination | 6 | destination 6 is not a host in ports.csv",
      "stalled | flow | 0 | flow 0 is in flows.csv too, as finished",
      "collectives | algbw_bps | 1 | algbw_bps is 1, but size_bytes over duration_ns is ",
      "collectives | busbw_bps | 9999999999999 | busbw_bps is 9999999999999, and algbw_bps only ",
      "collectives | slowest_rank | 99 | slowest_rank 99 is not in ranks.csv", "collectives | start_ns |  | some are empty",
      "ranks | operations_done | 99999 | :ROW: operations_done 99999 is above operations ",
      "ranks | end_ns |  | operations are done, and end_ns is empty", "ranks | compute_ns | 99999999.000 | are more than end_ns ",
      "ranks | host | 6 | :ROW: host 6 is not in ports.csv", "ranks | operations | 99999 | operations of the job is ",
      "port_series | node | 99 | :ROW: node 99 port ");

  @TempDir
  private static Path shared;
  private static EditedRun genuine;

  @TempDir
  private Path folder;

  private EditedRun run;

  @BeforeAll
  static void simulate() throws IOException {
    genuine = EditedRun.of(shared.resolve("run"), YAML, 0);
  }

  @BeforeEach
  void copy() throws IOException {
    run = genuine.copy(folder.resolve("run")).withoutDigests();
  }

  /** Returns the report of a table's query, without the note that there are no digests. */
  private String said(String table) {
    Program program = run.ask("query", "SELECT count(*) FROM " + table);
    return program.err().lines().filter(line -> !line.contains("has no digests")).collect(Collectors.joining("\n"))
        .replace(run.folder() + "/", "");
  }

  /** A value outside the range of its column is refused. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"flows | size_bytes | -1 | size_bytes is -1; it must be 0 or more",
      "flows | fct_ns | -5.000 | fct_ns is -5.0; it must be 0 or more",
      "flows | fct_ns | nan | fct_ns is nan; it must be 0 or more",
      "flows | source_port | 65536 | source_port is 65536; it must be 0 to 65535",
      "flows | priority | 8 | priority is 8; it must be 1 to 7", "flows | flow | '' | flow is empty",
      "ports | utilization | 1.200000 | utilization is 1.2; it must be 0 to 1",
      "drops | flow | -2 | flow is -2; it must be -1 or more",
      "collectives | duration_ns | -1.000 | duration_ns is -1.0; it must be 0 or more",
      "ranks | end_ns | -1.000 | end_ns is -1.0; it must be 0 or more",
      "flow_series | acked_bytes | -1 | acked_bytes is -1; it must be 0 or more"})
  void impossibleValuesAreRefused(String table, String column, String value, String sentence) throws IOException {
    String file = table.replace('_', '-') + ".csv";
    int row = run.row(file);
    run.set(file, row, column, value);
    Program program = run.ask("query", "SELECT count(*) FROM " + table);
    assertThat(program.err()).contains("inflight: " + run.file(file) + ":" + (row + 1) + ": " + sentence);
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void rejectsImpossibleValuesOnlyWhereTheyAreUsed() throws IOException {
    run.set("flows.csv", 2, "size_bytes", "-1");
    String line = run.file("flows.csv") + ":3: size_bytes is -1; it must be 0 or more";
    Program report = run.report();
    assertThat(report.err()).contains("inflight: " + line);
    assertThat(report.exit()).isEqualTo(2);
    assertThat(run.file("report.html")).doesNotExist();
    assertThat(run.ask("compare", genuine.folder().toString()).exit()).isEqualTo(2);
    for (String command : new String[] {"query", "explain"}) { // the list of tables only shows them, and explain does not read flows
      Program program = command.equals("query") ? run.ask(command) : run.ask(command, FLOW);
      assertThat(program.err()).contains("inflight: warning: " + line);
      assertThat(program.exit()).isZero();
    }
  }

  static Stream<String> contradictedTables() {
    return CONTRADICTIONS.stream().map(one -> one.split(" \\| ")[0]).distinct();
  }

  /** Each value is in a separate folder, and one command reads all folders. It continues, unless {@code --strict} is given. */
  @ParameterizedTest
  @MethodSource("contradictedTables")
  void reportsContradictionsByFileAndLine(String table) throws IOException {
    String file = table.replace('_', '-') + ".csv";
    var sentences = new LinkedHashMap<EditedRun, String>();
    for (String[] edit : CONTRADICTIONS.stream().map(one -> one.split(" \\| ")).filter(one -> one[0].equals(table)).toList()) {
      EditedRun edited = run.copy(folder.resolve(edit[1] + sentences.size()));
      int row = edited.row(file);
      edited.set(file, row, edit[1], edit[2]);
      sentences.put(edited, edit[3].startsWith(":") ? file + edit[3].replace("ROW", Integer.toString(row + 1)) : edit[3]);
    }
    Program usual = query(sentences.keySet(), "SELECT count(*) FROM " + table);
    Program strict = query(sentences.keySet(), "SELECT count(*) FROM " + table, "--strict");
    assertThat(usual.exit()).isZero();
    assertThat(strict.exit()).isEqualTo(2);
    sentences.forEach((edited, sentence) -> {
      assertThat(said(usual, edited)).as(sentence).doesNotContain("Exception").containsPattern(finding("warning: ", sentence));
      assertThat(said(strict, edited)).as(sentence).containsPattern(finding("", sentence)).doesNotContain("warning: ");
    });
  }

  /** A line of a finding. */
  private static String finding(String before, String sentence) {
    String place = sentence.startsWith("summary.json: ") ? "summary\\.json:\\d+: " : "[^\n]*";
    return "(?m)^inflight: " + before + place + Pattern.quote(sentence.replaceFirst("^summary\\.json: ", ""));
  }

  private static Program query(Collection<EditedRun> runs, String... more) {
    return Program.run(Stream.of(Stream.of("query"), folders(runs), Stream.of(more)).flatMap(one -> one).toArray(String[]::new));
  }

  private static Stream<String> folders(Collection<EditedRun> runs) {
    return runs.stream().map(one -> one.folder().toString());
  }

  /** Returns a command's report about one of its runs. */
  private static String said(Program program, EditedRun of) {
    String prefix = of.folder() + "/";
    return program.err().lines().filter(line -> line.contains(prefix)).map(line -> line.replace(prefix, ""))
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flows", "queues", "queue-lengths", "ports", "stalled", "collectives", "ranks"})
  void namesRepeatedRows(String table) throws IOException {
    Path file = run.file(table + ".csv");
    List<String> lines = Files.readAllLines(file);
    Files.writeString(file, lines.get(1) + "\n", StandardOpenOption.APPEND);
    assertThat(said(table.replace('-', '_'))).contains("inflight: warning: " + table + ".csv:" + (lines.size() + 1) + ": ",
        " is in an earlier row too");
  }

  @ParameterizedTest
  @CsvSource({"flows, flowsFinished deliveredBytes", "stalled, stalledFlows", "drops, drops", "ports, wireBytes packetHops",
      "pauses, pfcPauses", "ranks, ranks operations operationsDone", "collectives, collectives collectivesCompleted"})
  void summariesAreComparedWithTheirTables(String table, String keys) throws IOException {
    var edits = new LinkedHashMap<EditedRun, String>();
    for (String key : keys.split(" ")) {
      EditedRun edited = run.copy(folder.resolve("with-" + key));
      if (key.equals("pfcPauses")) {
        Files.writeString(edited.file("pauses.csv"), "5.000,0,host,1,3,pause\n", StandardOpenOption.APPEND);
      } else {
        String text = Files.readString(edited.file("summary.json"));
        Files.writeString(edited.file("summary.json"), text.replaceFirst("\"" + key + "\" : \\d+", "\"" + key + "\" : 17"));
      }
      edits.put(edited, key);
    }
    Program query = query(edits.keySet(), "SELECT count(*) FROM " + table);
    Program compare = Program.run(Stream.of(Stream.of("compare", genuine.folder().toString()), folders(edits.keySet()))
        .flatMap(one -> one).toArray(String[]::new));
    edits.forEach((edited, key) -> {
      assertThat(said(query, edited)).containsPattern("inflight: warning: summary\\.json:\\d+: " + key + "[^\n]* is \\d+, but ");
      assertThat(said(compare, edited)).containsPattern("summary\\.json:\\d+: " + key);
    });
  }

  @Test
  void namesQuantilesThatTheFlowsDoNotHave() throws IOException {
    var sentences = new LinkedHashMap<EditedRun, String>();
    for (String key : List.of("slowdown", "fctSeconds")) {
      for (String quantile : List.of("p50", "p95", "p99", "max")) {
        EditedRun edited = run.copy(folder.resolve(key + "-" + quantile));
        String text = Files.readString(edited.file("summary.json"));
        String other = text.replaceFirst("(?s)(\"" + key + "\" : \\{.*?\"" + quantile + "\" : )[0-9.E-]+", "$10.5");
        assertThat(other).isNotEqualTo(text);
        Files.writeString(edited.file("summary.json"), other);
        sentences.put(edited, "summary\\.json:\\d+: " + key + "\\." + quantile + " is 0\\.5, but of flows\\.csv the ");
      }
    }
    String page = folder.resolve("all.html").toString();
    Program report = Program.run(Stream.of(Stream.of("report"), folders(sentences.keySet()), Stream.of("--out", page))
        .flatMap(one -> one).toArray(String[]::new));
    Program strict = Program.run(Stream.of(Stream.of("report"), folders(sentences.keySet()), Stream.of("--out", page, "--strict"))
        .flatMap(one -> one).toArray(String[]::new));
    Program compare = Program.run(Stream.of(Stream.of("compare", genuine.folder().toString()), folders(sentences.keySet()))
        .flatMap(one -> one).toArray(String[]::new));
    assertThat(strict.exit()).isEqualTo(2);
    sentences.forEach((edited, sentence) -> {
      assertThat(said(report, edited)).containsPattern("inflight: warning: " + sentence);
      assertThat(said(strict, edited)).containsPattern("inflight: " + sentence);
      assertThat(said(compare, edited)).containsPattern(sentence);
    });
  }

  @Test
  void namesValuesOfClassesThatTheFlowsDoNotHave() throws IOException {
    EditedRun classes = EditedRun.of(folder.resolve("classes"), """
        topology: star(hosts=5)
        flows: incast(senders=3, size=20KB)
        classes: [{name: more, flows: "incast(senders=4, size=30KB)"}]
        """, 0);
    assertThat(classes.report("--strict").err()).isEmpty();
    for (String key : List.of("flowsFinished", "slowdownMean", "slowdownP50", "slowdownP95", "slowdownP99", "slowdownMax")) {
      EditedRun edited = classes.copy(folder.resolve(key));
      String text = Files.readString(edited.file("summary.json"));
      int from = text.indexOf("\"more\"");
      Files.writeString(edited.file("summary.json"),
          text.substring(0, from) + text.substring(from).replaceFirst("(\"" + key + "\" : )[0-9.]+", "$19"));
      assertThat(edited.report().err())
          .containsPattern("summary\\.json:\\d+: " + key + " of the class is 9\\.0, but by flows\\.csv ");
    }
  }

  @Test
  void namesSeedThatTheScenarioDoesNotHave() throws IOException {
    run.replace("scenario.yaml", "\nseed: 1\n", "\nseed: 7\n");
    String sentence = run.file("scenario.yaml") + ":" + (1 + line(Files.readAllLines(run.file("scenario.yaml")), "seed: 7"))
        + ": seed is '7', but by summary.json the run had the seed 1";
    assertThat(run.report().err()).contains("inflight: warning: " + sentence);
    assertThat(run.ask("compare", genuine.folder().toString()).err()).contains(sentence);
    assertThat(run.report("--strict").exit()).isEqualTo(2);
  }

  @Test
  void rejectsRepeatedKey() throws IOException {
    int at = line(Files.readAllLines(run.file("summary.json")), "  \"seed\" : 1");
    run.replace("summary.json", "  \"seed\" : 1,\n", "  \"seed\" : 1,\n  \"seed\" : 1,\n");
    String sentence = "inflight: " + run.file("summary.json") + ":" + (at + 2)
        + ": this is not a run's summary: its key 'seed' occurs twice";
    for (Program program : List.of(run.report(), run.ask("compare", genuine.folder().toString()),
        run.ask("query", "FROM runs"))) {
      assertThat(program.err()).contains(sentence);
      assertThat(program.exit()).isEqualTo(2);
    }
    EditedRun other = genuine.copy(folder.resolve("other"));
    other.replace("summary.json", "    \"samples\" : ", "    \"p50\" : 1,\n    \"samples\" : ");
    assertThat(other.report().err()).contains("its key 'queueBytes.p50' occurs twice");
  }

  /** The explanation of a flow is a new simulation of the run: both have the same time, or a warning has both times. */
  @Test
  void reportsExplanationOfAnotherTime() throws IOException {
    List<String> lines = Files.readAllLines(run.file("flows.csv"));
    int row = lines.indexOf(lines.stream().filter(line -> line.startsWith(FLOW + ",")).findFirst().orElseThrow());
    int column = List.of(lines.getFirst().split(",")).indexOf("fct_ns");
    String simulated = lines.get(row).split(",")[column];
    assertThat(run.ask("explain", FLOW).err()).doesNotContain("simulated again");
    run.set("flows.csv", row, "fct_ns", "123456.000");
    String sentence = run.file("flows.csv") + ":" + (row + 1) + ": flow " + FLOW + " has fct_ns 123456.000, but it takes "
        + simulated + " ns when the run's scenario is simulated again";
    Program explain = run.ask("explain", FLOW);
    assertThat(explain.err()).containsOnlyOnce("inflight: warning: " + sentence);
    assertThat(explain.exit()).isZero();
    Program report = run.report("--explain", FLOW);
    assertThat(report.err()).containsOnlyOnce("inflight: warning: " + sentence);
    assertThat(report.exit()).isZero();
    assertThat(Files.readString(run.file("report.html"))).contains("simulated again");
  }

  /** With --strict nothing is printed or written of an explanation with another time, even if only the time differs. */
  @Test
  void rejectsExplanationOfAnotherTimeWhenStrict() throws IOException {
    Path small = Files.writeString(folder.resolve("small.yaml"),
        "topology: star(hosts=4)\nflows: incast(senders=3, size=20KB)\n");
    Path plain = folder.resolve("plain");
    assertThat(Program.run("run", small.toString(), "--out", plain.toString(), "--quiet").exit()).isZero();
    Program genuineRun = Program.run("explain", plain.toString(), "0", "--strict");
    assertThat(genuineRun.err()).isEmpty();
    assertThat(genuineRun.exit()).isZero();
    FileDigest before = FileDigest.of(plain.resolve("scenario.yaml"));
    Files.writeString(plain.resolve("scenario.yaml"),
        Files.readString(plain.resolve("scenario.yaml")).replace("delay=1us", "delay=3us"));
    FileDigest now = FileDigest.of(plain.resolve("scenario.yaml"));
    Path summary = plain.resolve("summary.json");
    Files.writeString(summary, SummaryDigest.completed(Files.readString(summary).replace(before.sha256(), now.sha256())
        .replaceFirst("(?m)^  \"sha256\" : \"[0-9a-f]+\"", "  \"sha256\" : \"\"")));
    Path trace = folder.resolve("flow.pftrace");
    Program explain = Program.run("explain", plain.toString(), "0", "--perfetto", trace.toString());
    assertThat(explain.err()).startsWith("inflight: warning: " + plain.resolve("flows.csv") + ":")
        .contains("when the run's scenario is simulated again").hasLineCount(1);
    assertThat(trace).exists();
    Files.delete(trace);
    Program strict = Program.run("explain", plain.toString(), "0", "--strict", "--perfetto", trace.toString());
    assertThat(strict.exit()).isEqualTo(2);
    assertThat(strict.out()).isEmpty();
    assertThat(trace).doesNotExist();
    Program report = Program.run("report", plain.toString(), "--explain", "0", "--strict");
    assertThat(report.err()).contains("when the run's scenario is simulated again");
    assertThat(report.exit()).isEqualTo(2);
    assertThat(plain.resolve("report.html")).doesNotExist();
  }

  /** The run that cannot be read is named, and not the first one; the others are checked. */
  @Test
  void namesTheRunOfAnUnreadableTable() throws IOException {
    EditedRun broken = genuine.copy(folder.resolve("broken"));
    Files.writeString(broken.file("flows.parquet"), "no parquet");
    EditedRun third = genuine.copy(folder.resolve("third")).set("queues.csv", 1, "max_bytes", "99999999");
    Program compare = Program.run("compare", genuine.folder().toString(), broken.folder().toString(), third.folder().toString());
    assertThat(compare.err()).contains(
        "inflight: warning: " + broken.folder() + ": the rows of its tables are not checked: " + broken.file("flows.parquet"))
        .doesNotContain("warning: " + genuine.folder() + ":", "warning: " + third.folder() + ": the rows")
        .contains(third.folder() + "/summary.json");
  }

  /** Ten rows of each kind are named; others are counted. */
  @Test
  void messagesAreBounded() throws IOException {
    run.replace("port-series.csv", ",6,1,", ",6,99,");
    long rows = Files.readAllLines(run.file("port-series.csv")).stream().filter(line -> line.contains(",6,99,")).count();
    assertThat(rows).isGreaterThan(50);
    List<String> lines = said("port_series").lines().toList();
    assertThat(lines).hasSize(11);
    assertThat(lines.getLast()).isEqualTo(
        "inflight: warning: port-series.csv: " + (rows - 10) + " more rows contradict the rule: the port is in ports.csv");
  }

  /** Texts in quotes may have several lines, and lines count all the same. */
  @Test
  void linesCountWhereTextsHaveSeveral() throws IOException {
    run.replace("ranks.csv", "\"all-reduce\"", "\"all\nreduce\"");
    assertThat(FileLines.of(run.file("ranks.csv"), Set.of(1L, 3L, 99L))).isEqualTo(Map.of(1L, 2, 3L, 6));
  }

  /** DuckDB skips empty lines, so they are no rows; they are lines all the same. */
  @Test
  void emptyLinesAreNoRows() throws IOException {
    run.set("flows.csv", 2, "slowdown", "0.5000");
    List<String> lines = new ArrayList<>(Files.readAllLines(run.file("flows.csv")));
    lines.add(1, "");
    lines.add(1, "");
    lines.add(4, "");
    Files.write(run.file("flows.csv"), lines);
    assertThat(said("flows")).contains("flows.csv:" + (1 + line(lines, "0.5000")) + ": slowdown is 0.5000, but ");
    run.replace("ranks.csv", "\"all-reduce\"", "\"all\n\nreduce\"");
    Files.writeString(run.file("ranks.csv"), Files.readString(run.file("ranks.csv")).replaceFirst("\n", "\r\n\r\n"));
    assertThat(FileLines.of(run.file("ranks.csv"), Set.of(1L, 3L, 99L))).isEqualTo(Map.of(1L, 3, 3L, 9));
  }

  private static int line(List<String> lines, String text) {
    for (int at = 0; at < lines.size(); at++) {
      if (List.of(lines.get(at).split(",")).contains(text)) {
        return at;
      }
    }
    throw new AssertionError(text);
  }

  @Test
  void reportsFindingsOfJobsInOneOrder() throws IOException {
    String text = Files.readString(run.file("summary.json"));
    List<String> keys = List.of("ranks", "operations", "operationsDone");
    for (String key : keys) {
      text = text.replaceFirst("\"" + key + "\" : \\d+", "\"" + key + "\" : 17");
    }
    Files.writeString(run.file("summary.json"), text);
    assertThat(said("ranks").lines().map(line -> line.replaceFirst(".*: (\\w+) of the job is 17.*", "$1")))
        .containsExactlyElementsOf(keys);
  }

  @Test
  void reportsFindingsOfRunsInOneOrder() throws IOException {
    var folders = new ArrayList<String>();
    for (int n = 9; n > 0; n--) {
      EditedRun other = run.copy(folder.resolve("run" + n));
      String text = Files.readString(other.file("summary.json"));
      Files.writeString(other.file("summary.json"), text.replaceFirst("\"drops\" : \\d+", "\"drops\" : 17"));
      folders.add(other.folder().toString());
    }
    Program program = Program.run(Stream
        .concat(Stream.of("report"), Stream.concat(folders.stream(), Stream.of("--out", folder.resolve("all.html").toString())))
        .toArray(String[]::new));
    assertThat(program.err().lines().filter(line -> line.contains("drops is 17")).map(line -> line.replaceFirst(
        ".*(run\\d)/summary.json.*", "$1"))).hasSize(9).isSorted();
  }

  /** The sum of two exceeds a long. */
  @Test
  void reportsSumsAboveLong() throws IOException {
    run.set("ranks.csv", 1, "operations", Long.toString(Long.MAX_VALUE));
    run.set("ranks.csv", 2, "operations", Long.toString(Long.MAX_VALUE));
    assertThat(said("ranks")).containsPattern("operations of the job is \\d+, but by ranks\\.csv 18446744073709551\\d{3}")
        .doesNotContain("Exception");
  }

  @Test
  void rowsOfParquetAreNamedByNumber() throws IOException {
    run.set("flows.csv", 2, "slowdown", "0.5000");
    Path table = folder.resolve("flows.parquet");
    run.ask("query", "SELECT * EXCLUDE (run, source_name, destination_name) FROM flows", "--out", table.toString());
    Files.move(table, run.file("flows.parquet"));
    assertThat(said("flows")).contains("flows.parquet: row 2: slowdown is 0.5000, but ");
  }

  @Test
  void rejectsMalformedRowsWithTheirLine() throws IOException {
    run.set("flows.csv", 2, "size_bytes", "many");
    Program program = run.report();
    assertThat(program.err()).contains("inflight: " + run.file("flows.csv") + ":3: this is not a row of such a table: ");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(run.ask("explain", FLOW).exit()).isZero();
  }

  /** Runs of all kinds: interrupted ones and those in several processes are in the tests of these. */
  @Test
  @Tag("sweep")
  void genuineRunsContradictNothing() throws IOException {
    var reported = new ArrayList<>(List.of("report", "--strict", "--out", folder.resolve("all.html").toString()));
    for (String scenario : List.of("incast", "lossy", "lossy-irn", "link-failure", "deadlock", "classes", "rdma", "nic-limit",
        "ai/rail", "ai/pipeline", "ai/dense", "uec/trim", "uec/spray flows=permutation(size=400KB)", "hpccpp/unreliable",
        "hpccpp/tcp", "hpccpp/guarded", "hpccpp/paths")) {
      String[] name = scenario.split(" ");
      String yaml = Path.of("../scenarios/" + name[0] + ".yaml").toAbsolutePath().normalize().toString();
      for (String[] more : new String[][] {{"--set", "series={every: 50us}"},
          {"--until", "60us", "--threads", "2", "--set", "tables=" + (KINDS_OF_ROWS.contains(name[0]) ? "parquet" : "csv")}}) {
        String out = folder.resolve(name[0].replace('/', '-') + (more[0].equals("--until") ? "-begun" : "-whole")).toString();
        Program ran = Program
            .run(Stream
                .of(Stream.of("run", yaml, "--out", out, "--quiet"), Stream.of(more),
                    Stream.of(name).skip(1).flatMap(value -> Stream.of("--set", value)))
                .flatMap(one -> one).toArray(String[]::new));
        assertThat(ran.exit()).as(ran.err()).isIn(0, 3);
        reported.add(out);
      }
    }
    Program report = Program.run(reported.toArray(String[]::new));
    assertThat(report.err()).isEmpty();
    assertThat(report.exit()).isZero();
  }
}
