package dev.inflight.lab.query;

import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.store.NodeColumns;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.TargetRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** List of the tables for queries, with their rows and columns. */
public final class TableList {
  private TableList() {
  }

  /** Lines of all tables. */
  public static List<String> of(RunTables tables) {
    var lines = new ArrayList<String>();
    lines.add(RunTables.RUNS + ": a row for each run, with the values of its summary.json; " + rows(tables, RunTables.RUNS));
    lines.add("  run, folder, state, and the keys of summary.json with _ for each point: inflight list summary.json");
    if (tables.hasPoints()) {
      lines.add("");
      lines.add(RunTables.POINTS + ": a row for each point of a sweep: the values of its keys, and all that runs has besides; "
          + rows(tables, RunTables.POINTS));
      lines.add("  run, point, and the keys that the sweep varies");
    }
    lines.add("");
    lines.add(
        TargetRows.TABLE + ": a row for each target of each run, with its result; " + rows(tables, TargetRows.TABLE));
    addColumns(TargetRows.columns(), lines);
    for (Map.Entry<String, ResultFile> one : new TreeMap<>(tables.tables()).entrySet()) {
      lines.add("");
      lines.add(one.getKey() + ": " + one.getValue().about() + " " + rows(tables, one.getKey()));
      var columns = new LinkedHashMap<String, Field>();
      one.getValue().fields().forEach(field -> columns.put(field.name(), field));
      NodeColumns.of(one.getValue()).forEach(field -> columns.put(field.name(), field));
      addColumns(columns, lines);
    }
    return lines;
  }

  private static void addColumns(Map<String, Field> fields, List<String> lines) {
    var columns = new TextColumns(TextColumns.WIDTH, "  column", "unit", "meaning");
    columns.add("  run", "", "the run that the row is of");
    fields.forEach((name, field) -> columns.add("  " + name, field.unit(), field.meaningText()));
    lines.addAll(columns.lines());
  }

  private static String rows(RunTables tables, String table) {
    try (Statement statement = tables.database().createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      long count = rows.getLong(1);
      return count + (count == 1 ? " row." : " rows.");
    } catch (SQLException broken) {
      InputError ofText = Database.faultOfText(broken);
      return "Its rows cannot be read: " + (ofText != null ? ofText.getMessage() : Database.firstLine(broken));
    }
  }
}
