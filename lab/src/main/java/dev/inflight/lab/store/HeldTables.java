package dev.inflight.lab.store;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tables of some runs, for many statements. Until closed, they hide the tables of {@link RunTables}, with the same columns and
 * the rows of these runs. Small tables are in memory, because planning a statement over files takes longer than reading.
 */
public final class HeldTables implements AutoCloseable {
  /** Maximum size of a table in memory, in bytes; a larger one is read each time. */
  private static final long LARGEST_BYTES = 16 << 20;

  private final RunTables tables;
  private final List<String> removals = new ArrayList<>();

  /**
   * Reads the tables.
   *
   * @param isRead returns true for tables of many statements, by the names of {@link ResultFiles}
   */
  public HeldTables(RunTables tables, List<StoredRun> runs, Predicate<String> isRead) throws SQLException {
    this.tables = tables;
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv() && isRead.test(file.name())) {
        hold(RunTables.tableOf(file), tables.rows(runs, file), bytes(tables, runs, file) <= LARGEST_BYTES);
      }
    }
  }

  /** Splits runs into parts, in order: as many runs as fit into memory, or one run. */
  public static List<List<StoredRun>> parts(RunTables tables, List<StoredRun> runs) {
    var parts = new ArrayList<List<StoredRun>>();
    var part = new ArrayList<StoredRun>();
    long bytes = 0;
    for (StoredRun run : runs) {
      long more = ResultFiles.ALL.stream().filter(ResultFile::isCsv).mapToLong(file -> bytes(tables, List.of(run), file)).sum();
      if (!part.isEmpty() && more > LARGEST_BYTES - bytes) {
        parts.add(List.copyOf(part));
        part.clear();
        bytes = 0;
      }
      part.add(run);
      bytes = Math.min(LARGEST_BYTES, bytes) + Math.min(LARGEST_BYTES, more);
    }
    parts.add(List.copyOf(part));
    return parts;
  }

  private static long bytes(RunTables tables, List<StoredRun> runs, ResultFile file) {
    long bytes = 0;
    try {
      for (StoredRun run : runs) {
        bytes += tables.has(run, file) ? Files.size(RunTables.fileOf(run, file)) : 0;
      }
    } catch (IOException unreadable) {
      return Long.MAX_VALUE / ResultFiles.ALL.size(); // the statement that needs it reports why
    }
    return bytes;
  }

  private void hold(String table, String rows, boolean isSmall) throws SQLException {
    if (isSmall) {
      try {
        execute("CREATE TEMP TABLE " + table + " AS " + rows);
        removals.add("DROP TABLE temp." + table);
        return;
      } catch (SQLException broken) {
        // The statement that needs the table reports the row.
      }
    }
    execute("CREATE TEMP VIEW " + table + " AS " + rows);
    removals.add("DROP VIEW temp." + table);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = tables.database().createStatement()) {
      statement.execute(sql);
    }
  }

  /** Removes the tables. */
  @Override
  public void close() throws SQLException {
    for (String removal : removals) {
      execute(removal);
    }
  }
}
