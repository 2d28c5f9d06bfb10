package dev.inflight.lab.store;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results of runs as tables of an embedded database (DuckDB): one table per kind of file, with the rows of all runs and a column
 * {@code run} of their names, and one table of summaries, {@code runs}. {@link ResultFiles} has types, units and meanings of
 * columns. Queries read the files on demand, so that long files need no memory.
 */
public final class RunTables implements AutoCloseable {
  /** Table of summaries. */
  public static final String RUNS = "runs";
  /** Table of sweeps' points, if there are any. */
  public static final String POINTS = "points";
  private static final String RUN = "run";

  private final Connection database;
  private final Map<String, ResultFile> tables = new LinkedHashMap<>();
  private final List<Path> copies = new ArrayList<>();
  /** Readings of tables, by run and by table. */
  private final Map<StoredRun, Map<ResultFile, StoredTable.Reading>> readings = new HashMap<>();
  private final Map<ResultFile, FilesOfRuns> files = new HashMap<>();
  private final NodeColumns nodes;
  /** Variable with the node names of each run. */
  private final Map<StoredRun, String> names = new HashMap<>();
  /** Files and folders of the tables. */
  private final List<Path> sources = new ArrayList<>();
  private boolean hasPoints;

  private RunTables(Connection database) {
    this.database = database;
    nodes = new NodeColumns(database);
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv()) {
        tables.put(tableOf(file), file);
      }
    }
  }

  /**
   * Opens the results of runs.
   *
   * @throws InputError if a file is not one that runs write, or the database cannot start
   */
  public static RunTables of(List<StoredRun> runs) {
    try {
      var opened = new RunTables(Database.open());
      try {
        opened.addSummaries(runs);
        opened.addNames(runs);
        TargetRows.add(opened.database, runs);
        for (ResultFile file : opened.tables.values()) {
          opened.addTable(file, runs);
        }
        opened.addPoints(runs);
        return opened;
      } catch (SQLException | InputError | IOException failed) {
        opened.close();
        throw failed;
      }
    } catch (SQLException | IOException failed) {
      throw new InputError("the tables of results cannot be opened: " + Database.firstLine(failed));
    }
  }

  /** Name of a file's table. */
  public static String tableOf(ResultFile file) {
    return file.name().replace(".csv", "").replace('-', '_');
  }

  /** Returns all tables of files, by name. */
  public Map<String, ResultFile> tables() {
    return Map.copyOf(tables);
  }

  /** Names of all existing tables, {@link #RUNS} first. */
  public List<String> names() {
    return Stream.concat(hasPoints ? Stream.of(RUNS, POINTS) : Stream.of(RUNS),
        Stream.concat(tables.keySet().stream(), Stream.of(TargetRows.TABLE)).sorted()).toList();
  }

  /** Reports whether the table {@link #POINTS} exists. */
  public boolean hasPoints() {
    return hasPoints;
  }

  /**
   * Confines the database, for queries of untrusted clients: it opens only its tables' files, uses no network, loads no
   * extension, writes no files, and has a memory limit. Queries cannot change these settings.
   *
   * @param mebibytes memory limit in MiB
   */
  public void confine(int mebibytes) {
    String own = sources.stream().flatMap(path -> Stream.of(Database.literal(path.toString()), Database.file(path))).distinct()
        .collect(Collectors.joining(", "));
    try {
      execute("SET allowed_paths = [" + own + "]");
      execute("SET memory_limit = '" + mebibytes + "MiB'");
      execute("SET temp_directory = ''");
      execute("SET allow_community_extensions = false");
      execute("SET enable_external_access = false");
      execute("SET lock_configuration = true");
    } catch (SQLException refused) {
      throw new IllegalStateException("the database cannot be confined", refused);
    }
  }

  /** Columns of {@link #RUNS} from summaries, by name. */
  public static Map<String, Field> summaryColumns() {
    var columns = new LinkedHashMap<String, Field>();
    for (Field field : SummaryJson.FILE.fields()) {
      boolean isValue = field.type() != ResultFile.Type.OBJECT && field.type() != ResultFile.Type.LIST;
      if (isValue && !field.name().contains("[]")) {
        columns.put(field.name().replace('.', '_'), field);
      }
    }
    return columns;
  }

  /** Reports whether a run has a table. */
  public boolean has(StoredRun run, ResultFile file) {
    return readings.getOrDefault(run, Map.of()).containsKey(file);
  }

  /**
   * Rows of a run's existing table in the order of its file, numbered from 1 by column {@code n}, with all columns of such
   * tables; columns that the file lacks are empty.
   */
  public String numbered(StoredRun run, ResultFile file) {
    return "(" + nothing(file) + " UNION ALL BY NAME SELECT " + Database.literal(run.name())
        + " AS run, row_number() OVER () AS n, * FROM " + reading(run, file).call() + ")";
  }

  /** Columns of a run's table in its file. */
  public Set<String> columns(StoredRun run, ResultFile file) {
    return reading(run, file).columns();
  }

  private StoredTable.Reading reading(StoredRun run, ResultFile file) {
    return Objects.requireNonNull(readings.getOrDefault(run, Map.of()).get(file));
  }

  /** File of a run's table. */
  public static Path fileOf(StoredRun run, ResultFile file) {
    Path parquet = run.folder().resolve(file.named(ResultFile.PARQUET));
    return Files.exists(parquet) ? parquet : run.folder().resolve(file.name());
  }

  /** The database. */
  public Connection database() {
    return database;
  }

  private void addSummaries(List<StoredRun> runs) throws SQLException {
    Map<String, Field> columns = summaryColumns();
    execute("CREATE TABLE runs (run VARCHAR, folder VARCHAR, state VARCHAR, " + columns.entrySet().stream()
        .map(one -> Database.quoted(one.getKey()) + " " + Database.type(one.getValue())).collect(Collectors.joining(", ")) + ")");
    String marks = ", ?".repeat(columns.size());
    try (PreparedStatement insert = database.prepareStatement("INSERT INTO runs VALUES (?, ?, ?" + marks + ")")) {
      for (StoredRun run : runs) {
        insert.setString(1, run.name());
        insert.setString(2, run.folder().toString());
        insert.setString(3, run.state().name().toLowerCase(java.util.Locale.ROOT));
        int at = 4;
        for (Field field : columns.values()) {
          insert.setObject(at++, value(run.summary(), field));
        }
        insert.execute();
      }
    }
  }

  private static @Nullable Object value(@Nullable SummaryFile summary, Field field) {
    String text = summary == null ? null : summary.text(field.name());
    return text == null ? null : switch (field.type()) {
      case WHOLE -> Long.valueOf(text);
      case DECIMAL -> Double.valueOf(text);
      case FLAG -> Boolean.valueOf(text);
      default -> text;
    };
  }

  private void addNames(List<StoredRun> runs) throws SQLException, IOException {
    for (StoredRun run : runs) {
      StoredTable.Reading rows = read(ResultFiles.NODES, run);
      if (rows != null && rows.columns().containsAll(List.of("node", "name"))) {
        names.put(run, nodes.keep(fileOf(run, ResultFiles.NODES), rows.call()));
      }
    }
  }

  /** No rows, with all columns of such tables. */
  private static String nothing(ResultFile file) {
    return nothing(file.fields());
  }

  private static String nothing(List<Field> fields) {
    return "SELECT NULL::VARCHAR AS run, " + fields.stream()
        .map(field -> "NULL::" + Database.type(field) + " AS " + Database.quoted(field.name())).collect(Collectors.joining(", "))
        + " WHERE false";
  }

  private void addTable(ResultFile file, List<StoredRun> runs) throws SQLException, IOException {
    var ofRuns = new FilesOfRuns(file);
    for (StoredRun run : runs) {
      StoredTable.Reading rows = read(file, run);
      if (rows != null) {
        readings.computeIfAbsent(run, _ -> new HashMap<>()).put(file, rows);
        ofRuns.add(run, rows, names.get(run));
      }
    }
    files.put(file, ofRuns);
    execute(ofRuns.keepNames());
    execute("CREATE VIEW " + tableOf(file) + " AS " + rows(runs, file));
  }

  /** Rows of some runs, with the columns of the table of all runs. */
  String rows(List<StoredRun> runs, ResultFile file) {
    String nothing = nothing(Stream.concat(file.fields().stream(), NodeColumns.of(file).stream()).toList());
    return Stream.concat(Stream.of(nothing), Objects.requireNonNull(files.get(file)).selects(runs).stream())
        .collect(Collectors.joining(" UNION ALL BY NAME "));
  }

  /** Adds the points of sweeps, with values of their keys and of their runs' summaries. */
  private void addPoints(List<StoredRun> runs) throws SQLException {
    var parts = new ArrayList<String>();
    Set<Path> sweeps = runs.stream().map(run -> run.folder().resolveSibling("")).filter(Sweeps::isOne)
        .collect(Collectors.toCollection(LinkedHashSet::new));
    for (Path sweep : sweeps) {
      sources.add(sweep.resolve(Sweeps.TABLE));
      String table = "read_csv(" + Database.file(sweep.resolve(Sweeps.TABLE))
          + ", header = true, sample_size = -1, types = {'run': 'VARCHAR'})";
      var keys = new ArrayList<String>();
      try (Statement statement = database.createStatement();
          ResultSet columns = statement.executeQuery("DESCRIBE SELECT * FROM " + table)) {
        while (columns.next()) {
          keys.add(columns.getString(1));
        }
      }
      keys.remove("run");
      String others = summaryColumns().keySet().stream().filter(column -> !keys.contains(column))
          .map(column -> "r." + Database.quoted(column)).collect(Collectors.joining(", "));
      parts.add("SELECT r.run, " + keys.stream().map(key -> "p." + Database.quoted(key)).collect(Collectors.joining(", "))
          + ", r.folder, r.state, " + others + " FROM " + table + " p JOIN runs r ON r.folder = " + Database.literal(sweep + "/")
          + " || p.run");
    }
    if (!parts.isEmpty()) {
      hasPoints = true;
      execute("CREATE VIEW " + POINTS + " AS " + String.join(" UNION ALL BY NAME ", parts) + " ORDER BY point");
    }
  }

  /** Returns the reading of a run's table; null without the table. */
  private StoredTable.@Nullable Reading read(ResultFile file, StoredRun run) throws IOException {
    Path text = fileOf(run, file);
    if (!Files.exists(text)) {
      return null;
    }
    if (text.endsWith(file.named(ResultFile.PARQUET))) {
      sources.add(text);
      return new StoredTable(file, text).ofParquet(database);
    }
    var table = new StoredTable(file, text);
    if (!run.state().isPartial()) {
      sources.add(text);
      return table.ofText(text);
    }
    Path whole = copy(text);
    sources.add(whole);
    return Files.size(whole) == 0 ? null : table.ofText(whole);
  }

  /** Returns a copy up to the last end of a line. A killed run's last line may be incomplete. */
  private Path copy(Path path) throws IOException {
    Path whole = Files.createTempFile("inflight", ".csv");
    copies.add(whole);
    try (var in = FileChannel.open(path); var out = Files.newOutputStream(whole)) {
      long end = WholeLines.end(in);
      WholeLines.copy(in, end, out);
    }
    return whole;
  }

  /** Runs a statement of the program. */
  private void execute(String sql) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      database.close();
    } catch (SQLException ignored) {
      throw new IllegalStateException("an in-memory database cannot be closed", ignored);
    } finally {
      for (Path copy : copies) {
        copy.toFile().delete();
      }
    }
  }
}
