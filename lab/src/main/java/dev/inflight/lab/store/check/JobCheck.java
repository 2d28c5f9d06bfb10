package dev.inflight.lab.store.check;

import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Compares jobs in summaries with the tables of ranks and collectives. */
final class JobCheck {
  private static final String LIST = "jobs";

  /** Totals in the order of findings, which must be the same in every JVM. */
  private static final List<Total> TOTALS = List.of(
      new Total(JobFiles.RANKS, "ranks", "count(*)"), new Total(JobFiles.RANKS, "operations", "coalesce(sum(operations), 0)"),
      new Total(JobFiles.RANKS, "operationsDone", "coalesce(sum(operations_done), 0)"),
      new Total(JobFiles.COLLECTIVES, "collectives", "count(*)"),
      new Total(JobFiles.COLLECTIVES, "collectivesCompleted", "count(duration_ns)"));

  /** Key of a job, and the SQL aggregate of the same value from a table. */
  private record Total(ResultFile table, String key, String aggregate) {
  }

  private final RunTables tables;
  private final List<Finding> found = new ArrayList<>();

  private JobCheck(RunTables tables) {
    this.tables = tables;
  }

  /** Returns the contradictions to the summaries. */
  static List<Finding> of(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    var check = new JobCheck(tables);
    for (StoredRun run : runs) {
      SummaryFile summary = run.summary();
      for (int at = 0; summary != null && at < summary.items(LIST); at++) {
        for (Total total : TOTALS) {
          if (isRead.test(total.table().name()) && tables.has(run, total.table())) {
            check.compare(run, summary, LIST + "[" + at + "].", total);
          }
        }
      }
    }
    return check.found;
  }

  private void compare(StoredRun run, SummaryFile summary, String item, Total total) {
    String key = item + total.key();
    Long value = summary.whole(key);
    String sql = "SELECT (" + total.aggregate() + ")::VARCHAR FROM " + RunTables.tableOf(total.table())
        + " WHERE run = ? AND job = ?"; // text, because a sum may exceed a long
    try (PreparedStatement query = tables.database().prepareStatement(sql)) {
      query.setString(1, run.name());
      query.setString(2, summary.text(item + "name"));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        String computed = row.getString(1);
        if (value != null && !value.toString().equals(computed)) {
          found.add(new Finding(Finding.Kind.CONTRADICTION, summary.at(key), total.key() + " of the job is " + value + ", but by "
              + RunTables.fileOf(run, total.table()).getFileName() + " " + computed));
        }
      }
    } catch (SQLException broken) {
      found.add(FolderCheck.broken(total.table(), broken));
    }
  }
}
