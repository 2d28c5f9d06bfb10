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
 * Small tables of runs, read once and held in memory while many statements use them: a statement over files plans the reading of each of them, which
 * takes longer than reading it. Until they are closed they stand in front of the tables of {@link RunTables}, with the same rows and columns.
 */
public final class HeldTables implements AutoCloseable {
  /** Bytes of all files of one table. A larger one is read as often as it is needed, without memory. */
  private static final long LARGEST_BYTES = 16 << 20;

  private final RunTables tables;
  private final List<String> held = new ArrayList<>();

  /**
   * Reads them.
   *
   * @param isRead which tables many statements use, by the names of {@link ResultFiles}
   */
  public HeldTables(RunTables tables, List<StoredRun> runs, Predicate<String> isRead) {
    this.tables = tables;
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv() && isRead.test(file.name()) && isSmall(file, runs)) {
        hold(RunTables.tableOf(file));
      }
    }
  }

  private boolean isSmall(ResultFile file, List<StoredRun> runs) {
    long bytes = 0;
    try {
      for (StoredRun run : runs) {
        bytes += tables.has(run, file) ? Files.size(RunTables.fileOf(run, file)) : 0;
      }
    } catch (IOException unreadable) {
      return false; // the statement that needs it reports why
    }
    return bytes > 0 && bytes <= LARGEST_BYTES;
  }

  private void hold(String table) {
    try (Statement statement = tables.database().createStatement()) {
      statement.execute("CREATE TEMP TABLE " + table + " AS FROM " + table);
      held.add(table);
    } catch (SQLException broken) {
      return; // a row is none: the statement that needs it reports which
    }
  }

  /** Removes them. */
  @Override
  public void close() throws SQLException {
    for (String table : held) {
      try (Statement statement = tables.database().createStatement()) {
        statement.execute("DROP TABLE temp." + table);
      }
    }
  }
}
