package dev.inflight.lab.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.print.OutputError;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with tables kept as Parquet, compared with the same runs with tables of text. */
class ParquetTablesTest {
  /** Losses, pauses, classes, series and a flow that never finishes: each table has rows. */
  private static final String SCENARIO = """
      topology: star(hosts=9, rate=25Gbps)
      flows: []
      classes:
        - {name: bulk, flows: "incast(senders=8, size=300KB)"}
        - {name: late, flows: "flow(from=0, to=1, size=10MB, start=700us)"}
      scheme: dcqcn
      buffer: 1MiB
      ecn: [{rate: 25Gbps, kmin: 5KB, kmax: 20KB, pmax: 1}]
      lossRate: 0.001
      until: 3ms
      unfinished: allowed
      series: {every: 10us}
      """;

  @TempDir
  private Path folder;

  private Path scenario;

  @BeforeEach
  void scenario() throws IOException {
    scenario = Files.writeString(folder.resolve("s.yaml"), SCENARIO);
  }

  private Program run(String out, String... more) {
    var arguments = new ArrayList<>(List.of("run", scenario.toString(), "--out", folder.resolve(out).toString(), "--quiet"));
    arguments.addAll(List.of(more));
    return Program.run(arguments.toArray(String[]::new));
  }

  private List<String> names(String run) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(run))) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void parquetReplacesText() throws IOException {
    assertThat(run("text").exit()).isZero();
    assertThat(run("parquet", "--set", "tables=parquet").exit()).isZero();
    assertThat(names("text")).contains("drops.csv", "flow-series.csv", "pauses.csv", "stalled.csv");
    assertThat(names("parquet")).isEqualTo(names("text").stream().map(name -> name.replace(".csv", ".parquet")).toList());
    for (String name : names("text")) {
      if (name.endsWith(".csv")) {
        String table = name.replace(".csv", "").replace('-', '_');
        String sql = "SELECT * EXCLUDE (run) FROM " + table;
        Program text = Program.run("query", folder.resolve("text").toString(), sql, "--format", "csv");
        Program parquet = Program.run("query", folder.resolve("parquet").toString(), sql, "--format", "csv");
        assertThat(text.err() + parquet.err()).isEmpty();
        assertThat(text.out().lines()).as(name).hasSizeGreaterThan(1);
        assertThat(parquet.out()).as(name).isEqualTo(text.out());
      }
    }
  }

  @Test
  void compareReportAndExplainReadParquet() {
    run("text");
    run("parquet", "--set", "tables=parquet");
    String text = folder.resolve("text").toString();
    String parquet = folder.resolve("parquet").toString();
    Program compared = Program.run("compare", text, parquet);
    assertThat(compared.err()).isEmpty();
    assertThat(compared.out()).doesNotContain("differs").containsPattern("B +7 +0 +0 +7 ");
    assertThat(Program.run("compare", text, parquet + "/flows.parquet").exit()).isZero();
    assertThat(Program.run("report", parquet).exit()).isZero();
    assertThat(Program.run("explain", parquet, "3").out())
        .isEqualTo(Program.run("explain", text, "3").out().replace(text, parquet));
  }

  /** The file alone contains the meanings of its columns. */
  @Test
  void columnsAreExplainedInTheFile() {
    run("parquet", "--set", "tables=parquet");
    String file = folder.resolve("parquet").resolve("flows.parquet").toString();
    assertThat(Program.run("query", folder.resolve("parquet").toString(),
        "SELECT decode(key) || ': ' || decode(value) AS said FROM parquet_kv_metadata('" + file + "')").out())
        .contains("fct_ns: ns; completion time, from the start").contains("size_bytes: B; application bytes");
  }

  @Test
  void anotherRunRemovesThem() throws IOException {
    run("out", "--set", "tables=parquet");
    Files.writeString(folder.resolve("out").resolve("ports.parquet.part"), "of a run that was killed");
    run("out", "--force");
    assertThat(names("out")).noneMatch(name -> name.contains("parquet"));
  }

  /** The text still exists, and the folder has the reason. */
  @Test
  void reportsUnwritableFile() throws IOException {
    Path out = Files.createDirectories(folder.resolve("out"));
    assertThat(run("out").exit()).isZero();
    Path part = Files.createDirectory(out.resolve("drops.parquet.part"));
    Files.writeString(part.resolve("kept"), "");
    assertThatThrownBy(() -> ParquetTables.replaceText(out)).isInstanceOf(OutputError.class)
        .hasMessageStartingWith(out + ": cannot write the tables as Parquet: ").hasMessageContaining(part.toString());
    assertThat(names("out")).contains("flows.csv", "drops.csv").doesNotContain("flows.parquet", "flows.parquet.part");
  }

  @Test
  void rejectsCutFile() throws IOException {
    run("out", "--set", "tables=parquet");
    Path flows = folder.resolve("out").resolve("flows.parquet");
    try (var file = new RandomAccessFile(flows.toFile(), "rw")) {
      file.setLength(1000);
    }
    run("text");
    for (String command : List.of("query", "report", "compare")) {
      Program program = Program.run(command, folder.resolve("out").toString(), folder.resolve("text").toString());
      assertThat(program.err()).as(command).startsWith("inflight: " + flows + ": this cannot be read as Parquet: ")
          .doesNotContain("Exception");
      assertThat(program.exit()).isEqualTo(2);
    }
  }

  @Test
  void rejectsFileOfAnotherKind() throws IOException {
    run("out", "--set", "tables=parquet");
    Path flows = folder.resolve("out").resolve("flows.parquet");
    Files.copy(folder.resolve("out").resolve("ports.parquet"), flows, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    run("text");
    Program program = Program.run("compare", folder.resolve("out").toString(), folder.resolve("text").toString());
    assertThat(program.err()).startsWith("inflight: " + flows + ": this is not a table of flows.csv: it has no column 'node'");
    assertThat(Files.readString(folder.resolve("out").resolve("scenario.yaml"), UTF_8)).contains("tables: parquet\n");
  }
}
