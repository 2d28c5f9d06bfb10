package dev.inflight.lab.statistics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link QuantileInterval} for SQL: a table {@code quantile_intervals} of the ends' places by number of values {@code n} and
 * percent, and a macro {@code at_place(sorted, rank, weight)} for the value at a place in an ascending list. An open end is NULL.
 */
public final class IntervalTable {
  private static final String MACRO = "CREATE OR REPLACE MACRO at_place(sorted, rank, weight) AS CASE WHEN weight = 0 THEN sorted[rank]"
      + " ELSE pow(sorted[rank], 1 - weight) * pow(sorted[rank + 1], weight) END";
  private static final String TABLE = "CREATE OR REPLACE TEMP TABLE quantile_intervals"
      + " (n BIGINT, percent INTEGER, low_rank BIGINT, low_weight DOUBLE, high_rank BIGINT, high_weight DOUBLE)";
  private static final int RANK = 3;

  private IntervalTable() {
  }

  /**
   * Creates the table and the macro.
   *
   * @param counts query of the needed numbers of values, a column of integers
   * @param percents percents of the quantiles, 1 to 99
   */
  public static void create(Connection database, String counts, List<Integer> percents) throws SQLException {
    var all = new ArrayList<Integer>();
    try (Statement statement = database.createStatement()) {
      statement.execute(MACRO);
      statement.execute(TABLE);
      try (ResultSet rows = statement.executeQuery(counts)) {
        while (rows.next()) {
          all.add(rows.getInt(1));
        }
      }
    }
    try (PreparedStatement insert = database.prepareStatement("INSERT INTO quantile_intervals VALUES (?, ?, ?, ?, ?, ?)")) {
      for (int count : all) {
        for (int percent : percents) {
          QuantileInterval interval = QuantileInterval.of(percent / 100.0, count);
          insert.setLong(1, count);
          insert.setInt(2, percent);
          set(insert, RANK, interval.low());
          set(insert, RANK + 2, interval.high());
          insert.addBatch();
        }
      }
      if (!all.isEmpty()) {
        insert.executeBatch();
      }
    }
  }

  private static void set(PreparedStatement insert, int column, QuantileInterval.@Nullable Place place) throws SQLException {
    if (place == null) {
      insert.setNull(column, Types.BIGINT);
      insert.setNull(column + 1, Types.DOUBLE);
    } else {
      insert.setLong(column, place.rank());
      insert.setDouble(column + 1, place.weight());
    }
  }
}
