package dev.inflight.lab.print;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Table of numbers for the screen. The first column is left-aligned; all others are right-aligned. Columns are as wide as their
 * cells. Columns beyond the width follow below, after a repeated first column.
 */
public final class NumberColumns {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table with these titles, the names' title first. */
  public NumberColumns(List<String> titles) {
    rows.add(titles);
  }

  /** Adds a row. */
  public void add(List<String> cells) {
    if (cells.size() != rows.getFirst().size()) {
      throw new IllegalArgumentException(cells.size() + " cells in a table of " + rows.getFirst().size() + " columns");
    }
    rows.add(cells);
  }

  /** Returns the lines of all rows, each at most {@code width} characters long unless one column is longer. */
  public List<String> lines(int width) {
    int columns = rows.getFirst().size();
    var widths = new int[columns];
    for (List<String> row : rows) {
      Arrays.setAll(widths, column -> Math.max(widths[column], row.get(column).length()));
    }
    var lines = new ArrayList<String>();
    int from = 1;
    do {
      int to = from;
      int used = widths[0];
      while (to < columns && (to == from || used + GAP.length() + widths[to] <= width)) {
        used += GAP.length() + widths[to];
        to++;
      }
      for (List<String> row : rows) {
        var line = new StringBuilder(Humanize.left(row.getFirst(), widths[0]));
        for (int column = from; column < to; column++) {
          line.append(GAP).append(Humanize.right(row.get(column), widths[column]));
        }
        lines.add(line.toString().stripTrailing());
      }
      from = to;
    } while (from < columns);
    return lines;
  }
}
