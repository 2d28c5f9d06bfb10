package dev.inflight.lab.experiment;

import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.statistics.FlowSizes;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of whole runs that describe the runs of a sweep: slowdowns, queues, goodput, jobs, losses. */
public final class RunMetrics {
  /**
   * A value of a whole run.
   *
   * @param name name of the metric's files
   * @param title name in charts and tables
   * @param unit unit of the values: {@code ratio}, {@code B}, {@code ns}, {@code bit/s}, {@code share}, or empty for a count
   * @param values values in the order of the runs; null where the value is unknown
   */
  public record Metric(String name, String title, String unit, List<@Nullable Double> values) {
    /** Reports whether any run has a value other than 0. */
    boolean isKnown() {
      return values.stream().anyMatch(value -> value != null && value != 0);
    }
  }

  private final RunTables tables;
  private final List<StoredRun> runs;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Metric> metrics = new ArrayList<>();

  private RunMetrics(RunTables tables, List<StoredRun> runs) {
    this.tables = tables;
    this.runs = runs;
    for (StoredRun run : runs) {
      numbers.put(run.name(), numbers.size());
    }
  }

  /** Returns the metrics that apply to any of the runs of these tables. */
  public static List<Metric> of(List<StoredRun> runs, RunTables tables) throws SQLException {
    var measured = new RunMetrics(tables, runs);
    measured.measure();
    return measured.metrics.stream().filter(Metric::isKnown).toList();
  }

  private void measure() throws SQLException {
    summary("slowdown-mean", "slowdown, mean", "ratio", "slowdown.mean");
    summary("slowdown-p50", "slowdown, median", "ratio", "slowdown.p50");
    summary("slowdown-p95", "slowdown, 95th percentile", "ratio", "slowdown.p95");
    summary("slowdown-p99", "slowdown, 99th percentile", "ratio", "slowdown.p99");
    table("small-flows-p99", "completion of flows up to 10 KB, 99th percentile", "ns", ResultFiles.FLOWS,
        "quantile_disc(fct_ns, 0.99) FILTER (size_bytes <= " + FlowSizes.SMALL_BYTES + ")");
    summary("queue-p99", "queues, 99th percentile", "B", "queueBytes.p99");
    summary("queue-max", "queues, longest", "B", "queueBytes.max");
    table("busiest-port", "utilization of the busiest port, until 95 % of the bytes were delivered", "share", ResultFiles.PORTS,
        "max(coalesce(bulk_utilization, utilization))");
    table("jobs-end", "end of the last job", "ns", JobFiles.RANKS, "max(end_ns)");
    compared(ComparedValue.BULK_GOODPUT);
    ComparedValue.ALL.stream().filter(value -> value != ComparedValue.BULK_GOODPUT).forEach(this::compared);
    add("unfinished-flows", "flows that did not finish", "", run -> {
      Double flows = run.summary() == null ? null : run.summary().decimal("flows");
      Double finished = run.summary() == null ? null : run.summary().decimal("flowsFinished");
      return flows == null || finished == null ? null : Double.valueOf(flows - finished);
    });
    summary("simulated-time", "simulated time", "s", "simulatedSeconds");
  }

  private interface OfRun {
    @Nullable
    Double value(StoredRun run);
  }

  private void add(String name, String title, String unit, OfRun of) {
    double scale = unit.equals("s") ? 1e9 : 1;
    metrics.add(new Metric(name, title, unit.equals("s") ? "ns" : unit, runs.stream().<@Nullable Double>map(run -> {
      Double value = of.value(run);
      return value == null ? null : Double.valueOf(value * scale);
    }).toList()));
  }

  private void compared(ComparedValue value) {
    add(value.how().title().replaceAll("[^A-Za-z0-9]+", "-"), value.how().title(), value.unitText(),
        run -> run.summary() == null ? null : value.value().apply(run.summary()::decimal));
  }

  /** Adds a key of the summaries. */
  private void summary(String name, String title, String unit, String key) {
    add(name, title, unit, run -> run.summary() == null ? null : run.summary().decimal(key));
  }

  /** Adds an aggregate over a table of each run. */
  private void table(String name, String title, String unit, ResultFile file, String expression) throws SQLException {
    var values = new ArrayList<@Nullable Double>(runs.stream().map(_ -> (Double) null).toList());
    String sql = "SELECT run, " + expression + " FROM " + RunTables.tableOf(file) + " GROUP BY run";
    try (Statement statement = tables.database().createStatement(); ResultSet answers = statement.executeQuery(sql)) {
      while (answers.next()) {
        double value = answers.getDouble(2);
        values.set(Objects.requireNonNull(numbers.get(answers.getString(1))), answers.wasNull() ? null : Double.valueOf(value));
      }
    }
    metrics.add(new Metric(name, title, unit, values));
  }
}
