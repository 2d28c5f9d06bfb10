package dev.inflight.lab.store;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Embedded database (DuckDB), and names in its SQL. */
public final class Database {
  private static final String GLOBS = "*?[{";
  private static final String OF_FILES = "IO Error: ";
  /** Error in a text table: its line, the description after that line, and further down its file. */
  private static final Pattern OF_TEXT = Pattern
      .compile("CSV Error on Line: (\\d{1,9})\\R(?:Original Line: .*\\R)?(.+)\\R(?s:.*?)^  file = (.+)$", Pattern.MULTILINE);
  /** Error of the operating system, in JSON after the file's name. */
  private static final Pattern OF_SYSTEM = Pattern.compile("\"exception_message\":\"(?:[^\"\\\\]|\\\\.)*\\\\\": ([^\"]+)\"");

  private Database() {
  }

  /**
   * Opens an empty in-memory database without network access.
   *
   * @throws SQLException if it cannot start, or does not support this kind of machine
   */
  public static Connection open() throws SQLException {
    var without = new Properties();
    without.setProperty("autoinstall_known_extensions", "false");
    without.setProperty("autoload_known_extensions", "false");
    try {
      return DriverManager.getConnection("jdbc:duckdb:", without);
    } catch (LinkageError noLibrary) {
      Throwable why = noLibrary; // the error of a static initializer has no reason in its message
      while (why.getMessage() == null && why.getCause() != null) {
        why = why.getCause();
      }
      throw new SQLException("DuckDB's library cannot be loaded: " + why.getMessage(), noLibrary);
    }
  }

  /** Quotes the name of a column or table. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Quotes a text. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Returns a literal of the file to read, with escaped pattern characters. */
  static String file(Path path) {
    var pattern = new StringBuilder();
    for (char mark : path.toString().toCharArray()) {
      pattern.append(GLOBS.indexOf(mark) < 0 ? String.valueOf(mark) : "[" + mark + "]");
    }
    return literal(pattern.toString());
  }

  /** Type of a field's column. */
  static String type(Field field) {
    return switch (field.type()) {
      case WHOLE -> "BIGINT";
      case DECIMAL -> "DOUBLE";
      case FLAG -> "BOOLEAN";
      default -> "VARCHAR";
    };
  }

  /** Returns the error in a text table, with file and line; null for other exceptions. */
  public static @Nullable InputError faultOfText(SQLException failed) {
    return placeOfText(failed).map(place -> place.error(whatOfText(failed))).orElse(null);
  }

  /** Returns the invalid line of a text table, if it caused the failure. */
  public static Optional<SourceLocation> placeOfText(SQLException failed) {
    Matcher fault = OF_TEXT.matcher(String.valueOf(failed.getMessage()));
    return fault.find() ? Optional.of(new SourceLocation(fault.group(3), Integer.parseInt(fault.group(1)))) : Optional.empty();
  }

  /** Returns the description of that error. */
  public static String whatOfText(SQLException failed) {
    Matcher fault = OF_TEXT.matcher(String.valueOf(failed.getMessage()));
    return "this is not a row of such a table: " + (fault.find() ? fault.group(2) : firstLine(failed));
  }

  /** Returns the reason of a failed write, in the operating system's words if available. */
  public static String whyOfFiles(SQLException failed) {
    String line = firstLine(failed);
    Matcher words = OF_SYSTEM.matcher(line);
    return words.find() ? words.group(1) : line.startsWith(OF_FILES) ? line.substring(OF_FILES.length()) : line;
  }

  /** Returns the reason of a failure, on one line. */
  public static String firstLine(Exception failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("unknown error");
  }
}
