package dev.inflight.lab.compare;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Durations of the collectives of jobs, from the tables of runs. */
public final class CollectiveTimes {
  private static final double NS_PER_S = 1e9;

  /**
   * Collectives of one kind.
   *
   * @param folder folder of their run
   * @param job name of their job
   * @param kind kind of the collectives, such as all-reduce
   */
  private record Of(Path folder, String job, String kind) {
  }

  private final Map<Of, Double> meanSeconds = new HashMap<>();

  private CollectiveTimes() {
  }

  /**
   * Reads the durations.
   *
   * @throws InputError when a table cannot be read
   */
  static CollectiveTimes of(List<ComparedRun> runs) {
    List<Path> folders = runs.stream().flatMap(run -> run.folder().stream()).distinct().toList();
    return folders.isEmpty() ? new CollectiveTimes() : ofStored(StoredRun.open(folders, true));
  }

  /** Reads the durations of open runs. */
  public static CollectiveTimes ofStored(List<StoredRun> runs) {
    var times = new CollectiveTimes();
    if (runs.stream().anyMatch(run -> !ComparedJob.of(run.summary()).isEmpty())) {
      times.read(runs);
    }
    return times;
  }

  private void read(List<StoredRun> runs) {
    Map<String, Path> folders = new HashMap<>();
    runs.forEach(run -> folders.put(run.name(), run.folder()));
    try (RunTables tables = RunTables.of(runs);
        Statement statement = tables.database().createStatement();
        ResultSet rows = statement.executeQuery("SELECT run, job, op, avg(duration_ns), bool_and(duration_ns IS NOT NULL) FROM "
            + RunTables.tableOf(JobFiles.COLLECTIVES) + " GROUP BY ALL")) {
      while (rows.next()) {
        Path folder = folders.get(rows.getString(1));
        if (folder != null && rows.getBoolean(5)) {
          meanSeconds.put(new Of(folder, rows.getString(2), rows.getString(3)), rows.getDouble(4) / NS_PER_S);
        }
      }
    } catch (SQLException broken) {
      InputError ofText = Database.faultOfText(broken);
      throw ofText != null ? ofText : new InputError("the tables of collectives cannot be read: " + Database.firstLine(broken));
    }
  }

  /** Returns the kinds of a job's collectives in any of the runs, in order of name. */
  public List<String> kinds(String job) {
    var kinds = new TreeSet<String>();
    meanSeconds.keySet().stream().filter(of -> of.job.equals(job)).forEach(of -> kinds.add(of.kind));
    return List.copyOf(kinds);
  }

  /** Mean time of a job's collectives of a kind; null unless all have completed. */
  @Nullable
  Double meanSeconds(ComparedRun run, String job, String kind) {
    return run.folder().map(folder -> meanSeconds(folder, job, kind)).orElse(null);
  }

  /** Returns the mean duration, in seconds, for the run of a folder; null when it is unknown. */
  public @Nullable Double meanSeconds(Path folder, String job, String kind) {
    return meanSeconds.get(new Of(folder, job, kind));
  }
}
