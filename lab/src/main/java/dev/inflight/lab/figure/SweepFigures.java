package dev.inflight.lab.figure;

import static dev.inflight.lab.figure.FigureCells.cell;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.experiment.RunMetrics;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.draw.FigureTable;
import dev.inflight.plot.draw.PaperFigure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Figures of values of whole runs along the numeric keys of a sweep, with a line for each combination of the other keys. A point
 * is the mean over seeds and members of ensembles, and a band shows their range.
 */
final class SweepFigures {
  private SweepFigures() {
  }

  /** Returns the figures; none where the runs are not points of one sweep. */
  static List<PaperFigure> of(RunTables tables, List<StoredRun> runs) {
    RunAxes axes = RunAxes.of(runs);
    var figures = new ArrayList<PaperFigure>();
    if (!axes.isSweep()) {
      return figures;
    }
    List<RunMetrics.Metric> metrics;
    try {
      metrics = RunMetrics.of(runs, tables);
    } catch (SQLException broken) {
      throw FigureRows.fault(broken);
    }
    for (int at = 0; at < axes.keys().size(); at++) {
      String key = axes.keys().get(at);
      int column = at;
      List<String> texts = axes.values().stream().map(ofRun -> ofRun.get(column)).toList();
      if (!RunAxes.POOLED.contains(key)) {
        KeyNumbers.of(key, texts).ifPresent(x -> {
          List<String> lines = axes.lines(key);
          metrics.forEach(metric -> figures.add(figure(key, x, texts, lines, metric)));
        });
      }
    }
    return figures;
  }

  private static PaperFigure figure(String key, KeyNumbers x, List<String> texts, List<String> lineOf, RunMetrics.Metric metric) {
    Map<String, TreeMap<Double, DoubleSummaryStatistics>> points = new LinkedHashMap<>();
    Map<Double, String> written = new TreeMap<>();
    for (int run = 0; run < lineOf.size(); run++) {
      Double value = metric.values().get(run);
      if (value != null && Double.isFinite(value)) {
        points.computeIfAbsent(lineOf.get(run), _ -> new TreeMap<>())
            .computeIfAbsent(x.numbers()[run], _ -> new DoubleSummaryStatistics()).accept(value);
        written.putIfAbsent(x.numbers()[run], texts.get(run));
      }
    }
    double most = metric.values().stream().filter(value -> value != null && Double.isFinite(value)).mapToDouble(value -> value)
        .max().orElse(1);
    ScaledUnit unit = unit(metric, most);
    var lines = new ArrayList<Line>();
    var rows = new ArrayList<List<String>>();
    points.forEach((name, places) -> {
      lines.add(line(name, places, unit.factor()));
      places.forEach((place, of) -> rows.add(List.of(name, written.getOrDefault(place, ""), Long.toString(of.getCount()),
          cell(of.getAverage()), cell(of.getMin()), cell(of.getMax()))));
    });
    String measure = metric.name().replace('-', ' '); // the title of the page is too long for a column
    String title = unit.name().isEmpty() ? measure : measure + " (" + unit.name() + ")";
    String column = metric.name().replace('-', '_') + suffix(metric.unit());
    return new PaperFigure(metric.name() + "-by-" + key.replaceAll("[^A-Za-z0-9]+", "-"),
        new Panel(metric.title(), x.axis(), PlotAxis.fromZero(title, most / unit.factor()), lines, List.of()), new FigureTable(
            List.of("line", key, "runs", column + "_mean", column + "_least_of_runs", column + "_most_of_runs"), rows));
  }

  private static Line line(String name, TreeMap<Double, DoubleSummaryStatistics> places, double unit) {
    double[] x = places.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    double[] mean = places.values().stream().mapToDouble(of -> of.getAverage() / unit).toArray();
    if (places.values().stream().allMatch(of -> of.getCount() == 1)) {
      return new Line(name, x, mean);
    }
    return new Line(name, x, mean, places.values().stream().mapToDouble(of -> of.getMin() / unit).toArray(),
        places.values().stream().mapToDouble(of -> of.getMax() / unit).toArray(), false);
  }

  private static ScaledUnit unit(RunMetrics.Metric metric, double most) {
    return switch (metric.unit()) {
      case "B" -> ScaledUnit.ofSize(most);
      case "ns" -> ScaledUnit.ofTime(most);
      case "bit/s" -> ScaledUnit.ofRate(most);
      case "share" -> new ScaledUnit("%", 0.01);
      default -> new ScaledUnit("", 1);
    };
  }

  private static String suffix(String unit) {
    return switch (unit) {
      case "B" -> "_bytes";
      case "ns" -> "_ns";
      case "bit/s" -> "_bps";
      default -> "";
    };
  }
}
