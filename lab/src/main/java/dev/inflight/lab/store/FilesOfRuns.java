package dev.inflight.lab.store;

import dev.inflight.lab.result.schema.ResultFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files of one table of many runs, read by one call for all files that have the same columns: a call for each file would take longer to plan than to
 * read. The database gives each row its file, of which it reads one at a time, so that a query of one run opens the file of that run only.
 */
final class FilesOfRuns {
  /** Column in addition to those of the files, which have no such name. */
  private static final String FILE = "\"file of the row\"";

  private final ResultFile table;
  private final Map<StoredRun, Source> sources = new LinkedHashMap<>();

  /** A file and how it is read. */
  private record Source(StoredTable.Reading reading, @Nullable String names) {
    Alike alike() {
      return new Alike(reading.function(), reading.options(), reading.renamed(), List.copyOf(reading.columns()), names);
    }
  }

  /** Common properties of files that one call reads; {@code names} is the variable with the names of their nodes. */
  private record Alike(String function, String options, String renamed, List<String> columns, @Nullable String names) {
  }

  FilesOfRuns(ResultFile table) {
    this.table = table;
  }

  /** Adds the file of a run. */
  void add(StoredRun run, StoredTable.Reading reading, @Nullable String names) {
    sources.put(run, new Source(reading, names));
  }

  private String variable() {
    return "runs_of_" + RunTables.tableOf(table);
  }

  /**
   * Returns the statement that keeps the run of each file; the selections refer to it. Where a path has pattern characters, the database
   * reports the file by its path without {@code ..}.
   */
  String keepNames() {
    var runs = new TreeMap<String, String>();
    sources.forEach((run, source) -> {
      Path file = source.reading.path();
      runs.put(file.toString(), run.name());
      runs.put(file.normalize().toString(), run.name());
    });
    return "SET VARIABLE " + variable() + " = MAP {" + runs.entrySet().stream()
        .map(one -> Database.literal(one.getKey()) + ": " + Database.literal(one.getValue())).collect(Collectors.joining(", "))
        + "}";
  }

  /** The selections that give the rows of some of the runs, each with the run's name in front. */
  List<String> selects(List<StoredRun> runs) {
    Map<Alike, List<StoredTable.Reading>> calls = new LinkedHashMap<>();
    for (StoredRun run : runs) {
      Source source = sources.get(run);
      if (source != null) {
        calls.computeIfAbsent(source.alike(), _ -> new ArrayList<>()).add(source.reading);
      }
    }
    return calls.entrySet().stream().map(call -> select(call.getKey(), call.getValue())).toList();
  }

  private String select(Alike alike, List<StoredTable.Reading> files) {
    String paths = files.stream().map(StoredTable.Reading::path).map(Database::file).collect(Collectors.joining(", "));
    String rows = alike.function + "([" + paths + "]" + alike.options + ", filename = 'file of the row')";
    return "SELECT getvariable(" + Database.literal(variable()) + ")[" + FILE + "] AS run, * EXCLUDE (" + FILE + ")"
        + NodeColumns.selected(table, Set.copyOf(alike.columns), alike.names) + " FROM " + files.getFirst().today(rows);
  }
}
