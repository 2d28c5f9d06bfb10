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

/** The embedded database (DuckDB), and how things are called in its SQL. */
public final class Database {
  private static final String GLOBS = "*?[{";
  private static final String OF_FILES = "IO Error: ";
  /** A fault in a table of text: its line, what is said of it behind the line itself, and further down its file. */
  private static final Pattern OF_TEXT = Pattern
      .compile("CSV Error on Line: (\\d{1,9})\\R(?:Original Line: .*\\R)?(.+)\\R(?s:.*?)^  file = (.+)$", Pattern.MULTILINE);
  /** What the database quotes as JSON, behind the file's name. */
  private static final Pattern OF_SYSTEM = Pattern.compile("\"exception_message\":\"(?:[^\"\\\\]|\\\\.)*\\\\\": ([^\"]+)\"");

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
      Throwable why = noLibrary; // of an initializer the message says nothing
      while (why.getMessage() == null && why.getCause() != null) {
        why = why.getCause();
      }
      throw new SQLException("DuckDB's library cannot be loaded: " + why.getMessage(), noLibrary);
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

  /** What is wrong in which line of which file, when a table of text is not as it should be; else null. */
  public static @Nullable InputError faultOfText(SQLException failed) {
    return placeOfText(failed).map(place -> place.error(whatOfText(failed))).orElse(null);
  }

  /** The line that is wrong in a table of text, if that is why something failed. */
  public static Optional<SourceLocation> placeOfText(SQLException failed) {
    Matcher fault = OF_TEXT.matcher(String.valueOf(failed.getMessage()));
    return fault.find() ? Optional.of(new SourceLocation(fault.group(3), Integer.parseInt(fault.group(1)))) : Optional.empty();
  }

  /** What is wrong there. */
  public static String whatOfText(SQLException failed) {
    Matcher fault = OF_TEXT.matcher(String.valueOf(failed.getMessage()));
    return "this is no row of such a table: " + (fault.find() ? fault.group(2) : firstLine(failed));
  }

  /** Why a file could not be written, in the words of the operating system where it said some. */
  public static String whyOfFiles(SQLException failed) {
    String line = firstLine(failed);
    Matcher words = OF_SYSTEM.matcher(line);
    return words.find() ? words.group(1) : line.startsWith(OF_FILES) ? line.substring(OF_FILES.length()) : line;
  }

  /** Why something failed, on one line. */
  public static String firstLine(Exception failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("unknown error");
  }
}
