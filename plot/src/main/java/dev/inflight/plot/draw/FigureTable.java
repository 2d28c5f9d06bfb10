package dev.inflight.plot.draw;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Data of a figure as a table.
 *
 * @param head names of the columns, with units
 * @param rows the cells; numbers have a point as decimal mark
 */
public record FigureTable(List<String> head, List<List<String>> rows) {
  /** The table as CSV (RFC 4180) with line feeds. */
  public String csv() {
    var text = new StringBuilder(row(head));
    rows.forEach(row -> text.append(row(row)));
    return text.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream().map(FigureTable::cell).collect(Collectors.joining(",", "", "\n"));
  }

  private static String cell(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
