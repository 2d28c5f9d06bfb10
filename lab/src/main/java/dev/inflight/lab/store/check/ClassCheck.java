package dev.inflight.lab.store.check;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Compares flow classes in summaries with the tables of flows. */
final class ClassCheck {
  private static final String LIST = "classes";
  /** Slack for four decimals in the table, of which the last is rounded. */
  private static final double SLACK = 0.0001;
  /** SQL aggregates of the same values by key, in this order. */
  private static final List<Map.Entry<String, String>> AGGREGATES = List.of(Map.entry("flowsFinished", "count(*)"),
      Map.entry("slowdownMax", "max(slowdown)"), Map.entry("slowdownMean", "avg(slowdown)"),
      Map.entry("slowdownP50", Quantile.sql("slowdown", "0.5")), Map.entry("slowdownP95", Quantile.sql("slowdown", "0.95")),
      Map.entry("slowdownP99", Quantile.sql("slowdown", "0.99")));

  private ClassCheck() {
  }

  /** Returns the contradictions to the summaries. */
  static List<Finding> of(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    var found = new ArrayList<Finding>();
    for (StoredRun run : runs) {
      SummaryFile summary = run.summary();
      if (summary != null && isRead.test(ResultFiles.FLOWS.name()) && tables.has(run, ResultFiles.FLOWS)) {
        for (int at = 0; at < summary.items(LIST); at++) {
          compare(run, tables, summary, LIST + "[" + at + "].", found);
        }
      }
    }
    return found;
  }

  private static void compare(StoredRun run, RunTables tables, SummaryFile summary, String item, List<Finding> found) {
    String sql = "SELECT " + AGGREGATES.stream().map(one -> one.getValue() + "::DOUBLE").collect(Collectors.joining(", "))
        + " FROM " + RunTables.tableOf(ResultFiles.FLOWS) + " WHERE run = ? AND class IS NOT DISTINCT FROM ?";
    try (PreparedStatement query = tables.database().prepareStatement(sql)) {
      query.setString(1, run.name());
      query.setString(2, summary.text(item + "name"));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        int column = 1;
        for (Map.Entry<String, String> aggregate : AGGREGATES) {
          String key = aggregate.getKey();
          double computed = row.getDouble(column++);
          Double value = row.wasNull() ? null : summary.decimal(item + key);
          if (value != null && Math.abs(value - computed) > SLACK * Math.abs(value)) {
            found.add(
                new Finding(Finding.Kind.CONTRADICTION, summary.at(item + key), key + " of the class is " + value + ", but by "
                    + RunTables.fileOf(run, ResultFiles.FLOWS).getFileName() + " " + computed));
          }
        }
      }
    } catch (SQLException broken) {
      found.add(FolderCheck.broken(ResultFiles.FLOWS, broken));
    }
  }
}
