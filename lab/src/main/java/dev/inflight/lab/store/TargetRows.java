package dev.inflight.lab.store;

import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.targets.Targets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Table of targets, with their results in each run, from summaries. */
public final class TargetRows {
  /** Name of the table. */
  public static final String TABLE = TargetResult.LIST;

  private TargetRows() {
  }

  /** Columns of the table in addition to the run, by name. */
  public static Map<String, Field> columns() {
    var columns = new LinkedHashMap<String, Field>();
    String prefix = TargetResult.LIST + "[].";
    SummaryJson.FILE.fields().stream().filter(field -> field.name().startsWith(prefix))
        .forEach(field -> columns.put(field.name().substring(prefix.length()), field));
    return columns;
  }

  /** Creates the table with the targets of these runs. */
  static void add(Connection database, List<StoredRun> runs) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute("CREATE TABLE "
          + TABLE + " (run VARCHAR, " + columns().entrySet().stream()
              .map(one -> Database.quoted(one.getKey()) + " " + Database.type(one.getValue())).collect(Collectors.joining(", "))
          + ")");
    }
    try (PreparedStatement insert = database.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?, ?, ?, ?, ?, ?)")) {
      for (StoredRun run : runs) {
        for (TargetResult target : Targets.in(run.summary())) {
          insert.setString(1, run.name());
          insert.setString(2, target.text());
          insert.setObject(3, target.value());
          insert.setDouble(4, target.bound());
          insert.setString(5, target.unit().isEmpty() ? null : target.unit());
          insert.setString(6, target.shown());
          insert.setBoolean(7, target.met());
          insert.execute();
        }
      }
    }
  }
}
