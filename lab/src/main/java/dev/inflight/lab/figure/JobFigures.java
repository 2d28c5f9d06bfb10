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

/** Figures of the median bus bandwidth of collectives by their size. */
final class JobFigures {
  private JobFigures() {
  }

  static List<PaperFigure> of(FigureRows rows) {
    List<List<@Nullable Double[]>> sizes = rows.byExperiment("SELECT experiment, size_bytes, count(*), "
        + Quantile.sql("busbw_bps", "0.5")
        + ", min(busbw_bps), max(busbw_bps) FROM collectives JOIN members m USING (run) WHERE busbw_bps IS NOT NULL AND size_bytes > 0 GROUP BY ALL"
        + " ORDER BY experiment, size_bytes");
    if (sizes.stream().allMatch(List::isEmpty)) {
      return List.of();
    }
    ScaledUnit unit = ScaledUnit.ofRate(FigureCells.most(sizes, row -> value(row[4])));
    var lines = new ArrayList<Line>();
    var cells = new ArrayList<List<String>>();
    for (int at = 0; at < sizes.size(); at++) {
      List<@Nullable Double[]> own = sizes.get(at);
      String label = rows.experiments().get(at).label();
      lines.add(new Line(label, column(own, 0, 1), column(own, 2, unit.factor()), column(own, 3, unit.factor()),
          column(own, 4, unit.factor()), false));
      own.forEach(row -> cells.add(List.of(label, cell(row[0]), cell(row[1]), cell(row[2]), cell(row[3]), cell(row[4]))));
    }
    PlotAxis x = PlotAxis.log("size of collective", FigureCells.least(sizes, row -> value(row[0])),
        FigureCells.most(sizes, row -> value(row[0])), TickText.BYTES);
    PlotAxis y = PlotAxis.fromZero("bus bandwidth (" + unit.name() + ")",
        FigureCells.most(sizes, row -> value(row[4])) / unit.factor());
    return List.of(new PaperFigure("bus-bandwidth", new Panel("bus bandwidth", x, y, lines, List.of()), new FigureTable(
        List.of("experiment", "size_bytes", "collectives", "busbw_bps_p50", "busbw_bps_least", "busbw_bps_most"), cells)));
  }
}
