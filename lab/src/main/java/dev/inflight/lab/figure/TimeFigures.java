package dev.inflight.lab.figure;

import static dev.inflight.lab.figure.FigureCells.cell;
import static dev.inflight.lab.figure.FigureCells.column;
import static dev.inflight.lab.figure.FigureCells.value;

import dev.inflight.lab.statistics.GoodputOverTime;
import dev.inflight.lab.statistics.TimeIntervals;
import dev.inflight.plot.draw.FigureTable;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import dev.inflight.plot.draw.PaperFigure;
import dev.inflight.plot.PlotAxis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Rates and queues over time, for runs with series. Seeds are not pooled: a line shows the first run of its experiment. */
final class TimeFigures {
  private static final String WIDTH_NS = TimeIntervals.widthNs("400");
  private static final int MOST_FLOWS = 7;
  private static final String SPAN = "(SELECT " + WIDTH_NS + " AS w FROM ";

  private TimeFigures() {
  }

  static List<PaperFigure> of(FigureRows rows) {
    var figures = new ArrayList<PaperFigure>();
    add(figures, rows, "goodput-over-time", "goodput", "goodput_bps", ScaledUnit::ofRate, "SELECT experiment, t, goodput FROM ("
        + GoodputOverTime.sql(WIDTH_NS) + ") JOIN members USING (run) WHERE first ORDER BY experiment, t");
    add(figures, rows, "queue-over-time", "longest queue", "queue_bytes", ScaledUnit::ofSize,
        "SELECT experiment, floor(time_ns / w) * w AS t," + " max(waiting_bytes) FROM port_series JOIN members m USING (run), "
            + SPAN + "port_series) WHERE first GROUP BY ALL" + " ORDER BY experiment, t");
    if (rows.experiments().size() == 1) {
      flows(figures, rows);
    }
    return figures;
  }

  private static void add(List<PaperFigure> figures, FigureRows rows, String name, String title, String column,
      DoubleFunction<ScaledUnit> unitOf, String sql) {
    List<List<@Nullable Double[]>> points = rows.byExperiment(sql);
    if (points.stream().allMatch(List::isEmpty)) {
      return;
    }
    ScaledUnit time = ScaledUnit.ofTime(FigureCells.most(points, row -> value(row[0])));
    ScaledUnit unit = unitOf.apply(FigureCells.most(points, row -> value(row[1])));
    var lines = new ArrayList<Line>();
    var cells = new ArrayList<List<String>>();
    for (int at = 0; at < points.size(); at++) {
      String label = rows.experiments().get(at).label();
      lines.add(new Line(label, column(points.get(at), 0, time.factor()), column(points.get(at), 1, unit.factor())));
      points.get(at).forEach(row -> cells.add(List.of(label, cell(row[0]), cell(row[1]))));
    }
    figures.add(
        new PaperFigure(name, panel(title, time, unit, lines), new FigureTable(List.of("experiment", "time_ns", column), cells)));
  }

  /** Adds figures of the flows with the most bytes. */
  private static void flows(List<PaperFigure> figures, FigureRows rows) {
    List<@Nullable Double[]> points = rows
        .byExperiment("WITH largest AS (SELECT flow FROM flow_series JOIN members m USING (run) WHERE first"
            + " GROUP BY flow ORDER BY max(acked_bytes) DESC, flow LIMIT " + MOST_FLOWS
            + ") SELECT experiment, flow, floor(time_ns / w) * w AS t,"
            + " avg(goodput_bps) FROM flow_series JOIN members m USING (run) SEMI JOIN largest USING (flow), " + SPAN
            + "flow_series) WHERE first GROUP BY ALL ORDER BY experiment, flow, t")
        .getFirst();
    if (points.isEmpty()) {
      return;
    }
    ScaledUnit time = ScaledUnit.ofTime(FigureCells.most(List.of(points), row -> value(row[1])));
    ScaledUnit unit = ScaledUnit.ofRate(FigureCells.most(List.of(points), row -> value(row[2])));
    var lines = new ArrayList<Line>();
    for (double flow : points.stream().mapToDouble(row -> value(row[0])).distinct().toArray()) {
      List<@Nullable Double[]> own = points.stream().filter(row -> value(row[0]) == flow).toList();
      lines.add(new Line("flow " + cell(flow), column(own, 1, time.factor()), column(own, 2, unit.factor())));
    }
    figures.add(new PaperFigure("flow-rates-over-time", panel("goodput", time, unit, lines),
        new FigureTable(List.of("flow", "time_ns", "goodput_bps"),
            points.stream().map(row -> List.of(cell(row[0]), cell(row[1]), cell(row[2]))).toList())));
  }

  private static Panel panel(String title, ScaledUnit time, ScaledUnit unit, List<Line> lines) {
    double latest = lines.stream().flatMapToDouble(line -> Arrays.stream(line.x())).max().orElse(1);
    double most = lines.stream().flatMapToDouble(line -> Arrays.stream(line.y())).filter(Double::isFinite).max().orElse(1);
    return new Panel(title, PlotAxis.fromZero("time (" + time.name() + ")", latest),
        PlotAxis.fromZero(title + " (" + unit.name() + ")", most), lines, List.of());
  }
}
