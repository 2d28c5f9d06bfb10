package dev.inflight.lab.print;

import java.util.List;

/** Table of column names and rows. */
public record TextTable(List<String> head, List<List<String>> rows) {
  /** Lines of the table for a screen. */
  public List<String> lines() {
    var columns = new TextColumns(TextColumns.WIDTH, head.toArray(String[]::new));
    rows.forEach(row -> columns.add(row.toArray(String[]::new)));
    return columns.lines();
  }
}
