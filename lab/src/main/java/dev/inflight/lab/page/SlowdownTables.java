package dev.inflight.lab.page;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.store.RunTables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Report tables of slowdowns by flow class and by job, for runs with several classes or jobs. */
final class SlowdownTables {
  /** Maximum number of rows in a report. */
  private static final int MOST_ROWS = 200;

  private SlowdownTables() {
  }

  /**
   * Returns the tables.
   *
   * @throws SQLException if a table of flows cannot be read
   */
  static List<PageTable> of(RunTables tables) throws SQLException {
    var shown = new ArrayList<PageTable>();
    add(tables, "class", shown);
    add(tables, "job", shown);
    return shown;
  }

  private static void add(RunTables tables, String kind, List<PageTable> shown) throws SQLException {
    var rows = new ArrayList<List<String>>();
    String sql = "WITH parts AS (SELECT run, coalesce(" + kind + ", '') AS part, count(*) AS flows, "
        + Quantile.sql("slowdown", "0.5") + " AS p50, " + Quantile.sql("slowdown", "0.95") + " AS p95, "
        + Quantile.sql("slowdown", "0.99") + " AS p99, max(slowdown) AS"
        + " most FROM flows GROUP BY ALL) SELECT * FROM parts WHERE (SELECT count(DISTINCT part) FROM parts) > 1 ORDER BY part, run LIMIT "
        + (MOST_ROWS + 1);
    try (Statement statement = tables.database().createStatement(); ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        String part = found.getString("part");
        rows.add(List.of(found.getString("run"), part.isEmpty() ? "none" : part, Humanize.count(found.getLong("flows")),
            slowdown(found, "p50"), slowdown(found, "p95"), slowdown(found, "p99"), slowdown(found, "most")));
      }
    }
    if (!rows.isEmpty()) {
      String left = rows.size() > MOST_ROWS
          ? " The first " + MOST_ROWS + " rows; query has all, by the column " + kind + " of flows."
          : "";
      shown.add(new PageTable("Slowdown by " + kind, "Finished flows of each " + kind + ", and those of none." + left,
          List.of("run", kind, "flows", "p50", "p95", "p99", "max"),
          List.copyOf(rows.subList(0, Math.min(MOST_ROWS, rows.size())))));
    }
  }

  private static String slowdown(ResultSet row, String column) throws SQLException {
    return Humanize.decimal(row.getDouble(column), 2);
  }
}
