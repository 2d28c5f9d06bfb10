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
import java.util.stream.Stream;

/** Checks the folders of runs before results are computed from them. */
public final class FolderCheck {
  /** All files are read. */
  public static final Predicate<String> ALL = _ -> true;

  private FolderCheck() {
  }

  /**
   * Compares the files with those that the runs wrote, by the digests in their summaries.
   *
   * @param isRead returns true for files that are read, by the names of {@link dev.inflight.lab.result.ResultFiles} and
   *     {@link RunFolder#SCENARIO}; others are checked only for existence and size
   */
  public static List<Finding> files(List<StoredRun> runs, Predicate<String> isRead) {
    return runs.parallelStream().flatMap(run -> FileCheck.of(run, isRead).stream()).toList();
  }

  /** Compares the files, and checks that rows of the tables that are read agree with each other and with the summaries. */
  public static List<Finding> of(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    var found = new ArrayList<>(files(runs, isRead));
    if (isRead.test(RunFolder.SCENARIO)) {
      runs.forEach(run -> found.addAll(ScenarioFileCheck.of(run)));
    }
    HeldTables.parts(tables, runs).forEach(part -> found.addAll(rows(part, tables, isRead)));
    return found.stream().distinct().toList(); // queries of an unreadable table report the same
  }

  /** Checks rows. If files of several runs cannot be read, it checks each half of the runs, to keep findings about other runs. */
  private static List<Finding> rows(List<StoredRun> runs, RunTables tables, Predicate<String> isRead) {
    var found = new ArrayList<Finding>();
    boolean isBroken = false;
    Predicate<String> isUsed = file -> isRead.test(file) || file.equals(ResultFiles.PORTS.name()); // most rules refer to ports
    try (var _ = new HeldTables(tables, runs, isUsed)) {
      for (Rules rules : Rules.ALL) {
        if (isRead.test(rules.table().name())) {
          try {
            found.addAll(TableCheck.of(tables, rules, runs));
          } catch (SQLException broken) {
            isBroken = true;
            found.add(broken(rules.table(), broken));
          } catch (IOException unreadable) {
            found.add(unreadable(rules.table(), String.valueOf(unreadable.getMessage())));
          }
        }
      }
      found.addAll(JobCheck.of(runs, tables, isRead));
      found.addAll(ClassCheck.of(runs, tables, isRead));
    } catch (SQLException ended) { // after some damage of a file, the database rejects all statements
      runs.forEach(run -> found.add(unverified(run, Database.firstLine(ended))));
      return found;
    }
    if (!isBroken || runs.size() == 1) {
      return found;
    }
    int half = runs.size() / 2;
    return Stream.of(runs.subList(0, half), runs.subList(half, runs.size())).flatMap(part -> rows(part, tables, isRead).stream())
        .toList();
  }

  /** Does the same for runs with unopened tables. */
  public static List<Finding> opening(List<StoredRun> runs, Predicate<String> isRead) {
    RunTables tables;
    try {
      tables = RunTables.of(runs);
    } catch (InputError closed) {
      if (runs.size() > 1) { // one by one, so that a failure names its run, and the others are checked
        return runs.stream().flatMap(run -> opening(List.of(run), isRead).stream()).distinct().toList();
      }
      var found = new ArrayList<>(files(runs, isRead));
      found.add(unverified(runs.getFirst(), String.valueOf(closed.getMessage())));
      if (isRead.test(RunFolder.SCENARIO)) {
        found.addAll(ScenarioFileCheck.of(runs.getFirst()));
      }
      return found;
    }
    try (tables) {
      return of(runs, tables, isRead);
    }
  }

  private static Finding unverified(StoredRun run, String why) {
    return new Finding(Finding.Kind.UNVERIFIED, SourceLocation.of(run.folder()),
        "the rows of its tables are not checked: " + why);
  }

  /** Returns the finding about a failed query of a table. */
  static Finding broken(ResultFile table, SQLException failure) {
    return Database.placeOfText(failure).map(place -> new Finding(Finding.Kind.IMPOSSIBLE, place, Database.whatOfText(failure)))
        .orElseGet(() -> unreadable(table, Database.firstLine(failure)));
  }

  static Finding unreadable(ResultFile table, String why) {
    return new Finding(Finding.Kind.IMPOSSIBLE, SourceLocation.of(table.name()), "its rows cannot be checked: " + why);
  }
}
