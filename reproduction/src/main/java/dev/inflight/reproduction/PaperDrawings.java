package dev.inflight.reproduction;

import dev.inflight.plot.Chart;
import dev.inflight.plot.draw.FigureTable;
import dev.inflight.plot.Line;
import dev.inflight.plot.Panel;
import dev.inflight.plot.draw.PaperFigure;
import dev.inflight.reproduction.figure.Figure;
import java.util.ArrayList;
import java.util.List;

/** Files with the pictures of figures: one per panel, with the figure's name, and a number if the figure has several panels. */
final class PaperDrawings {
  private PaperDrawings() {
  }

  static List<PaperFigure> of(List<Figure> figures, List<Chart> charts) {
    var drawings = new ArrayList<PaperFigure>();
    for (int at = 0; at < charts.size(); at++) {
      List<Panel> panels = charts.get(at).panels();
      for (int number = 1; number <= panels.size(); number++) {
        Panel panel = panels.get(number - 1);
        String name = figures.get(at).name() + (panels.size() > 1 ? "-" + number : "");
        drawings.add(new PaperFigure(name, panel, table(panel)));
      }
    }
    return drawings;
  }

  private static FigureTable table(Panel panel) {
    var rows = new ArrayList<List<String>>();
    for (Line line : panel.lines()) {
      for (int at = 0; at < line.x().length; at++) {
        rows.add(List.of(line.name(), Double.toString(line.x()[at]), Double.toString(line.y()[at])));
      }
    }
    return new FigureTable(List.of("line", panel.x().title(), panel.y().title()), rows);
  }
}
