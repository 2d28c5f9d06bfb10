package dev.inflight.reproduction.figure;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The run folders of a figure, each below one folder under its scenario's name. Files are read once. */
public final class Results {
  private static final double NS_PER_US = 1e3;
  private static final double BYTES_PER_KB = 1e3;
  private static final double BITS_PER_GIGABIT = 1e9;

  private final Path folder;
  private final Map<Path, Table> tables = new HashMap<>();
  private final Map<String, Object> read = new HashMap<>();

  /** Creates the results of the runs in a folder. */
  public Results(Path folder) {
    this.folder = folder;
  }

  /** The folder of a run. */
  public Path run(String scenario) {
    return folder.resolve(scenario);
  }

  /**
   * Returns values from a run's folder, which are read at their first use.
   *
   * @param type class of the values; each kind of value needs its own
   */
  public <T> T once(Class<T> type, String scenario, Function<Path, T> reader) {
    return type.cast(read.computeIfAbsent(type.getName() + ' ' + scenario, _ -> reader.apply(run(scenario))));
  }

  Table table(String scenario, String file) {
    return tables.computeIfAbsent(folder.resolve(scenario).resolve(file), Table::read);
  }

  private Table port(String scenario, int node, int port) {
    return table(scenario, "port-series.csv").where("node", node).where("port", port);
  }

  /** The queue of a port, in KB. */
  Trace queueKb(String scenario, int node, int port) {
    Table rows = port(scenario, node, port);
    return trace(rows, "waiting_bytes", BYTES_PER_KB);
  }

  /** Returns the rate of a port since the previous row, in Gb/s. */
  Trace throughputGbps(String scenario, int node, int port) {
    return trace(port(scenario, node, port), "throughput_bps", BITS_PER_GIGABIT);
  }

  /** A flow's goodput since the previous row, in Gb/s. */
  Trace goodputGbps(String scenario, int flow) {
    return trace(table(scenario, "flow-series.csv").where("flow", flow), "goodput_bps", BITS_PER_GIGABIT);
  }

  /** A flow's window in bytes. */
  Trace windowBytes(String scenario, int flow) {
    return trace(table(scenario, "flow-series.csv").where("flow", flow), "window_bytes", 1);
  }

  /** Time at which a finished flow ended, in us. */
  double endUs(String scenario, int flow) {
    Table row = table(scenario, "flows.csv").where("flow", flow);
    return (row.column("start_ns")[0] + row.column("fct_ns")[0]) / NS_PER_US;
  }

  /** Completion times of the finished flows of one size, in us. */
  double[] completionUs(String scenario, long sizeBytes) {
    return scaled(table(scenario, "flows.csv").where("size_bytes", sizeBytes).column("fct_ns"), NS_PER_US);
  }

  private static Trace trace(Table rows, String column, double unit) {
    return new Trace(scaled(rows.column("time_ns"), NS_PER_US), scaled(rows.column(column), unit));
  }

  private static double[] scaled(double[] values, double unit) {
    double[] scaled = values.clone();
    for (int at = 0; at < scaled.length; at++) {
      scaled[at] /= unit;
    }
    return scaled;
  }
}
