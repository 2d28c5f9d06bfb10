package dev.inflight.lab.verify;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bytes that each port sent in full and in fast runs. */
final class PortBytes {
  private PortBytes() {
  }

  /**
   * Returns the difference between ports' bytes in fast and in as many full runs: sum of absolutes, over all bytes of full runs.
   *
   * @throws InputError if a table cannot be read
   */
  static double difference(List<StoredRun> full, List<StoredRun> fast) {
    Set<String> ofFast = fast.stream().map(StoredRun::name).collect(Collectors.toSet());
    Map<Long, Double> more = new HashMap<>();
    double all = 0;
    try (RunTables tables = RunTables.of(Stream.concat(full.stream(), fast.stream()).toList());
        Statement statement = tables.database().createStatement();
        ResultSet rows = statement
            .executeQuery("SELECT run, node, port, sent_bytes FROM " + RunTables.tableOf(ResultFiles.PORTS))) {
      while (rows.next()) {
        double bytes = rows.getDouble(4);
        boolean isFast = ofFast.contains(rows.getString(1));
        more.merge(rows.getLong(2) << 32 | rows.getLong(3), isFast ? bytes : -bytes, Double::sum);
        all += isFast ? 0 : bytes;
      }
    } catch (SQLException broken) {
      InputError ofText = Database.faultOfText(broken);
      throw ofText != null ? ofText : new InputError("the tables of ports cannot be read: " + Database.firstLine(broken));
    }
    return all == 0 ? 0 : more.values().stream().mapToDouble(Math::abs).sum() / all;
  }
}
