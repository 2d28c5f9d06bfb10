package dev.inflight.lab.scenario.names;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
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
   * @throws dev.inflight.lab.read.InputError when it is none, with the line
   */
  public static List<NodeNaming.Entry> read(Path path) {
    InputText text = InputText.read(path);
    text.requireUtf8();
    List<String> lines = text.lines();
    SourceLocation first = text.at(1);
    List<String> columns = lines.isEmpty() ? List.of() : cells(lines.getFirst(), first);
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
      List<String> cells = cells(lines.get(at), place);
      if (cells.size() != columns.size()) {
        throw place.error("expected " + columns.size() + " values, " + String.join(",", columns) + "; found " + cells.size());
      }
      entries.add(new NodeNaming.Entry(cells.get(node).strip(), cells.get(name), place));
    }
    return entries;
  }

  private static List<String> cells(String line, SourceLocation place) {
    var cells = new ArrayList<String>();
    int at = 0;
    while (at <= line.length()) {
      var cell = new StringBuilder();
      if (at < line.length() && line.charAt(at) == '"') {
        at++;
        while (at < line.length() && (line.charAt(at) != '"' || line.startsWith("\"\"", at))) {
          cell.append(line.charAt(at));
          at += line.charAt(at) == '"' ? 2 : 1;
        }
        if (at == line.length()) {
          throw place.error("a value begins with a quote, and none ends it");
        }
        at++;
        if (at < line.length() && line.charAt(at) != ',') {
          throw place.error("behind a value in quotes stands " + Quoted.of(line.substring(at)) + ", expected a comma");
        }
      } else {
        int end = line.indexOf(',', at);
        end = end < 0 ? line.length() : end;
        cell.append(line, at, end);
        at = end;
      }
      cells.add(cell.toString());
      at++;
    }
    return cells;
  }
}
