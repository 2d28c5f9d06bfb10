package dev.inflight.lab.page.pause;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ResultFiles;
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
import java.util.NavigableMap;
import java.util.TreeMap;

/** Reader of a run's pauses from its tables, in order of time. */
public final class PauseReader {
  private static final double NS_PER_SECOND = 1e9;

  private PauseReader() {
  }

  /**
   * Pauses of a run.
   *
   * @param forest propagation of pauses
   * @param hostsBitsPerSec sum of the rates of all hosts' ports, in bit/s
   * @param unknownPorts number of skipped pauses and resumes, because {@code ports.csv} lacks their ports
   */
  public record Pauses(PauseForest forest, double hostsBitsPerSec, long unknownPorts) {
  }

  /**
   * Reach of pauses.
   *
   * @param depths number of pauses by hops from their root, starting with one hop
   * @param suppressedShares number of root pauses by the share of all hosts' rates that each suppressed
   */
  public record Reach(long[] depths, NavigableMap<Double, Long> suppressedShares) {
  }

  /** Name of a port. */
  private record Name(long node, long number) {
  }

  /**
   * Returns the reach of the pauses in a run's folder.
   *
   * @throws InputError if the folder is not of an ended run, or has pauses of unknown ports
   */
  public static Reach reach(Path folder) {
    List<StoredRun> runs = StoredRun.open(List.of(folder), false);
    try (RunTables tables = RunTables.of(runs)) {
      Pauses read = read(tables, runs.getFirst());
      if (read.unknownPorts > 0) {
        throw SourceLocation.of(folder.resolve(ResultFiles.PAUSES.name()))
            .error("it has pauses of ports that are missing in " + ResultFiles.PORTS.name());
      }
      var shares = new TreeMap<Double, Long>();
      read.forest.suppressedBitsPerSec().forEach((rate, pauses) -> shares.put(rate / read.hostsBitsPerSec, pauses));
      return new Reach(read.forest.depths(), shares);
    } catch (SQLException broken) {
      InputError ofText = Database.faultOfText(broken);
      throw ofText != null ? ofText : SourceLocation.of(folder).error("its pauses cannot be read: " + Database.firstLine(broken));
    }
  }

  /** Reads the pauses of one run of these tables. */
  public static Pauses read(RunTables tables, StoredRun run) throws SQLException {
    var ways = new FabricWays();
    Map<Name, PausedPort> ports = new HashMap<>();
    double hostsBitsPerSec = 0;
    if (tables.has(run, ResultFiles.PORTS)) {
      try (Statement statement = tables.database().createStatement();
          ResultSet rows = statement.executeQuery(
              "SELECT node, port, peer, kind = 'host', rate_bps FROM " + tables.numbered(run, ResultFiles.PORTS)
                  + " ORDER BY n")) {
        while (rows.next()) {
          double rate = rows.getBoolean(4) ? rows.getDouble(5) : 0;
          hostsBitsPerSec += rate;
          var port = new PausedPort(rows.getLong(1), rows.getLong(2), rows.getLong(3), rate);
          ports.put(new Name(port.node(), port.number()), port);
          ways.add(port.node(), rows.getBoolean(4), port.peer());
        }
      }
    }
    var forest = new PauseForest(ways);
    Double seconds = run.summary() == null ? null : run.summary().decimal("simulatedSeconds");
    double endNs = seconds == null ? 0 : seconds * NS_PER_SECOND;
    long unknown = 0;
    if (tables.has(run, ResultFiles.PAUSES)) {
      try (Statement statement = tables.database().createStatement();
          ResultSet rows = statement.executeQuery("SELECT time_ns, node, port, priority, state = 'pause' FROM "
              + tables.numbered(run, ResultFiles.PAUSES) + " ORDER BY time_ns, n")) {
        while (rows.next()) {
          double nowNs = rows.getDouble(1);
          endNs = Math.max(endNs, nowNs);
          PausedPort port = ports.get(new Name(rows.getLong(2), rows.getLong(3)));
          if (port == null) {
            unknown++;
          } else if (rows.getBoolean(5)) {
            forest.pause(port, rows.getLong(4), nowNs);
          } else {
            forest.resume(port, rows.getLong(4), nowNs);
          }
        }
      }
    }
    forest.finish(endNs);
    return new Pauses(forest, hostsBitsPerSec, unknown);
  }
}
