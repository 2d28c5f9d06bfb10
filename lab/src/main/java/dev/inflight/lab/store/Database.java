package dev.inflight.lab.store;

import dev.inflight.lab.result.schema.ResultFile.Field;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** The embedded database (DuckDB), and how things are called in its SQL. */
public final class Database {
  private static final String GLOBS = "*?[{";

  private Database() {
  }

  /**
   * Opens an empty one, in memory, that fetches nothing from anywhere.
   *
   * @throws SQLException when it cannot start, on this kind of machine too
   */
  public static Connection open() throws SQLException {
    var without = new Properties();
    without.setProperty("autoinstall_known_extensions", "false");
    without.setProperty("autoload_known_extensions", "false");
    try {
      return DriverManager.getConnection("jdbc:duckdb:", without);
    } catch (LinkageError noLibrary) {
      throw new SQLException("there is no DuckDB for this machine: " + noLibrary.getMessage(), noLibrary);
    }
  }

  /** The name of a column or table. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A file to be read, whatever marks its name has that stand for several files. */
  static String file(Path path) {
    var pattern = new StringBuilder();
    for (char mark : path.toString().toCharArray()) {
      pattern.append(GLOBS.indexOf(mark) < 0 ? String.valueOf(mark) : "[" + mark + "]");
    }
    return literal(pattern.toString());
  }

  /** The type of a field's column. */
  static String type(Field field) {
    return switch (field.type()) {
      case WHOLE -> "BIGINT";
      case DECIMAL -> "DOUBLE";
      case FLAG -> "BOOLEAN";
      default -> "VARCHAR";
    };
  }

  /** Why something failed, on one line. */
  public static String firstLine(Exception failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("unknown error");
  }
}
