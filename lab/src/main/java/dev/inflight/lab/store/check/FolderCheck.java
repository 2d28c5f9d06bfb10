package dev.inflight.lab.store.check;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.HeldTables;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Checks the folders of runs before something is computed from them. */
public final class FolderCheck {
  /** Runs whose tables one query reads: its plan has each rule once for each table, which takes gigabytes for a thousand. */
  private static final int AT_ONCE = 10;
  /** Everything is read. */
  public static final Predicate<String> ALL = _ -> true;

  private FolderCheck() {
  }

  /**
   * Whether the files are what the runs wrote, by the digests in their summaries.
   *
   * @param isRead which files are read, by the names of {@link dev.inflight.lab.result.ResultFiles} and {@link RunFolder#SCENARIO}; of others only
   *     their size and whether they are there is compared
   */
  public static List<Finding> files(List<StoredRun> runs, Predicate<String> isRead) {
    return runs.stream().flatMap(run -> FileCheck.of(run, isRead).stream()).toList();
  }

  /** The same, and whether the rows of the tables that are read agree with each other and with the summaries. */
  public static List<Finding> of(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    if (runs.size() > AT_ONCE) {
      return IntStream.iterate(0, from -> from < runs.size(), from -> from + AT_ONCE)
          .mapToObj(from -> runs.subList(from, Math.min(runs.size(), from + AT_ONCE)))
          .flatMap(some -> opening(some, isRead).stream()).distinct().toList();
    }
    var found = new ArrayList<>(files(runs, isRead));
    if (isRead.test(RunFolder.SCENARIO)) {
      runs.forEach(run -> found.addAll(ScenarioFileCheck.of(run)));
    }
    Predicate<String> isUsed = file -> isRead.test(file) || file.equals(ResultFiles.PORTS.name()); // which most rules refer to
    try (var _ = new HeldTables(tables, runs, isUsed)) {
      for (Rules rules : Rules.ALL) {
        if (isRead.test(rules.table().name())) {
          found.addAll(rows(runs, tables, rules));
        }
      }
      found.addAll(JobCheck.of(runs, tables, isRead));
      found.addAll(ClassCheck.of(runs, tables, isRead));
    } catch (SQLException notRemoved) {
      throw new IllegalStateException("tables in memory cannot be removed", notRemoved);
    }
    return found.stream().distinct().toList(); // each query of an unreadable table reports the same
  }

  /** The same of runs whose tables nobody has opened yet. */
  public static List<Finding> opening(List<StoredRun> runs, Predicate<String> isRead) {
    RunTables tables;
    try {
      tables = RunTables.of(runs);
    } catch (InputError closed) {
      if (runs.size() > 1) { // each by itself: the others can be checked, and the one that cannot is named
        return runs.stream().flatMap(run -> opening(List.of(run), isRead).stream()).distinct().toList();
      }
      var found = new ArrayList<>(files(runs, isRead));
      found.add(new Finding(Finding.Kind.UNVERIFIED, SourceLocation.of(runs.getFirst().folder()),
          "the rows of its tables are not checked: " + closed.getMessage()));
      if (isRead.test(RunFolder.SCENARIO)) {
        found.addAll(ScenarioFileCheck.of(runs.getFirst()));
      }
      return found;
    }
    try (tables) {
      return of(runs, tables, isRead);
    }
  }

  private static List<Finding> rows(List<StoredRun> runs, RunTables tables, Rules rules) {
    try {
      return TableCheck.of(tables, rules, runs);
    } catch (SQLException broken) {
      return List.of(broken(rules.table(), broken));
    } catch (IOException unreadable) {
      return List.of(unreadable(rules.table(), String.valueOf(unreadable.getMessage())));
    }
  }

  /** A query of a table failed. */
  static Finding broken(ResultFile table, SQLException failure) {
    return Database.placeOfText(failure).map(place -> new Finding(Finding.Kind.IMPOSSIBLE, place, Database.whatOfText(failure)))
        .orElseGet(() -> unreadable(table, Database.firstLine(failure)));
  }

  static Finding unreadable(ResultFile table, String why) {
    return new Finding(Finding.Kind.IMPOSSIBLE, SourceLocation.of(table.name()), "its rows cannot be checked: " + why);
  }
}
