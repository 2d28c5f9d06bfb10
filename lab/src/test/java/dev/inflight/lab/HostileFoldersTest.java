package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Folders of strangers that no run has written are refused with a sentence that names file and line, and lead to no other file. */
@Tag("sweep")
class HostileFoldersTest {
  private static final String UNKNOWN = "<img src=x>";

  @TempDir
  private static Path all;
  private static Path plain;

  @TempDir
  private Path folder;

  @BeforeAll
  static void run() throws IOException {
    plain = HostileRun.plain(all.resolve("plain"));
  }

  private Path copy() throws IOException {
    Path copy = folder.resolve("run");
    Files.createDirectory(copy);
    try (Stream<Path> files = Files.list(plain)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  private static void refused(String sentence, String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.err()).as(String.join(" ", arguments)).contains(sentence).doesNotContain("sorry", "\tat ");
    assertThat(program.exit()).as(program.err()).isEqualTo(2);
  }

  /** A command that ends well, whatever it warns of. */
  private static void written(String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err().lines()).allMatch(line -> line.startsWith("inflight: warning: "));
  }

  /** Asserts that all commands that read tables report this error. */
  private static void refused(Path run, String sentence) {
    refused(sentence, "report", run.toString(), "--out", run.resolveSibling("r.html").toString());
    refused(sentence, "query", run.toString(), "SELECT count(*) FROM runs");
    refused(sentence, "compare", plain.toString(), run.toString(), "--report", run.resolveSibling("c.html").toString());
    assertThat(run.resolveSibling("r.html")).doesNotExist();
    assertThat(run.resolveSibling("c.html")).doesNotExist();
  }

  static Stream<Arguments> choices() {
    return HostileRun.tables().stream().flatMap(
        table -> table.fields().stream().filter(field -> field.type() == Type.CHOICE).map(field -> Arguments.of(table, field)));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void rejectsUnknownChoiceWithFileAndLine(ResultFile table, Field field) throws IOException {
    Path run = copy();
    Path file = run.resolve(table.name());
    HostileRun.put(file, table, field.name(), UNKNOWN);
    refused(run,
        file + ":2: " + "unknown " + field.name() + " \'" + UNKNOWN + "\'; known: " + String.join(", ", field.choices()));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void rejectsUnknownChoiceInParquetWithFileAndRow(ResultFile table, Field field) throws IOException, SQLException {
    Path run = copy();
    Path text = run.resolve(table.name());
    Path parquet = run.resolve(table.named(ResultFile.PARQUET));
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:"); Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE t ("
          + String.join(", ", table.fields().stream().map(one -> '"' + one.name() + "\" " + type(one)).toList()) + ")");
      statement.execute("INSERT INTO t BY NAME FROM read_csv('" + text + "', header = true, all_varchar = true, nullstr = '')");
      statement.execute("UPDATE t SET \"" + field.name() + "\" = '" + UNKNOWN + "'");
      statement.execute("COPY t TO '" + parquet + "' (FORMAT parquet)");
    }
    Files.delete(text);
    refused(run, parquet + ": row 1: " + "unknown " + field.name() + " \'" + UNKNOWN + "\'; known: ");
  }

  private static String type(Field field) {
    return switch (field.type()) {
      case WHOLE -> "BIGINT";
      case DECIMAL -> "DOUBLE";
      default -> "VARCHAR";
    };
  }

  @Test
  void rejectsColumnOfAnotherTypeInParquet() throws IOException, SQLException {
    Path run = copy();
    Path parquet = run.resolve("ranks.parquet");
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:"); Statement statement = database.createStatement()) {
      statement.execute("COPY (SELECT 'a' AS job, '<img src=x>' AS rank) TO '" + parquet + "' (FORMAT parquet)");
    }
    Files.delete(run.resolve("ranks.csv"));
    refused(run, parquet + ": its column 'rank' has the type VARCHAR, and must have BIGINT");
  }

  static List<String> choicesOfSummary() {
    return SummaryJson.FILE.fields().stream().filter(field -> field.type() == Type.CHOICE).map(Field::name).toList();
  }

  @ParameterizedTest
  @MethodSource("choicesOfSummary")
  void rejectsUnknownChoiceInSummaryWithFileAndLine(String key) throws IOException {
    Path run = copy();
    Path summary = run.resolve("summary.json");
    String text = Files.readString(summary);
    Files.writeString(summary,
        text.replaceFirst("\"" + key + "\" : \"[^\"]*\"", Matcher.quoteReplacement("\"" + key + "\" : \"" + UNKNOWN + "\"")));
    long line = text.substring(0, text.indexOf("\"" + key + "\"")).lines().count();
    refused(run, summary + ":" + line + ": this is not a run's summary: unknown " + key + " \'" + UNKNOWN + "\'; known: ");
  }

  /** Errors, each with the second line of collectives.csv that has it, and the message. */
  static Stream<Arguments> contents() {
    String row = "\"a\",0,\"b\",\"all-reduce\",ring,4,1000,0.000,1.000,1,1,0";
    return Stream.of(
        Arguments.of("two columns", "job,op,op\n\"a\",all-reduce,all-reduce\n", ":1: it has two columns 'op'"),
        Arguments.of("no such column", "job,<b>\n\"a\",1\n",
            ":1: this is not the first line of a collectives.csv: it has no column '<b>'"),
        Arguments.of("a header without end", "j".repeat(1 << 20), ":1: this is not the first line"),
        Arguments.of("a NUL", header() + row + "\n" + row.replace("\"b\"", "\"\0\"") + "\n",
            ":3: found a NUL byte, so this is not a text file"),
        Arguments.of("an open quote", header() + row + "\n\"a\",0,\"b\n" + row + "\n", "collectives.csv:"),
        Arguments.of("a quote that never ends", header() + row + "\n\"a\",0,\"b\n", ":3: this quoted text has no closing quote"),
        Arguments.of("a huge field", header() + row.replace("\"b\"", "\"" + "b".repeat(3 << 20) + "\"") + "\n",
            ":2: this row has more than 1048576 bytes, and no run writes such a row"),
        Arguments.of("too few columns", header() + "\"a\",0,\"b\",all-reduce\n", ":2: this is not a row of such a table: "),
        Arguments.of("too many columns", header() + row + ",1\n", ":2: this is not a row of such a table: "),
        Arguments.of("a number that is text", header() + row.replace(",4,", ",<b>,") + "\n",
            ":2: this is not a row of such a table: "),
        Arguments.of("a number without bound", header() + row.replace(",4,", "," + "9".repeat(40) + ",") + "\n",
            ":2: this is not a row of such a table: "),
        Arguments.of("no text", header() + row.replace("\"b\"", "\"\u00ff\"") + "\n", "collectives.csv:2: "),
        Arguments.of("nothing", "\n", ":1: the names of the columns are missing"));
  }

  private static String header() {
    return JobFiles.COLLECTIVES.header() + "\n";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("contents")
  void rejectsInvalidTableWithFileAndLine(String what, String content, String sentence) throws IOException {
    Path run = copy();
    Files.writeString(run.resolve("collectives.csv"), content,
        what.equals("no text") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    refused(sentence, "report", run.toString(), "--out", folder.resolve("r.html").toString());
    refused(sentence, "query", run.toString(), "FROM collectives");
  }

  /** A word may be in quotes, and lines may end as on Windows. */
  @Test
  void acceptsQuotesAndLineEnds() throws IOException {
    Path run = copy();
    Path file = run.resolve("collectives.csv");
    HostileRun.put(file, JobFiles.COLLECTIVES, "op", "\"all-reduce\"");
    Files.writeString(file, Files.readString(file).replace("\n", "\r\n"));
    written("report", run.toString(), "--out", folder.resolve("r.html").toString());
  }

  @Test
  void followsNoLinkOutOfTheFolder() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "secret: 1\n");
    Path run = copy();
    for (String name : List.of("scenario.yaml", "live.txt", "stalled.csv", "summary.json", "ranks.parquet")) {
      Path file = run.resolve(name);
      Path kept = Files.exists(file) ? Files.move(file, folder.resolve("kept")) : null;
      Files.createSymbolicLink(file, secret);
      refused(run,
          file + ": this symbolic link leads to no file in the run's folder, and is not followed; put the file itself there");
      Files.delete(file);
      if (kept != null) {
        Files.move(kept, file);
      }
    }
    Files.move(run.resolve("scenario.yaml"), run.resolve("other.yaml"));
    Files.createSymbolicLink(run.resolve("scenario.yaml"), Path.of("other.yaml"));
    written("report", run.toString(), "--out", folder.resolve("r.html").toString());
  }

  @Test
  void pipesAreNotRead() throws IOException, InterruptedException {
    Path run = copy();
    Path file = run.resolve("live.txt");
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    refused(run, file + ": this is not a regular file, as a run's results are");
    refused(file + ": this is not a regular file", "explain", run.toString(), "0");
  }

  /** A report is written into an untrusted folder, where a link may have the name that the report has until it is complete. */
  @Test
  void reportIsWrittenThroughNoLink() throws IOException {
    Path mine = Files.writeString(folder.resolve("mine.txt"), "mine");
    Path run = copy();
    for (String name : List.of("report.html", "report.html.part")) {
      Files.deleteIfExists(run.resolve(name));
      Files.createSymbolicLink(run.resolve(name), mine);
      written("report", run.toString());
      assertThat(mine).hasContent("mine");
      assertThat(run.resolve("report.html")).isRegularFile();
      assertThat(Files.isSymbolicLink(run.resolve("report.html"))).isFalse();
    }
    Files.createSymbolicLink(run.resolve("a.csv.part"), mine);
    written("query", run.toString(), "FROM flows", "--out", run.resolve("a.csv").toString());
    assertThat(mine).hasContent("mine");
  }

  @Test
  void rejectsSummaryWithoutEndInDepth() throws IOException {
    Path run = copy();
    for (String text : List.of("[".repeat(1 << 20), "{\"a\":".repeat(1 << 20), "{\"slowdown\":".repeat(1 << 20),
        "{\"seed\": 1" + "0".repeat(5000) + "}", "{\"scenario\": \"\\ud800\", \"a", "\0")) {
      Files.writeString(run.resolve("summary.json"), text);
      refused(run, run.resolve("summary.json") + ":1: ");
    }
  }

  @Test
  void queryPrintsNothingThatTerminalsObey() throws IOException {
    Path run = copy();
    ResultFile stalled = HostileRun.tables().stream().filter(table -> table.name().equals("stalled.csv")).findFirst()
        .orElseThrow();
    for (Field field : stalled.fields().stream().filter(field -> field.type() == Type.TEXT).toList()) {
      HostileRun.put(run.resolve(stalled.name()), stalled, field.name(), "\"a\u001b[31m\u202eb\"");
    }
    String printed = Program.run("query", run.toString(), "FROM stalled LIMIT 1").out();
    assertThat(printed).contains("a\\x1b[31m\\u202eb");
    assertThat(printed.chars().filter(c -> c != '\n')).allMatch(c -> c >= ' ' && c < 127);
  }

  /** Half of a character, written as JSON permits, is in no file of text. */
  @Test
  void halfOfCharacterIsReplacedInReport() throws IOException {
    Path run = copy();
    Path summary = run.resolve("summary.json");
    Files.writeString(summary, Files.readString(summary).replace("\"plain\"", "\"a\\ud800b\""));
    Path report = folder.resolve("r.html");
    written("report", run.toString(), "--out", report.toString());
    assertThat(Files.readString(report)).containsPattern("\"a[^a-z\"]{1,6}b\"");
  }
}
