package dev.inflight.lab.page.sweep;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.statistics.FlowSizes;
import dev.inflight.lab.statistics.StudentT;
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
import tools.jackson.core.JsonGenerator;

/** Writes what differs between runs, and for each run a value of each metric. */
public final class SweepData {
  /** Four decimals of Student's t. */
  private static final double T_DIGITS = 1e4;
  /**
   * A value of a whole run.
   *
   * @param title what charts and tables call it
   * @param unit of its values: {@code ratio}, {@code B}, {@code ns}, {@code bit/s}, {@code share} or empty for a count
   */
  private record Metric(String title, String unit, List<@Nullable Double> values) {
    /** Whether it says anything about any run. */
    boolean isKnown() {
      return values.stream().anyMatch(value -> value != null && value != 0);
    }
  }

  private final RunTables tables;
  private final List<StoredRun> runs;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Metric> metrics = new ArrayList<>();

  private SweepData(RunTables tables, List<StoredRun> runs) {
    this.tables = tables;
    this.runs = runs;
    for (StoredRun run : runs) {
      numbers.put(run.name(), numbers.size());
    }
  }

  /**
   * Writes an object with the keys, the runs with their values, and the metrics; numbers of a metric stand in the order of the runs. By Student's
   * {@code t} of n - 1 degrees of freedom, at n - 2, the page computes the interval of a mean of n runs.
   */
  public static void write(JsonGenerator json, RunAxes axes, List<StoredRun> runs, RunTables tables) throws SQLException {
    var data = new SweepData(tables, runs);
    data.measure();
    json.writeStartObject();
    json.writeName("keys");
    texts(json, axes.keys());
    json.writeName("words");
    texts(json, axes.words());
    json.writeName("t");
    json.writeStartArray();
    for (int degrees = 1; degrees < axes.mostPooled(); degrees++) {
      json.writeNumber(Math.rint(StudentT.of95(degrees) * T_DIGITS) / T_DIGITS);
    }
    json.writeEndArray();
    json.writeName("values");
    json.writeStartArray();
    axes.values().forEach(values -> texts(json, values));
    json.writeEndArray();
    json.writeName("metrics");
    json.writeStartArray();
    data.metrics.stream().filter(Metric::isKnown).forEach(metric -> write(json, metric));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Metric metric) {
    json.writeStartObject();
    json.writeStringProperty("title", metric.title);
    json.writeStringProperty("unit", metric.unit);
    json.writeName("values");
    json.writeStartArray();
    for (Double value : metric.values) {
      if (value == null || !Double.isFinite(value)) {
        json.writeNull();
      } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
        json.writeNumber(value.longValue());
      } else {
        json.writeNumber(value);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void measure() throws SQLException {
    summary("slowdown, median", "ratio", "slowdown.p50");
    summary("slowdown, 95th percentile", "ratio", "slowdown.p95");
    summary("slowdown, 99th percentile", "ratio", "slowdown.p99");
    table("completion of flows up to 10 KB, 99th percentile", "ns", ResultFiles.FLOWS,
        "quantile_disc(fct_ns, 0.99) FILTER (size_bytes <= " + FlowSizes.SMALL_BYTES + ")");
    summary("queues, 99th percentile", "B", "queueBytes.p99");
    summary("queues, longest", "B", "queueBytes.max");
    table("utilisation of the busiest port, until 95 % of the bytes were delivered", "share", ResultFiles.PORTS,
        "max(coalesce(bulk_utilisation, utilisation))");
    table("end of the last job", "ns", JobFiles.RANKS, "max(end_ns)");
    compared(ComparedValue.BULK_GOODPUT);
    ComparedValue.ALL.stream().filter(value -> value != ComparedValue.BULK_GOODPUT).forEach(this::compared);
    add("flows that did not finish", "", run -> {
      Double flows = run.summary() == null ? null : run.summary().decimal("flows");
      Double finished = run.summary() == null ? null : run.summary().decimal("flowsFinished");
      return flows == null || finished == null ? null : Double.valueOf(flows - finished);
    });
    summary("simulated time", "s", "simulatedSeconds");
  }

  private interface OfRun {
    @Nullable
    Double value(StoredRun run);
  }

  private void add(String title, String unit, OfRun of) {
    double scale = unit.equals("s") ? 1e9 : 1;
    metrics.add(new Metric(title, unit.equals("s") ? "ns" : unit, runs.stream().<@Nullable Double>map(run -> {
      Double value = of.value(run);
      return value == null ? null : Double.valueOf(value * scale);
    }).toList()));
  }

  private void compared(ComparedValue value) {
    add(value.how().title(), value.unitText(), run -> run.summary() == null ? null : value.value().apply(run.summary()::decimal));
  }

  /** A key of the summaries. */
  private void summary(String title, String unit, String key) {
    add(title, unit, run -> run.summary() == null ? null : run.summary().decimal(key));
  }

  /** What a table of each run comes to. */
  private void table(String title, String unit, ResultFile file, String expression) throws SQLException {
    var values = new ArrayList<@Nullable Double>(runs.stream().map(_ -> (Double) null).toList());
    String sql = "SELECT run, " + expression + " FROM " + RunTables.tableOf(file) + " GROUP BY run";
    try (Statement statement = tables.database().createStatement(); ResultSet answers = statement.executeQuery(sql)) {
      while (answers.next()) {
        double value = answers.getDouble(2);
        values.set(Objects.requireNonNull(numbers.get(answers.getString(1))), answers.wasNull() ? null : Double.valueOf(value));
      }
    }
    metrics.add(new Metric(title, unit, values));
  }
}
