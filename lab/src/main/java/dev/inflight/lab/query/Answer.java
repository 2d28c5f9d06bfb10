package dev.inflight.lab.query;

import dev.inflight.lab.print.Quoted;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Rows of a query's result, written one at a time. */
final class Answer {
  /** Number of rows on a screen. */
  private static final int SHOWN = 1000;
  private static final int WIDEST = 60;
  private static final String MORE = "…";

  private final ResultSet rows;
  private final String[] names;
  private final boolean[] isNumber;
  private final boolean[] isReal;

  Answer(ResultSet rows) throws SQLException {
    this.rows = rows;
    ResultSetMetaData about = rows.getMetaData();
    names = new String[about.getColumnCount()];
    isNumber = new boolean[names.length];
    isReal = new boolean[names.length];
    for (int column = 0; column < names.length; column++) {
      names[column] = about.getColumnLabel(column + 1);
      isReal[column] = about.getColumnType(column + 1) == java.sql.Types.DOUBLE;
      isNumber[column] = switch (about.getColumnType(column + 1)) {
        case java.sql.Types.BIGINT, java.sql.Types.INTEGER, java.sql.Types.DOUBLE, java.sql.Types.FLOAT, java.sql.Types.DECIMAL,
            java.sql.Types.SMALLINT, java.sql.Types.TINYINT ->
          true;
        default -> false;
      };
    }
  }

  int columns() {
    return names.length;
  }

  /** Prints the first rows for a screen, in columns with right-aligned numbers. */
  void asText(PrintStream out) throws SQLException {
    List<String[]> shown = new ArrayList<>();
    long count = 0;
    while (rows.next()) {
      if (count++ < SHOWN) {
        shown.add(cells());
      }
    }
    int[] widths = new int[names.length];
    for (int column = 0; column < names.length; column++) {
      if (isReal[column]) {
        trimZeros(shown, column);
      }
      int width = names[column].length();
      for (String[] row : shown) {
        width = Math.max(width, row[column].length());
      }
      widths[column] = Math.min(width, WIDEST);
    }
    print(out, names, widths);
    for (String[] row : shown) {
      print(out, row, widths);
    }
    if (count == 0) {
      out.println("(no rows)");
    } else if (count > SHOWN) {
      out.println("(" + (count - SHOWN) + " more rows; --format csv shows all, --out FILE keeps them)");
    }
  }

  private String[] cells() throws SQLException {
    var cells = new String[names.length];
    for (int column = 0; column < names.length; column++) {
      cells[column] = text(rows.getObject(column + 1));
    }
    return cells;
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> "";
      case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 -> Long.toString(number.longValue());
      case Double number -> shortened(number);
      default -> Quoted.printable(value.toString());
    };
  }

  /** Returns a number, rounded for a screen. */
  private static String shortened(double number) {
    return Math.abs(number) >= 1e-3 && Math.abs(number) < 1e15
        ? String.format(Locale.ROOT, "%.4f", number)
        : Double.toString(number);
  }

  /** Removes the zeros at the end of all fractions of a column, so that decimal points stay aligned. */
  private static void trimZeros(List<String[]> rows, int column) {
    int most = 0;
    for (String[] row : rows) {
      String cell = row[column];
      if (isFraction(cell)) {
        most = Math.max(most, cell.replaceFirst("0+$", "").length() - cell.indexOf('.'));
      }
    }
    for (String[] row : rows) {
      if (isFraction(row[column])) {
        row[column] = row[column].substring(0, row[column].indexOf('.') + Math.max(2, most));
      }
    }
  }

  private static boolean isFraction(String cell) {
    return cell.indexOf('.') >= 0 && cell.indexOf('E') < 0;
  }

  private void print(PrintStream out, String[] cells, int[] widths) {
    var line = new StringBuilder();
    for (int column = 0; column < names.length; column++) {
      String cell = cells[column].length() > WIDEST ? cells[column].substring(0, WIDEST - 1) + MORE : cells[column];
      String gap = " ".repeat(Math.max(0, widths[column] - cell.length()));
      line.append(column == 0 ? "" : "  ").append(isNumber[column] ? gap + cell : cell + gap);
    }
    out.println(line.toString().stripTrailing());
  }

  /** Prints a table of comma-separated values with all digits. */
  void asCsv(PrintStream out) throws SQLException {
    asCsv(out, AnswerLimit.none());
  }

  /** Prints the first rows as comma-separated values; reports whether more rows exist. */
  boolean asCsv(PrintStream out, AnswerLimit limit) throws SQLException {
    var line = new StringBuilder();
    for (String name : names) {
      line.append(line.isEmpty() ? "" : ",").append(quoted(name));
    }
    out.println(line);
    while (rows.next()) {
      List<@Nullable String> values = values();
      if (!limit.admits(values)) {
        return true;
      }
      line.setLength(0);
      for (int column = 0; column < names.length; column++) {
        String value = values.get(column);
        line.append(column == 0 ? "" : ",").append(value == null ? "" : quoted(value));
      }
      out.println(line);
    }
    return false;
  }

  /** Writes an object: column names, the first rows as texts, and whether more rows exist. */
  void asJson(JsonGenerator json, AnswerLimit limit) throws SQLException {
    json.writeStartObject();
    json.writeName("columns");
    json.writeStartArray();
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeName("rows");
    json.writeStartArray();
    boolean more = false;
    while (!more && rows.next()) {
      List<@Nullable String> values = values();
      more = !limit.admits(values);
      if (!more) {
        json.writeStartArray();
        for (String value : values) {
          if (value == null) {
            json.writeNull();
          } else {
            json.writeString(value);
          }
        }
        json.writeEndArray();
      }
    }
    json.writeEndArray();
    json.writeBooleanProperty("more", more);
    json.writeEndObject();
  }

  private List<@Nullable String> values() throws SQLException {
    var values = new ArrayList<@Nullable String>(names.length);
    for (int column = 1; column <= names.length; column++) {
      Object value = rows.getObject(column);
      values.add(value == null ? null : value.toString());
    }
    return values;
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(mark -> mark == ',' || mark == '"' || mark == '\n' || mark == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
