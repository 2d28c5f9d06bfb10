package dev.inflight.lab.page.sweep;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.experiment.RunMetrics;
import dev.inflight.lab.statistics.StudentT;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the keys that differ between runs, and each run's value of each metric. */
public final class SweepData {
  /** Factor for four decimals of Student's t. */
  private static final double T_DIGITS = 1e4;

  private SweepData() {
  }

  /**
   * Writes an object with the keys, the runs, and the metrics. A metric's numbers are in the order of the runs.
   * The page computes the interval of a mean of n runs from Student's {@code t} of n - 1 degrees of freedom, at index n - 2.
   */
  public static void write(JsonGenerator json, RunAxes axes, List<StoredRun> runs, RunTables tables) throws SQLException {
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
    RunMetrics.of(runs, tables).forEach(metric -> write(json, metric));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, RunMetrics.Metric metric) {
    json.writeStartObject();
    json.writeStringProperty("title", metric.title());
    json.writeStringProperty("unit", metric.unit());
    json.writeName("values");
    json.writeStartArray();
    for (Double value : metric.values()) {
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
}
