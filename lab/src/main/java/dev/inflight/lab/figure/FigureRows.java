package dev.inflight.lab.figure;

import dev.inflight.lab.experiment.Experiment;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queries of figures over the tables of runs, with the experiment of each run. */
final class FigureRows {
  private final RunTables tables;
  private final List<Experiment> experiments;

  /** Adds a table {@code members} with the columns {@code run}, {@code experiment} (its number from 0) and {@code first}. */
  FigureRows(RunTables tables, List<Experiment> experiments) {
    this.tables = tables;
    this.experiments = experiments;
    try (Statement create = tables.database().createStatement()) {
      create.execute("CREATE TEMP TABLE members (run VARCHAR, experiment INTEGER, first BOOLEAN)");
      try (PreparedStatement insert = tables.database().prepareStatement("INSERT INTO members VALUES (?, ?, ?)")) {
        for (int at = 0; at < experiments.size(); at++) {
          for (var run : experiments.get(at).runs()) {
            insert.setString(1, run.name());
            insert.setInt(2, at);
            insert.setBoolean(3, run == experiments.get(at).runs().getFirst());
            insert.execute();
          }
        }
      }
    } catch (SQLException broken) {
      throw fault(broken);
    }
  }

  List<Experiment> experiments() {
    return experiments;
  }

  /**
   * Returns the rows of a query with an experiment's number in the first column.
   *
   * @return rows by experiment; null where a cell is empty
   */
  List<List<@Nullable Double[]>> byExperiment(String sql) {
    List<List<@Nullable Double[]>> rows = Stream.generate(() -> (List<@Nullable Double[]>) new ArrayList<@Nullable Double[]>())
        .limit(experiments.size()).toList();
    try (Statement statement = tables.database().createStatement(); ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        var row = new @Nullable Double[columns - 1];
        for (int column = 2; column <= columns; column++) {
          double value = result.getDouble(column);
          row[column - 2] = result.wasNull() ? null : Double.valueOf(value);
        }
        rows.get(result.getInt(1)).add(row);
      }
    } catch (SQLException broken) {
      throw fault(broken);
    }
    return rows;
  }

  static InputError fault(SQLException broken) {
    InputError ofText = Database.faultOfText(broken);
    return ofText != null ? ofText : new InputError("the tables of results cannot be read: " + Database.firstLine(broken));
  }
}
