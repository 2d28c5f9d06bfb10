package dev.inflight.lab.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.schema.FormerColumns;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Names of columns and tables can be written as they are in SQL, and every statement that help and pages show is one that runs. */
class StatementsTest {
  private static final Pattern STATEMENT = Pattern.compile("\"((?:SELECT|FROM|WITH|DESCRIBE|SUMMARIZE)\\s[^\"]*)\"");

  @TempDir
  private static Path folder;
  private static List<String> runs = List.of();

  /** Two points of a sweep whose runs have every kind of table. */
  @BeforeAll
  static void runs() throws IOException {
    String scenario = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=6)
        flows: ['incast(senders=4, size=300KB)', 'collective(op=all-reduce, size=40KB)']
        scheme: dcqcn
        buffer: 700KB
        series: {every: 10us}
        lossRate: 0.001
        until: 300us
        """).toString();
    String out = folder.resolve("sweep").toString();
    Program sweep = Program.run("sweep", scenario, "--set", "scheme=[dcqcn, hpcc]", "--out", out, "--quiet");
    assertThat(sweep.out() + sweep.err()).doesNotContain("inflight:");
    try (Stream<Path> points = Files.list(Path.of(out))) {
      runs = points.filter(point -> Files.exists(point.resolve("summary.json"))).map(Path::toString).sorted().toList();
    }
    assertThat(runs).hasSize(2);
  }

  private static Map<String, List<String>> columns() {
    var columns = new LinkedHashMap<String, List<String>>();
    columns.put("runs",
        Stream.concat(Stream.of("run", "folder", "state"), RunTables.summaryColumns().keySet().stream()).toList());
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv()) {
        columns.put(file.name().replace(".csv", "").replace('-', '_'),
            Stream.concat(Stream.of("run"), file.fields().stream().map(Field::name)).toList());
      }
    }
    return columns;
  }

  /** DuckDB's unreserved words are valid wherever a name is. */
  @Test
  void noColumnOrTableIsAReservedWord() throws SQLException {
    Set<String> words = new HashSet<>();
    try (Connection database = Database.open();
        Statement statement = database.createStatement();
        ResultSet rows = statement
            .executeQuery("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'")) {
      while (rows.next()) {
        words.add(rows.getString(1));
      }
    }
    assertThat(words).contains("where", "group", "select");
    columns().forEach((table, names) -> assertThat(names).as(table).doesNotContainAnyElementsOf(words));
    assertThat(columns().keySet()).doesNotContainAnyElementsOf(words).doesNotContain("points");
  }

  /** A statement a column, and one question a table: to open the runs takes longer than to answer. */
  @Test
  void eachColumnCanBeSelectedGroupedAndNamedWithoutQuotes() {
    columns().forEach((table,
        names) -> assertRuns(names.stream()
            .map(name -> "(SELECT '" + name + "' AS which, count(*) AS values FROM (SELECT " + name + ", count(t." + name
                + ") AS n, max(" + name + ") AS " + name + "_most FROM " + table + " t WHERE " + name + " IS NOT NULL GROUP BY "
                + name + " HAVING count(*) > 0 ORDER BY " + name + "))")
            .collect(Collectors.joining(" UNION ALL "))));
  }

  private static void assertRuns(String sql) {
    var arguments = new ArrayList<>(List.of("query"));
    arguments.addAll(runs);
    arguments.add(sql);
    Program answer = Program.run(arguments.toArray(String[]::new));
    assertThat(answer.err()).as(sql).isEmpty();
    assertThat(answer.exit()).as(sql).isZero();
  }

  @Test
  void runsEachStatementOfHelp() {
    var statements = new ArrayList<String>();
    var all = new ArrayList<>(Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().values());
    for (CommandLine command : all) {
      String text = String.join(" ", command.getCommandSpec().usageMessage().footer()) + ' '
          + String.join(" ", command.getCommandSpec().usageMessage().description());
      STATEMENT.matcher(text).results().forEach(found -> statements.add(found.group(1)));
    }
    assertThat(statements).hasSizeGreaterThanOrEqualTo(3).allSatisfy(StatementsTest::assertRuns);
  }

  @Test
  void namesOnlyTablesInHelpThatExist() {
    String help = Program.run("query", "--help").out().replaceAll("\\s+", " ");
    String named = help.substring(help.indexOf("tables ") + "tables ".length(), help.indexOf(" and more"));
    assertThat(List.of(named.split(", "))).hasSizeGreaterThan(3).allSatisfy(table -> assertThat(columns()).containsKey(table));
  }

  @Test
  void runsEachStatementOfThePages() throws IOException {
    var statements = new ArrayList<String>();
    try (Stream<Path> pages = Stream.concat(Stream.of(Path.of("../README.md")), Files.walk(Path.of("../docs")))) {
      for (Path page : pages.filter(path -> path.toString().endsWith(".md")).toList()) {
        STATEMENT.matcher(Files.readString(page)).results().forEach(found -> statements.add(found.group(1)));
      }
    }
    statements.remove("SELECT topology_spines, flows_0_load, slowdown_p99 FROM points"); // of a sweep with other keys
    assertThat(statements).hasSizeGreaterThanOrEqualTo(5).allSatisfy(StatementsTest::assertRuns);
  }

  @Test
  void hintsAtTodaysNameOfAFormerOne() {
    refuses("SELECT where FROM stalled", "; 'where' of stalled is place today");
    refuses("SELECT why FROM drops", "; 'why' of drops is reason today");
    refuses("SELECT flow, why FROM stalled WHERE flow > 1", "; 'why' of stalled is detail today\n");
    refuses("SELECT group FROM flows", "; 'group' of flows is priority today\n");
    refuses("SELECT bulk_utilisation FROM ports", "; 'bulk_utilisation' of ports is bulk_utilization today\n");
    refuses("FROM links", "; 'links' is the table ports today; tables: runs, ");
    refuses("SELECT carrier, sealTelemetry FROM runs", "'carrier' of runs is telemetryPackets today");
    refuses("FROM pfc", "; 'pfc' is the table pauses today; tables: runs, ");
  }

  private static void refuses(String sql, String hint) {
    Program answer = Program.run("query", runs.getFirst(), sql);
    assertThat(answer.err()).startsWith("inflight: SQL: ").contains(hint).doesNotContain("Exception");
    assertThat(answer.exit()).isEqualTo(2);
  }

  @Test
  void readsFoldersWithFormerNames() throws IOException {
    assertThat(FormerColumns.header("stalled.csv", "flow,where,why")).isEqualTo("flow,place,detail");
    String statement = "SELECT priority, count(*) AS n FROM flows GROUP BY ALL ORDER BY ALL";
    String place = "SELECT flow, place, detail FROM stalled ORDER BY flow";
    Path old = copyWithFormerNames(Path.of(runs.getFirst()), folder.resolve("old/" + Path.of(runs.getFirst()).getFileName()));
    String ports = "SELECT node, port, utilization, bulk_utilization FROM ports ORDER BY ALL";
    for (String sql : List.of(statement, place, ports, "SELECT reason, count(*) AS n FROM drops GROUP BY ALL ORDER BY ALL")) {
      assertThat(Program.run("query", old.toString(), sql).out()).isNotEmpty()
          .isEqualTo(Program.run("query", runs.getFirst(), sql).out());
    }
    assertThat(Program.run("compare", "--partial", old.toString(), runs.getFirst()).err()).doesNotContain("column");
    assertThat(Program.run("report", "--partial", old.toString(), "--out", folder.resolve("old.html").toString()).exit())
        .isZero();
  }

  private static Path copyWithFormerNames(Path run, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        List<String> lines = Files.readAllLines(file);
        if (file.toString().endsWith(".csv")) {
          String name = file.getFileName().toString();
          lines.set(0, lines.getFirst().replace("priority", "group").replace("ideal_fct_ns", "standalone_ns"));
          lines.set(0, name.equals("ports.csv") ? lines.getFirst().replace("utilization", "utilisation") : lines.getFirst());
          lines.set(0, name.equals("drops.csv") ? lines.getFirst().replace("reason", "why") : lines.getFirst());
          lines.set(0, name.equals("stalled.csv") ? lines.getFirst().replace("place,detail", "where,why") : lines.getFirst());
        }
        Files.write(to.resolve(file.getFileName()), lines);
      }
    }
    return to;
  }
}
