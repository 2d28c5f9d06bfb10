package dev.inflight.lab.figure;

import static dev.inflight.lab.figure.FigureCells.cell;
import static dev.inflight.lab.figure.FigureCells.column;
import static dev.inflight.lab.figure.FigureCells.value;

import dev.inflight.lab.statistics.DrawnDistribution;
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

/** Figures of cumulative distributions of completion times, slowdowns and queues, over all runs of an experiment together. */
final class DistributionFigures {
  private static final int MOST_QUEUE_STEPS = 400;

  private DistributionFigures() {
  }

  static List<PaperFigure> of(FigureRows rows) {
    var figures = new ArrayList<PaperFigure>();
    figure(figures, rows, "fct-cdf", "fct_ns", "flow completion time", TickText.TIME);
    figure(figures, rows, "slowdown-cdf", "slowdown", "slowdown", TickText.NUMBER);
    queues(figures, rows);
    return figures;
  }

  private static void figure(List<PaperFigure> figures, FigureRows rows, String name, String column, String title,
      TickText text) {
    List<List<@Nullable Double[]>> shares = rows.byExperiment(flows(column));
    if (shares.stream().allMatch(List::isEmpty)) {
      return;
    }
    PlotAxis x = PlotAxis.log(title, FigureCells.least(shares, row -> value(row[1])),
        FigureCells.most(shares, row -> value(row[1])), text);
    figures
        .add(new PaperFigure(name, new Panel(title, x, new PlotAxis("share of flows", 0, 1), lines(rows, shares, 1), List.of()),
            table(rows, shares, List.of("experiment", "share_of_flows", column))));
  }

  private static void queues(List<PaperFigure> figures, FigureRows rows) {
    List<List<@Nullable Double[]>> shares = rows.byExperiment(DrawnDistribution.ofQueues("experiment",
        "SELECT m.experiment, largest_bytes, samples FROM queue_lengths JOIN members m USING (run)", MOST_QUEUE_STEPS));
    if (shares.stream().allMatch(List::isEmpty)) {
      return;
    }
    double least = FigureCells.least(shares, row -> value(row[0]));
    double most = FigureCells.most(shares, row -> value(row[1]));
    ScaledUnit unit = ScaledUnit.ofSize(most);
    PlotAxis x = PlotAxis.fromZero("queue length (" + unit.name() + ")", most / unit.factor());
    double from = Math.min(StrictMath.floor(least * 10) / 10, 0.9); // most samples are of idle ports
    figures.add(new PaperFigure("queue-cdf",
        new Panel("queue length", x, new PlotAxis("share of samples", from, 1), lines(rows, shares, unit.factor()), List.of()),
        table(rows, shares, List.of("experiment", "share_of_samples", "queue_bytes"))));
  }

  private static List<Line> lines(FigureRows rows, List<List<@Nullable Double[]>> shares, double unit) {
    var lines = new ArrayList<Line>();
    for (int at = 0; at < shares.size(); at++) {
      lines.add(Line.inSteps(rows.experiments().get(at).label(), column(shares.get(at), 1, unit), column(shares.get(at), 0, 1)));
    }
    return lines;
  }

  private static FigureTable table(FigureRows rows, List<List<@Nullable Double[]>> shares, List<String> head) {
    var cells = new ArrayList<List<String>>();
    for (int at = 0; at < shares.size(); at++) {
      for (@Nullable
      Double[] row : shares.get(at)) {
        cells.add(List.of(rows.experiments().get(at).label(), cell(row[0]), cell(row[1])));
      }
    }
    return new FigureTable(head, cells);
  }

  private static String flows(String column) {
    String shares = DrawnDistribution.shares();
    return "SELECT experiment, unnest(" + shares + ") AS share, unnest(" + Quantile.sql(column, shares)
        + ") AS value FROM flows JOIN members m USING (run) GROUP BY experiment ORDER BY experiment, share";
  }
}
