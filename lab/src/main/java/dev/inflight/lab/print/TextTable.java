package dev.inflight.lab.print;

import java.util.List;

/** A table: its columns' names, and its rows. */
public record TextTable(List<String> head, List<List<String>> rows) {
  /** Lines of the table on a screen. */
  public List<String> lines() {
    var columns = new TextColumns(TextColumns.WIDTH, head.toArray(String[]::new));
    rows.forEach(row -> columns.add(row.toArray(String[]::new)));
    return columns.lines();
  }
}
