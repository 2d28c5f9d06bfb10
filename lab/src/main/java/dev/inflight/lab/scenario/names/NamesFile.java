package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.csv.CsvCells;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * File of node names: a line of columns, including {@code node} and {@code name}, followed by a line per node. A run's
 * {@code nodes.csv} is such a file. A quoted value may contain commas and doubled quotes.
 */
public final class NamesFile {
  private static final String NODE = "node";
  private static final String NAME = "name";

  private NamesFile() {
  }

  /**
   * Reads a file.
   *
   * @throws dev.inflight.lab.read.InputError with the line, if the file is not a list of names
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
