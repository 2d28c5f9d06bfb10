package dev.inflight.lab.store.check;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares a flow's FCT in a run's table with the same flow's FCT in a new simulation of the run's scenario. */
public final class FlowTimeCheck {
  private static final double PS_PER_NS = 1000;

  private FlowTimeCheck() {
  }

  /**
   * Returns a finding if the FCTs differ; none for a live run, which no simulation repeats, and for a run without such a table.
   *
   * @param flow number of the flow
   * @param simulatedPs its FCT in the new simulation in ps; null if it did not finish
   */
  public static List<Finding> of(StoredRun run, RunTables tables, int flow, @Nullable Long simulatedPs) {
    if (Files.exists(run.folder().resolve(RunFolder.LIVE)) || !tables.has(run, ResultFiles.FLOWS)) {
      return List.of();
    }
    String sql = "SELECT n, fct_ns FROM " + tables.numbered(run, ResultFiles.FLOWS) + " WHERE flow = ? ORDER BY n LIMIT 1";
    try (PreparedStatement query = tables.database().prepareStatement(sql)) {
      query.setInt(1, flow);
      try (ResultSet row = query.executeQuery()) {
        if (!row.next()) {
          return absent(run, flow, simulatedPs);
        }
        return compare(run, flow, row.getLong(1), row.getDouble(2), simulatedPs);
      }
    } catch (SQLException broken) {
      return List.of(FolderCheck.broken(ResultFiles.FLOWS, broken));
    } catch (IOException unreadable) {
      return List.of(FolderCheck.unreadable(ResultFiles.FLOWS, String.valueOf(unreadable.getMessage())));
    }
  }

  /** Does the same for a run with unopened tables. {@link FolderCheck#opening} reports tables that cannot be opened. */
  public static List<Finding> opening(StoredRun run, int flow, @Nullable Long simulatedPs) {
    try (RunTables tables = RunTables.of(List.of(run))) {
      return of(run, tables, flow, simulatedPs);
    } catch (InputError closed) {
      return List.of();
    }
  }

  /** A run that ended early lacks flows that would have finished. */
  private static List<Finding> absent(StoredRun run, int flow, @Nullable Long simulatedPs) {
    return simulatedPs == null || run.state().isPartial()
        ? List.of()
        : List.of(new Finding(Finding.Kind.CONTRADICTION, SourceLocation.of(RunTables.fileOf(run, ResultFiles.FLOWS)),
            "flow " + flow + " is not listed here as finished, but " + simulated(simulatedPs)));
  }

  private static List<Finding> compare(StoredRun run, int flow, long row, double fctNs, @Nullable Long simulatedPs)
      throws IOException {
    if (simulatedPs != null && Math.round(fctNs * PS_PER_NS) == simulatedPs) {
      return List.of();
    }
    Path file = RunTables.fileOf(run, ResultFiles.FLOWS);
    Integer line = file.toString().endsWith(ResultFile.PARQUET) ? null : FileLines.of(file, Set.of(row)).get(row);
    SourceLocation place = line == null ? SourceLocation.of(file) : new SourceLocation(file.toString(), line);
    return List.of(new Finding(Finding.Kind.CONTRADICTION, place,
        "flow %d has fct_ns %.3f, but %s".formatted(flow, fctNs, simulated(simulatedPs))));
  }

  private static String simulated(@Nullable Long simulatedPs) {
    return simulatedPs == null
        ? "it does not finish when the run's scenario is simulated again; the explanation is that of the new simulation"
        : "it takes %d.%03d ns when the run's scenario is simulated again; the explanation is that of the new simulation"
            .formatted(simulatedPs / 1000, simulatedPs % 1000);
  }
}
