package dev.inflight.lab.read.csv;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.List;

/** Values of a line with separators. Quoted values may contain separators and doubled quotes (RFC 4180). */
public final class CsvCells {
  private CsvCells() {
  }

  /**
   * Returns the values of a line.
   *
   * @throws dev.inflight.lab.read.InputError if a quote does not end, or anything but a separator follows its end
   */
  public static List<String> of(String line, char separator, SourceLocation place) {
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
          throw place.error("a quoted value has no closing quote");
        }
        at++;
        if (at < line.length() && line.charAt(at) != separator) {
          throw place.error("a quoted value is followed by " + Quoted.of(line.substring(at)) + ", expected " + name(separator));
        }
      } else {
        int end = line.indexOf(separator, at);
        end = end < 0 ? line.length() : end;
        cell.append(line, at, end);
        at = end;
      }
      cells.add(cell.toString());
      at++;
    }
    return cells;
  }

  private static String name(char separator) {
    return switch (separator) {
      case ',' -> "a comma";
      case ';' -> "a semicolon";
      case '\t' -> "a tab";
      default -> "'" + separator + "'";
    };
  }

  /** Returns the value as written: quoted if it has a comma, a quote or a line end, or would start a comment. */
  public static String quote(String value) {
    return value.startsWith("#") || value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + value.replace("\"", "\"\"") + '"'
        : value;
  }
}
