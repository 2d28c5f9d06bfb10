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
 * Files of one table of many runs. One call reads all files with the same columns, because planning a call per file takes longer
 * than reading. The database reads one file at a time and adds its name to each row, so a query of one run opens only its file.
 */
final class FilesOfRuns {
  /** Additional column; files have no column of this name. */
  private static final String FILE = "\"file of the row\"";

  private final ResultFile table;
  private final Map<StoredRun, Source> sources = new LinkedHashMap<>();

  /** File, and the way to read it. */
  private record Source(StoredTable.Reading reading, @Nullable String names) {
    Alike alike() {
      return new Alike(reading.function(), reading.options(), reading.renamed(), List.copyOf(reading.columns()), names);
    }
  }

  /** Common properties of files that one call reads; {@code names} is the variable with their node names. */
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
   * Returns the statement that stores the run of each file, for the selections. If a path has pattern characters, the database
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

  /** Selections of the rows of some runs, each with the run's name as first column. */
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
