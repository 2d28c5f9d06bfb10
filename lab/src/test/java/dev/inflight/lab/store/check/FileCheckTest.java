package dev.inflight.lab.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.digest.FileDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder with files other than those that its run wrote. */
class FileCheckTest {
  /** Scenario with a row in each table: lost packets, pauses, a job, a flow that does not finish, and series. */
  private static final String YAML = """
      topology: star(hosts=6)
      flows:
        - incast(senders=4, size=300KB)
        - flow(from=4, to=5, size=1GB)
        - collective(op=all-reduce, size=100KB)
      scheme: none
      buffer: 200KB
      pfc: false
      series: {every: 20us}
      until: 2ms
      unfinished: allowed
      """;

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
    run = genuine.copy(folder.resolve("run"));
  }

  private static String warning(Path file, String what) {
    return "inflight: warning: " + file + ": " + what;
  }

  @Test
  void summaryHasTheDigestOfEachFile() throws IOException {
    SummaryFile summary = SummaryFile.read(run.file("summary.json"));
    List<String> names = new ArrayList<>();
    for (int at = 0; at < summary.items("files"); at++) {
      String item = "files[" + at + "].";
      FileDigest now = FileDigest.of(run.file(String.valueOf(summary.text(item + "name"))));
      assertThat(summary.text(item + "sha256")).as(now.name()).isEqualTo(now.sha256()).matches("[0-9a-f]{64}");
      assertThat(summary.whole(item + "bytes")).isEqualTo(now.bytes());
      names.add(now.name());
    }
    try (Stream<Path> files = Files.list(run.folder())) {
      assertThat(names).containsExactlyElementsOf(
          files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("summary.json")).sorted().toList());
    }
    assertThat(run.tables()).contains("collectives.csv", "drops.csv", "flow-series.csv", "flows.csv", "port-series.csv",
        "ports.csv", "queue-lengths.csv", "queues.csv", "ranks.csv", "slowdown.csv", "stalled.csv");
  }

  @Test
  void digestsDoNotDependOnThreads() throws IOException {
    String all = """
        name: all
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows: ["poisson(load=0.5, duration=100us)", "collective(op=all-gather, size=100KB)"]
        series: {every: 20us}
        """;
    String files = digests(EditedRun.of(folder.resolve("one"), all, 0, "--threads", "1").folder());
    assertThat(digests(EditedRun.of(folder.resolve("two"), all, 0, "--threads", "2").folder())).isEqualTo(files);
    assertThat(digests(EditedRun.of(folder.resolve("seed"), all, 0, "--seed", "2").folder())).isNotEqualTo(files);
  }

  private static String digests(Path run) throws IOException {
    String text = Files.readString(run.resolve("summary.json"));
    return text.substring(text.indexOf("\"files\""));
  }

  @Test
  void genuineFolderHasNoWarning() {
    assertThat(run.report("--strict").err()).isEmpty();
    assertThat(run.ask("query", "--strict").err()).isEmpty();
    assertThat(run.ask("explain", "0", "--strict").err()).isEmpty();
  }

  /** One random cell of each table: every command that reads the table names it, and with --strict ends with 2. */
  @Test
  void randomCellsAreNoticed() throws IOException {
    var random = new Random(40);
    String start = "this is not what the run wrote: ";
    var edited = new LinkedHashMap<String, EditedRun>();
    for (String table : run.tables()) {
      edited.put(table, run.copy(folder.resolve("edited-" + table)));
      corrupt(edited.get(table).file(table), random);
    }
    for (String table : edited.keySet()) {
      String sql = "SELECT count(*) FROM " + table.replace(".csv", "").replace('-', '_');
      assertThat(edited.get(table).ask("query", sql).err()).as(table).contains(warning(edited.get(table).file(table), start));
    }
    for (String table : List.of("flows.csv", "ports.csv", "ranks.csv")) { // it simulates again, and the same check is in front of it
      assertThat(edited.get(table).ask("explain", "0").err()).as(table).contains(warning(edited.get(table).file(table), start));
    }
    Program report = reportOfAll(edited.values());
    Program strict = reportOfAll(edited.values(), "--strict");
    assertThat(strict.exit()).isEqualTo(2);
    edited.forEach((table, one) -> {
      assertThat(report.err()).as(table).contains(warning(one.file(table), start));
      assertThat(strict.err()).as(table).contains("inflight: " + one.file(table) + ": " + start);
    });
  }

  private Program reportOfAll(Collection<EditedRun> runs, String... more) {
    return Program.run(Stream.of(Stream.of("report"), runs.stream().map(one -> one.folder().toString()), Stream.of(more),
        Stream.of("--out", folder.resolve("all.html").toString())).flatMap(one -> one).toArray(String[]::new));
  }

  /** Changes a digit of a random cell into another one. */
  private static void corrupt(Path table, Random random) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(table));
    for (;;) {
      int row = 1 + random.nextInt(lines.size() - 1);
      int at = random.nextInt(lines.get(row).length());
      char digit = lines.get(row).charAt(at);
      if (Character.isDigit(digit)) {
        char other = (char) ('0' + (digit - '0' + 1 + random.nextInt(9)) % 10);
        lines.set(row, lines.get(row).substring(0, at) + other + lines.get(row).substring(at + 1));
        Files.write(table, lines);
        return;
      }
    }
  }

  @Test
  void namesMissingAndUnlistedFiles() throws IOException {
    long bytes = Files.size(run.file("drops.csv"));
    Files.delete(run.file("drops.csv"));
    Files.writeString(run.file("pfc.txt"), "");
    for (String[] command : new String[][] {{"query", "FROM runs"}, {"report"}, {"explain", "0"}}) {
      assertThat(run.ask(command[0], Stream.of(command).skip(1).toArray(String[]::new)).err()).contains(
          warning(run.file("drops.csv"), "the file is missing; the run wrote it, with " + bytes + " bytes\n"),
          warning(run.file("pfc.txt"), "the run did not write this file\n"));
    }
  }

  /** Files that a query does not read are not digested; a file of another size is detected all the same. */
  @Test
  void queriesCheckDigestsOfTheirTables() throws IOException {
    run.set("ports.csv", 1, "ecn_marks", "1");
    assertThat(run.ask("query", "SELECT max(slowdown) FROM flows").err()).isEmpty();
    assertThat(run.ask("query", "SELECT count(*) FROM Ports").err()).contains(run.file("ports.csv") + ": this is not what");
    assertThat(run.ask("query", "SELECT count(*) FROM query_table('po' || 'rts')").err())
        .contains(run.file("ports.csv") + ": this is not");
    String ports = Files.readString(run.file("ports.csv"));
    Files.writeString(run.file("ports.csv"), ports + ports.lines().toList().getLast() + "\n");
    assertThat(run.ask("query", "SELECT max(slowdown) FROM flows").err())
        .contains(run.file("ports.csv") + ": this is not what the run" + " wrote: it has ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"seed\" : 1,=\"seed\" : 2,", "\"partial\" : false=\"partial\" :  false",
      "\"sha256\" : \"=\"sha256\" : \"0"})
  void editedSummaryIsNoticed(String edit) throws IOException {
    run.replace("summary.json", edit.split("=")[0], edit.split("=")[1]);
    Program program = run.ask("query", "SELECT seed FROM runs");
    assertThat(program.err()).contains("/summary.json:", ": this is not the summary that the run wrote: its SHA-256 is ");
    assertThat(program.exit()).isZero();
  }

  @Test
  void editedScenarioIsNoticed() throws IOException {
    run.replace("scenario.yaml", "200KB", "300KB");
    assertThat(run.ask("explain", "0").err())
        .contains(warning(run.file("scenario.yaml"), "this is not what the run wrote: its SHA-256"));
  }

  /** A name from a stranger's summary opens no file. */
  @Test
  void unknownNamesAreNotOpened() throws IOException {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere.csv"), "secret");
    run.replace("summary.json", "\"drops.csv\"", "\"../elsewhere.csv\"");
    Files.delete(elsewhere);
    Files.createDirectory(elsewhere); // to open it would fail
    assertThat(run.ask("query", "FROM runs").err()).contains("files lists '../elsewhere.csv', which no run writes\n")
        .doesNotContain("cannot be compared");
  }

  @Test
  void foldersWithoutDigestsGetOneNote() throws IOException {
    run.withoutDigests();
    String note = warning(run.folder(),
        "its summary.json has no digests, as those of older versions, so changes of its tables are" + " not noticed\n");
    assertThat(run.report().err()).isEqualTo(note);
    assertThat(run.ask("query", "SELECT count(*) FROM flows").err()).isEqualTo(note);
    assertThat(run.ask("explain", "0").err()).isEqualTo(note);
    assertThat(run.ask("query", "FROM runs", "--strict").exit()).isEqualTo(2);
  }

  @Test
  void parquetTablesAreDigestedAsTheyAre() throws IOException {
    EditedRun parquet = EditedRun.of(folder.resolve("parquet"), YAML + "tables: parquet\n", 0);
    assertThat(parquet.report("--strict").err()).isEmpty();
    Files.copy(run.file("flows.csv"), parquet.file("flows.csv"));
    assertThat(parquet.ask("query", "FROM runs").err())
        .contains(warning(parquet.file("flows.csv"), "the run did not write this file\n"));
    byte[] bytes = Files.readAllBytes(parquet.file("flows.parquet"));
    bytes[bytes.length / 2] ^= 1;
    Files.write(parquet.file("flows.parquet"), bytes);
    assertThat(parquet.ask("explain", "0").err())
        .contains(warning(parquet.file("flows.parquet"), "this is not what the run wrote: "));
  }

  @Test
  void comparisonsNameEditedFiles() throws IOException {
    EditedRun other = run.copy(folder.resolve("other"));
    String[] both = {other.folder().toString()};
    assertThat(run.ask("compare", both).err()).isEmpty();
    other.set("flows.csv", 1, "size_bytes", "299999");
    assertThat(run.ask("compare", both).err()).contains(warning(other.file("flows.csv"), "this is not what the run wrote: "));
    assertThat(run.ask("compare", other.folder().toString(), "--strict").exit()).isEqualTo(2);
    assertThat(Program.run("compare", run.file("flows.csv").toString(), other.file("flows.csv").toString()).err())
        .contains(warning(other.file("flows.csv"), "this is not what the run wrote: "));
  }

  @Test
  void reportsShowTheirWarnings() throws IOException {
    run.set("ports.csv", 1, "ecn_marks", "1");
    assertThat(run.report().exit()).isZero();
    assertThat(run.file("report.html")).content().contains("ports.csv: this is not what the run wrote: its SHA-256 is ");
  }
}
