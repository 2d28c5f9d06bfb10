package dev.inflight.lab.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inflight query} as a whole. */
class QueryCommandTest {
  @TempDir
  private Path folder;

  private String run;

  @BeforeEach
  void oneRun() throws IOException {
    run = made("one", "1");
  }

  private String made(String name, String seed) throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(scenario, "topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nseries: {every: 10us}\n");
    String out = folder.resolve(name).toString();
    assertThat(Program.run("run", scenario.toString(), "--seed", seed, "--out", out, "--quiet").exit()).isZero();
    return out;
  }

  private static String answer(String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.err()).isEmpty();
    assertThat(program.exit()).isZero();
    return program.out();
  }

  /** Returns the result for a run that has not ended. */
  private String answerOfPart(String sql) {
    Program program = Program.run("query", "--partial", run, sql);
    assertThat(program.err()).isEqualTo("inflight: warning: " + run
        + ": without a summary.json nothing states what the run wrote, so changes of its tables are not noticed\n");
    assertThat(program.exit()).isZero();
    return program.out();
  }

  private static void refused(String sentence, String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.err()).startsWith("inflight: ").contains(sentence).doesNotContain("Exception");
    assertThat(program.out()).isEmpty();
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void printsAnswersInColumns() {
    assertThat(answer("query", run, "SELECT flow, size_bytes / 8 AS eighth, operation FROM flows ORDER BY flow LIMIT 2"))
        .isEqualTo("flow  eighth  operation\n   0   12500  flow\n   1   12500  flow\n");
    assertThat(answer("query", run, "SELECT flow FROM flows WHERE flow > 99")).isEqualTo("flow\n(no rows)\n");
  }

  @Test
  void roundedNumbersHaveNoZerosAtTheirEnd() {
    assertThat(answer("query", run, "SELECT * FROM (VALUES (1, 5.006::DOUBLE), (2, 17.5::DOUBLE)) AS t(n, x)"))
        .isEqualTo("n       x\n1   5.006\n2  17.500\n");
    assertThat(answer("query", run, "SELECT round(5.0062::DOUBLE, 2) AS x")).isEqualTo("   x\n5.01\n");
  }

  @Test
  void csvHasAllDigits() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(run, "flows.csv"));
    String slowdown = lines.get(1).split(",")[10];
    assertThat(answer("query", run, "SELECT run, slowdown FROM flows LIMIT 1", "--format", "csv"))
        .isEqualTo("run,slowdown\none," + slowdown + "\n");
  }

  /** A query can select each column of each table of results, and no value is lost on the way. */
  @Test
  void everyTableHasAllRowsAndColumns() throws IOException {
    for (ResultFile file : ResultFiles.ALL) {
      Path csv = Path.of(run, file.name());
      if (!file.isCsv()) {
        continue;
      }
      String table = file.name().replace(".csv", "").replace('-', '_');
      String columns = String.join(", ", file.fields().stream().map(Field::name).map(name -> '"' + name + '"').toList());
      long rows = Files.exists(csv) ? Files.readAllLines(csv).size() - 1L : 0;
      assertThat(answer("query", run, "SELECT count(*) AS n FROM (SELECT run, " + columns + " FROM " + table + ")")).as(table)
          .endsWith(rows + "\n");
    }
  }

  @Test
  void distinguishesSeveralRuns() throws IOException {
    String two = made("two", "2");
    assertThat(answer("query", run, two, "SELECT run, count(*) AS flows FROM flows GROUP BY run ORDER BY run"))
        .isEqualTo("run  flows\none      4\ntwo      4\n");
    assertThat(answer("query", run, two, "SELECT run, seed, state, slowdown_p50 > 1 AS slow FROM runs ORDER BY seed"))
        .isEqualTo("run  seed  state  slow\none     1  whole  true\ntwo     2  whole  true\n");
  }

  @Test
  void listsTablesWithoutAQuery() {
    assertThat(answer("query", run)).contains("\nflows: ", "slowdown", "4 rows.", "the ideal completion time: ",
        "\nport_series: ");
  }

  @Test
  void answerIsWrittenAsParquetWithMeanings() {
    String file = folder.resolve("it's.parquet").toString();
    answer("query", run, "FROM flows ORDER BY flow;", "--out", file);
    String quoted = file.replace("'", "''");
    assertThat(answer("query", run, "SELECT count(*) AS n, sum(size_bytes) AS bytes FROM '" + quoted + "'"))
        .endsWith("4  400000\n");
    assertThat(
        answer("query", run, "SELECT value::VARCHAR AS meaning FROM parquet_kv_metadata('" + quoted + "') WHERE key = 'fct_ns'"))
        .contains("ns; completion time, from the start");
    refused("ends with none of .parquet, .arrow, .feather, .csv and .json", "query", run, "FROM flows", "--out",
        folder.resolve("x.txt").toString());
  }

  /** Values of any kind: numbers have every digit, and a value that is no JSON number is null. */
  @Test
  void rowsAreObjectsOfJson() throws IOException {
    assertThat(
        answer("query", run, "SELECT flow, size_bytes, operation, run FROM flows ORDER BY flow LIMIT 2", "--format", "json"))
        .isEqualTo("""
            [
            {"flow":0,"size_bytes":100000,"operation":"flow","run":"one"},
            {"flow":1,"size_bytes":100000,"operation":"flow","run":"one"}
            ]
            """);
    String kinds = """
        SELECT 9007199254740993 AS whole, 170141183460469231731687303715884105727::HUGEINT AS huge, 0.1::DOUBLE AS d,
        5e-324::DOUBLE AS least, 1.10::DECIMAL(5, 2) AS exact, 0::DECIMAL(18, 12) AS zero, 'nan'::DOUBLE AS nan,
        '-inf'::FLOAT AS endless, 0.1::FLOAT AS f, NULL AS none, true AS flag, DATE '2020-01-02' AS day, 7::TINYINT AS tiny,
        [1, NULL, 3] AS list, {'x': [0.5::DOUBLE], 'y': 'z'} AS struct, MAP {'k': 2} AS map, 'a "b"\né' AS text""";
    String expected = "[\n{\"whole\":9007199254740993,\"huge\":170141183460469231731687303715884105727,\"d\":0.1,\"least\":4.9E-324,"
        + "\"exact\":1.10,\"zero\":0.000000000000,\"nan\":null,\"endless\":null,\"f\":0.1,\"none\":null,\"flag\":true,"
        + "\"day\":\"2020-01-02\",\"tiny\":7,\"list\":[1,null,3],\"struct\":{\"x\":[0.5],\"y\":\"z\"},\"map\":{\"k\":2},"
        + "\"text\":\"a \\\"b\\\"\\né\"}\n]\n";
    assertThat(answer("query", run, kinds, "--format", "JSON")).isEqualTo(expected);
    Path file = folder.resolve("kinds.json");
    answer("query", run, kinds, "--out", file.toString());
    assertThat(file).hasContent(expected);
    assertThat(answer("query", run, "FROM flows WHERE flow > 99", "--format", "json")).isEqualTo("[\n]\n");
    refused("two columns of the answer are called 'flow'", "query", run, "SELECT flow, flow FROM flows", "--format", "json");
  }

  @Test
  void rejectsUnknownFormats() {
    String[] asked = {"query", run, "FROM flows", "--format"};
    refused("--format: unknown format 'jsn'; did you mean 'json'? known: text, csv, json, parquet, arrow", with(asked, "jsn"));
    refused("--format: parquet is written to a file only: --out FILE.parquet", with(asked, "parquet"));
    refused("--format: unknown format 'arow'; did you mean 'arrow'?", with(asked, "arow"));
    refused("--format: there is no SQL", "query", run, "--format", "json");
  }

  @Test
  void outputFileHasTheRequestedFormat() throws IOException {
    Path any = folder.resolve("answer.data");
    answer("query", run, "SELECT flow FROM flows ORDER BY flow LIMIT 1", "--format", "csv", "--out", any.toString());
    assertThat(any).hasContent("flow\n0\n");
    answer("query", run, "FROM flows", "--format", "parquet", "--out", any.toString(), "--force");
    assertThat(answer("query", run, "SELECT count(*) AS n FROM read_parquet('" + any + "')")).endsWith("4\n");
    answer("query", run, "SELECT flow, sum(size_bytes) * 100000000000 + 1 AS sum FROM flows GROUP BY ALL ORDER BY flow DESC",
        "--out", any.toString(), "--format", "parquet", "--force");
    assertThat(answer("query", run, "SELECT flow, sum::VARCHAR AS sum FROM read_parquet('" + any + "')", "--format", "csv"))
        .startsWith("flow,sum\n3,10000000000000001\n2,");
    refused("ends with .csv, and the format is json", "query", run, "FROM flows", "--format", "json", "--out",
        folder.resolve("x.CSV").toString());
    refused("ends with .feather, and the format is csv", "query", run, "FROM flows", "--format", "csv", "--out",
        folder.resolve("x.feather").toString());
    refused("--format: text is for the screen", "query", run, "FROM flows", "--format", "text", "--out",
        folder.resolve("x").toString());
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void onlyForceReplacesExistingFiles() throws IOException {
    Path mine = Files.writeString(folder.resolve("mine.csv"), "mine");
    String sql = "SELECT flow FROM flows ORDER BY flow LIMIT 1";
    refused(mine + ": this file exists already; give another name, or overwrite it with --force", "query", run, sql, "--out",
        mine.toString());
    assertThat(mine).hasContent("mine");
    answer("query", run, sql, "--out", mine.toString(), "--force");
    assertThat(mine).hasContent("flow\n0\n");
  }

  private static String[] with(String[] arguments, String last) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }

  @Test
  void reportsQueriesThatFail() {
    refused("tables: runs, collectives, drops, flow_series, flows,", "query", run, "SELECT 1 FROM flow");
    refused("SQL: ", "query", run, "SELEC 1");
    refused("\"slowdown\", \"flow\"", "query", run, "SELECT slowdwn FROM flows");
    refused("SQL: line 2, column 3: Binder Error: Referenced column \"slowdwn\" not found in FROM clause; Candidate bindings: ",
        "query", run, "SELECT flow\n, slowdwn FROM flows");
    refused("SQL: line 1, in ...", "query", run, "SELECT '" + "x".repeat(200) + "', slowdwn FROM flows");
    refused("the folder of a run is missing", "query", "SELECT 1");
    refused("none: there is no such run", "query", folder.resolve("none").toString(), "SELECT 1");
    refused("this folder holds no run", "query", folder.toString(), "SELECT 1");
    refused("this run is named twice", "query", run, run + "/.", "SELECT 1");
  }

  @Test
  void incompleteRunsNeedAnOption() throws IOException {
    Path flows = Path.of(run, "flows.csv");
    List<String> lines = Files.readAllLines(flows);
    Files.writeString(flows, String.join("\n", lines.subList(0, 3)) + "\n" + lines.get(3).substring(0, 5));
    Files.move(Path.of(run, "summary.json"), Path.of(run, "INCOMPLETE"));
    refused("has not ended, or it was killed, so rows may be missing; --partial takes what there is", "query", run, "FROM flows");
    assertThat(answerOfPart("SELECT count(*) AS n FROM flows")).endsWith("2\n");
    assertThat(answerOfPart("SELECT state, seed FROM runs")).endsWith("incomplete\n");
    Files.writeString(flows, ""); // nothing had reached the disk yet
    assertThat(answerOfPart("SELECT count(*) AS n FROM flows")).endsWith("0\n");
    Files.writeString(flows, "flow,fine\n");
    refused(flows + ":1: this is not the first line of a flows.csv: it has no column 'fine'", "query", "--partial", run,
        "FROM flows");
  }

  @Test
  void rejectsFileOfAnotherKindAtItsFirstLine() throws IOException {
    Files.writeString(Path.of(run, "queues.csv"), "node,color\n1,red\n");
    refused("queues.csv:1: this is not the first line of a queues.csv: it has no column 'color'", "query", run, "FROM flows");
  }

  /** Names of folders are data: the database interprets no quote or wildcard in them. */
  @Test
  void foldersMayHaveAnyName() throws IOException {
    String odd = made("o'dd [x]* \"y\"", "3");
    assertThat(answer("query", odd, "SELECT count(*) AS n, any_value(run) AS run FROM flows")).contains("4  o'dd [x]* \"y\"");
  }

  /** The message names the file and its line, whichever command reads it. */
  @Test
  void rejectsUnknownTables() throws IOException {
    Path flows = Path.of(run, "flows.csv");
    List<String> lines = Files.readAllLines(flows);
    for (String row : List.of("1,2,3", lines.get(2).replaceFirst(",", ",x"))) {
      Files.write(flows, List.of(lines.get(0), lines.get(1), row, lines.get(3)));
      refused(flows + ":3: this is not a row of such a table: ", "query", run, "SELECT sum(source) FROM flows");
      refused(flows + ":3: this is not a row of such a table: ", "report", run);
    }
    Files.write(flows, new byte[] {0, (byte) 0xff, 0, '\n'});
    refused(flows + ":1: this is not text", "query", run, "FROM flows");
  }

  /** Before it has done anything. */
  @Test
  void rejectsStatementsWithoutRows() {
    Path copy = folder.resolve("copy.csv");
    String copies = "copy flows to '" + copy + "'";
    for (String sql : List.of(copies, "/* all of it */ " + copies.toUpperCase(), "; " + copies + " ; ",
        "explain analyze " + copies, "drop table flows")) {
      refused(" returns no rows; a query starts with select, from, with", "query", run, sql);
    }
    for (String sql : List.of("select 1; " + copies, "select 1; select 2")) {
      refused("these are 2 statements; a query has one", "query", run, sql);
    }
    assertThat(copy).doesNotExist();
  }

  @Test
  void runsStatementsWithRows() {
    assertThat(answer("query", run, "/* a */ FROM flows SELECT flow ORDER BY flow LIMIT 1")).isEqualTo("flow\n   0\n");
    assertThat(answer("query", run, "(SELECT 1 AS one)")).contains("one");
    assertThat(answer("query", run, "PRAGMA table_info('flows')")).contains("slowdown");
    assertThat(answer("query", run, "EXPLAIN FROM flows")).isNotEmpty();
    assertThat(answer("query", run, "SELECT 'copy; drop' AS \"a;b\" -- ; copy\n;")).contains("copy; drop");
  }

  @Test
  void rejectsAnEmptyArgument() {
    refused("query: an argument is empty; is a variable of the shell not set?", "query", run, "");
    refused("query: an argument is empty; is a variable of the shell not set?", "query", "");
  }
}
