package dev.inflight.lab.figure;

import static dev.inflight.lab.figure.FigureCells.cell;
import static dev.inflight.lab.figure.FigureCells.column;
import static dev.inflight.lab.figure.FigureCells.value;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.plot.draw.FigureTable;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import dev.inflight.plot.draw.PaperFigure;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.TickText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figures of slowdown by flow size: for one experiment a figure with three quantiles, for several a figure of each quantile. */
final class SizeFigures {
  private static final List<Integer> PERCENTS = List.of(50, 95, 99);
  /** Columns of the query before those of quantiles. */
  private static final int BEFORE = 4;

  private SizeFigures() {
  }

  static List<PaperFigure> of(FigureRows rows, SizeClasses classes) {
    List<List<@Nullable Double[]>> sizes = rows.byExperiment(sql(classes));
    if (sizes.stream().allMatch(List::isEmpty)) {
      return List.of();
    }
    var figures = new ArrayList<PaperFigure>();
    if (rows.experiments().size() == 1) {
      figures.add(figure(rows, sizes, "slowdown-by-size", "slowdown", PERCENTS));
    } else {
      PERCENTS.forEach(
          percent -> figures.add(figure(rows, sizes, "slowdown-by-size-p" + percent, "slowdown, p" + percent, List.of(percent))));
    }
    return figures;
  }

  private static PaperFigure figure(FigureRows rows, List<List<@Nullable Double[]>> sizes, String name, String title,
      List<Integer> percents) {
    var lines = new ArrayList<Line>();
    var head = new ArrayList<>(List.of("experiment", "runs", "size_bytes_from", "size_bytes_to", "flows"));
    percents.forEach(percent -> head.addAll(
        List.of("slowdown_p" + percent, "slowdown_p" + percent + "_least_of_runs", "slowdown_p" + percent + "_most_of_runs")));
    var cells = new ArrayList<List<String>>();
    for (int at = 0; at < sizes.size(); at++) {
      List<@Nullable Double[]> own = sizes.get(at);
      String label = rows.experiments().get(at).label();
      int runs = rows.experiments().get(at).runs().size();
      for (int percent : percents) {
        int of = BEFORE + 3 * PERCENTS.indexOf(percent);
        String line = percents.size() > 1 ? "p" + percent : label;
        double[] x = column(own, 0, 1);
        double[] y = column(own, of, 1);
        lines.add(runs > 1 ? new Line(line, x, y, column(own, of + 1, 1), column(own, of + 2, 1), false) : new Line(line, x, y));
      }
      for (@Nullable
      Double[] row : own) {
        var line = new ArrayList<>(List.of(label, Integer.toString(runs), cell(row[1]), cell(row[2]), cell(row[3])));
        for (int percent : percents) {
          int of = BEFORE + 3 * PERCENTS.indexOf(percent);
          line.addAll(List.of(cell(row[of]), cell(row[of + 1]), cell(row[of + 2])));
        }
        cells.add(line);
      }
    }
    int last = BEFORE + 3 * PERCENTS.indexOf(percents.getLast());
    int first = BEFORE + 3 * PERCENTS.indexOf(percents.getFirst());
    PlotAxis x = PlotAxis.log("flow size", FigureCells.least(sizes, row -> value(row[0])),
        FigureCells.most(sizes, row -> value(row[0])), TickText.BYTES);
    PlotAxis y = PlotAxis.log(title, FigureCells.least(sizes, row -> value(row[first + 1])),
        FigureCells.most(sizes, row -> value(row[last + 2])), TickText.NUMBER);
    return new PaperFigure(name, new Panel(title, x, y, lines, List.of()), new FigureTable(head, cells));
  }

  /**
   * Returns the query by experiment and class: the place on the axis, the smallest and largest size, the number of flows, and
   * each quantile over all flows with its range over runs.
   */
  private static String sql(SizeClasses classes) {
    String shares = "[0.5, 0.95, 0.99]";
    var columns = new StringBuilder();
    for (int at = 1; at <= PERCENTS.size(); at++) {
      columns.append(", pooled.q[" + at + "], each.least" + at + ", each.most" + at);
    }
    var ranges = new StringBuilder();
    for (int at = 1; at <= PERCENTS.size(); at++) {
      ranges.append(", min(q[" + at + "]) AS least" + at + ", max(q[" + at + "]) AS most" + at);
    }
    return "WITH edges AS (" + classes.sql()
        + "), sized AS (SELECT m.experiment, f.run, e.edge, f.size_bytes, f.slowdown FROM flows f"
        + " JOIN members m USING (run) ASOF JOIN edges e ON f.size_bytes <= e.edge), pooled AS (SELECT experiment, edge, min(size_bytes) AS low,"
        + " max(size_bytes) AS high, count(*) AS n, " + Quantile.sql("slowdown", shares) + " AS q FROM sized GROUP BY ALL),"
        + " of_runs AS (SELECT experiment, edge, run, " + Quantile.sql("slowdown", shares) + " AS q FROM sized GROUP BY ALL),"
        + " each AS (SELECT experiment, edge" + ranges
        + " FROM of_runs GROUP BY ALL) SELECT experiment, max(pooled.high) OVER (PARTITION BY edge)"
        + " AS place, pooled.low, pooled.high, pooled.n" + columns
        + " FROM pooled JOIN each USING (experiment, edge) ORDER BY experiment, edge";
  }
}
