package dev.inflight.lab.page.sweep;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.JobFiles;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes what differs between runs, and for each run a value of each metric. */
public final class SweepData {
  /** Flows that fit into a window at once, as requests do. */
  private static final int SMALL_BYTES = 10_000;
  /** Runs whose tables one query reads: planning it takes time and memory by their number. */
  private static final int AT_ONCE = 50;

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

  /** Writes an object with the keys, the runs with their values, and the metrics; numbers of a metric stand in the order of the runs. */
  public static void write(JsonGenerator json, RunAxes axes, List<StoredRun> runs, RunTables tables) throws SQLException {
    var data = new SweepData(tables, runs);
    data.measure();
    json.writeStartObject();
    json.writeBooleanProperty("isSweep", axes.isSweep());
    json.writeName("keys");
    texts(json, axes.keys());
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
        "quantile_disc(fct_ns, 0.99) FILTER (size_bytes <= " + SMALL_BYTES + ")");
    summary("queues, 99th percentile", "B", "queueBytes.p99");
    summary("queues, longest", "B", "queueBytes.max");
    table("utilisation of the busiest port", "share", ResultFiles.PORTS, "max(utilisation)");
    table("end of the last job", "ns", JobFiles.RANKS, "max(end_ns)");
    for (ComparedValue value : ComparedValue.ALL) {
      if (value == ComparedValue.GOODPUT) {
        add(value.how().title(), "bit/s", run -> run.summary() == null ? null : value.value().apply(run.summary()::decimal));
      } else {
        summary(value.how().title(), value.unitText(), value.key());
      }
    }
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

  /** A key of the summaries. */
  private void summary(String title, String unit, String key) {
    String path = key.replace("slowdown_", "slowdown.").replace("queueBytes.", "queueBytes.");
    add(title, unit, run -> run.summary() == null ? null : run.summary().decimal(path));
  }

  /** What a table of each run comes to. */
  private void table(String title, String unit, ResultFile file, String expression) throws SQLException {
    List<StoredRun> having = runs.stream().filter(run -> tables.has(run, file)).toList();
    var values = new ArrayList<@Nullable Double>(IntStream.range(0, runs.size()).mapToObj(_ -> (Double) null).toList());
    for (int from = 0; from < having.size(); from += AT_ONCE) {
      String rows = having.subList(from, Math.min(having.size(), from + AT_ONCE)).stream().map(
          run -> "SELECT " + Database.literal(run.name()) + " AS run, " + expression + " AS v FROM " + tables.rows(run, file))
          .collect(Collectors.joining(" UNION ALL "));
      try (Statement statement = tables.database().createStatement(); ResultSet answers = statement.executeQuery(rows)) {
        while (answers.next()) {
          double value = answers.getDouble(2);
          values.set(numbers.getOrDefault(answers.getString(1), 0), answers.wasNull() ? null : Double.valueOf(value));
        }
      }
    }
    metrics.add(new Metric(title, unit, values));
  }
}
