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
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Compares what summaries say of jobs with the tables of ranks and collectives. */
final class JobCheck {
  private static final String LIST = "jobs";

  /** Keys of a job, each with what its table says of the same. */
  private static final Map<ResultFile, Map<String, String>> SAID = Map.of(
      JobFiles.RANKS, Map.of("ranks", "count(*)", "operations", "coalesce(sum(operations), 0)", "operationsDone",
          "coalesce(sum(operations_done), 0)"),
      JobFiles.COLLECTIVES, Map.of("collectives", "count(*)", "collectivesCompleted", "count(duration_ns)"));

  private final RunTables tables;
  private final List<Finding> found = new ArrayList<>();

  private JobCheck(RunTables tables) {
    this.tables = tables;
  }

  /** What contradicts the summaries. */
  static List<Finding> of(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    var check = new JobCheck(tables);
    for (StoredRun run : runs) {
      SummaryFile summary = run.summary();
      for (int at = 0; summary != null && at < summary.items(LIST); at++) {
        for (ResultFile table : List.of(JobFiles.RANKS, JobFiles.COLLECTIVES)) {
          if (isRead.test(table.name()) && tables.has(run, table)) {
            check.job(run, summary, LIST + "[" + at + "].", table);
          }
        }
      }
    }
    return check.found;
  }

  private void job(StoredRun run, SummaryFile summary, String item, ResultFile table) {
    for (Map.Entry<String, String> said : Objects.requireNonNull(SAID.get(table)).entrySet()) {
      String key = item + said.getKey();
      Long value = summary.whole(key);
      try (PreparedStatement count = tables.database().prepareStatement(
          "SELECT (" + said.getValue() + ")::BIGINT FROM " + RunTables.tableOf(table) + " WHERE run = ? AND job = ?")) {
        count.setString(1, run.name());
        count.setString(2, summary.text(item + "name"));
        try (ResultSet row = count.executeQuery()) {
          row.next();
          long there = row.getLong(1);
          if (value != null && value != there) {
            found.add(new Finding(Finding.Kind.CONTRADICTION, summary.at(key),
                said.getKey() + " of the job is " + value + ", but by " + RunTables.fileOf(run, table).getFileName() + " "
                    + there));
          }
        }
      } catch (SQLException unreadable) {
        return; // the rules of the table have found it
      }
    }
  }
}
