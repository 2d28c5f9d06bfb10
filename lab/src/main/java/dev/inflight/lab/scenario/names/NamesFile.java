package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.csv.CsvCells;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of names: a line of columns, of which one is {@code node} and one {@code name}, then a line for each node. A run's
 * {@code nodes.csv} is one. A value in quotes may have commas, and quotes twice.
 */
public final class NamesFile {
  private static final String NODE = "node";
  private static final String NAME = "name";

  private NamesFile() {
  }

  /**
   * Reads a file.
   *
   * @throws dev.inflight.lab.read.InputError when the file is no list of names; the message has the line
   */
  public static List<NodeNaming.Entry> read(Path path) {
    InputText text = InputText.read(path);
    text.requireUtf8();
    List<String> lines = text.lines();
    SourceLocation first = text.at(1);
    List<String> columns = lines.isEmpty() ? List.of() : CsvCells.of(lines.getFirst(), ',', first);
    int node = columns.indexOf(NODE);
    int name = columns.indexOf(NAME);
    if (node < 0 || name < 0) {
      throw first.error("the first line of a file of names has the columns node and name, as in 'node,name'; found "
          + Quoted.of(String.join(",", columns)));
    }
    var entries = new ArrayList<NodeNaming.Entry>();
    for (int at = 1; at < lines.size(); at++) {
      SourceLocation place = text.at(at + 1);
      if (lines.get(at).isBlank()) {
        continue;
      }
      List<String> cells = CsvCells.of(lines.get(at), ',', place);
      if (cells.size() != columns.size()) {
        throw place.error("expected " + columns.size() + " values, " + String.join(",", columns) + "; found " + cells.size());
      }
      entries.add(new NodeNaming.Entry(cells.get(node).strip(), cells.get(name), place));
    }
    return entries;
  }
}
