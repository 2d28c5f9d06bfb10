package dev.inflight.lab.store;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.ChoiceCheck;
import dev.inflight.lab.result.schema.FormerColumns;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Table of a run as a text or Parquet file.
 *
 * @param kind description of the table
 * @param path path of the file
 */
record StoredTable(ResultFile kind, Path path) {
  /**
   * Database call that reads a table.
   *
   * @param function function of the database for such files
   * @param path file, or a copy of its complete part
   * @param options further arguments of the function: an empty text, or a text that starts with a comma
   * @param renamed columns with former names, each as {@code old AS new}; empty without any
   * @param columns columns of the file, by their current names
   */
  record Reading(String function, Path path, String options, String renamed, Set<String> columns) {
    /** Text of the call. */
    String call() {
      return today(function + "(" + Database.file(path) + options + ")");
    }

    /** Rows of a call, with current column names. */
    String today(String rows) {
      return renamed.isEmpty() ? rows : "(SELECT * RENAME (" + renamed + ") FROM " + rows + ")";
    }
  }

  private static final int LONGEST_HEADER_BYTES = 1 << 14;

  /**
   * Returns the call that reads a text file. Its first line names some of the columns of such files.
   *
   * @param readable file, or a copy of its complete part
   */
  Reading ofText(Path readable) throws IOException {
    SourceLocation first = new SourceLocation(path.toString(), 1);
    String header = header(first);
    if (header.isEmpty()) {
      throw first.error("the names of the columns are missing");
    }
    Map<String, Field> known = known();
    var columns = new LinkedHashMap<String, String>();
    for (String written : header.split(",")) {
      String name = FormerColumns.today(kind.name(), written);
      Field field = known.get(name);
      if (field == null) {
        throw first.error("this is not the first line of a " + kind.name() + ": it has no column " + Quoted.of(written)
            + ", only " + kind.header());
      }
      if (columns.put(name, Database.literal(name) + ": " + Database.literal(Database.type(field))) != null) {
        throw first.error("it has two columns '" + written + "'");
      }
    }
    ChoiceCheck.check(readable, path, kind);
    return new Reading("read_csv", readable, ", auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"',"
        + " nullstr = '', columns = {" + String.join(", ", columns.values()) + "}", "", columns.keySet());
  }

  /** Returns the first line, or its first part if it is longer than any table's. */
  private String header(SourceLocation place) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(path)) {
      bytes = in.readNBytes(LONGEST_HEADER_BYTES);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(firstLine(bytes))).toString();
    } catch (CharacterCodingException notText) {
      throw place.error("this is not text");
    }
    return text;
  }

  private static byte[] firstLine(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
      end++;
    }
    return Arrays.copyOf(bytes, end);
  }

  /**
   * Returns the call that reads a Parquet file.
   *
   * @throws dev.inflight.lab.read.InputError if the file is not Parquet, or has columns that such files do not have
   */
  Reading ofParquet(Connection database) {
    String call = "read_parquet(" + Database.file(path) + ")";
    SourceLocation place = SourceLocation.of(path);
    var renamed = new ArrayList<String>();
    var names = new LinkedHashSet<String>();
    try {
      Map<String, Field> known = known();
      for (Map.Entry<String, String> column : columns(database, call).entrySet()) {
        String name = FormerColumns.today(kind.name(), column.getKey());
        if (!name.equals(column.getKey())) {
          renamed.add(Database.quoted(column.getKey()) + " AS " + Database.quoted(name));
        }
        Field field = known.get(name);
        names.add(name);
        if (field == null) {
          throw place.error("this is not a table of " + kind.name() + ": it has no column " + Quoted.of(column.getKey())
              + ", only " + kind.header());
        }
        if (!column.getValue().equals(Database.type(field))) {
          throw place.error("its column '" + field.name() + "' has the type " + Quoted.shortened(column.getValue())
              + ", and must have " + Database.type(field));
        }
        if (field.type() == ResultFile.Type.CHOICE) {
          checkChoices(database, field, column.getKey());
        }
      }
    } catch (SQLException failed) {
      throw place.error("this cannot be read as Parquet: " + Database.firstLine(failed));
    }
    return new Reading("read_parquet", path, "", String.join(", ", renamed), names);
  }

  private void checkChoices(Connection database, Field field, String written) throws SQLException {
    String column = Database.quoted(written);
    String choices = field.choices().stream().map(Database::literal).collect(Collectors.joining(", "));
    try (Statement statement = database.createStatement();
        ResultSet others = statement.executeQuery("SELECT file_row_number, " + column + " FROM read_parquet("
            + Database.file(path) + ", file_row_number = true) WHERE coalesce(" + column + " NOT IN (" + choices + "), "
            + !field.canBeAbsent() + ") ORDER BY 1 LIMIT 1")) {
      if (others.next()) {
        throw SourceLocation.of(path).error("row " + (others.getLong(1) + 1) + ": "
            + ChoiceCheck.refusal(field, Objects.requireNonNullElse(others.getString(2), "")));
      }
    }
  }

  /** Columns with their types. */
  private static Map<String, String> columns(Connection database, String rows) throws SQLException {
    var columns = new LinkedHashMap<String, String>();
    try (Statement statement = database.createStatement();
        ResultSet described = statement.executeQuery("DESCRIBE FROM " + rows)) {
      while (described.next()) {
        columns.put(described.getString(1), described.getString(2));
      }
    }
    return columns;
  }

  /** Returns the text of a Parquet file. */
  byte[] asText(Connection database) throws SQLException, IOException {
    Reading rows = ofParquet(database);
    Path text = Files.createTempFile("inflight", ".csv");
    try (Statement statement = database.createStatement()) {
      String columns = rows.columns().stream().map(known()::get).map(StoredTable::asText).collect(Collectors.joining(", "));
      statement.execute("COPY (SELECT " + columns + " FROM " + rows.call() + ") TO " + Database.literal(text.toString())
          + " (FORMAT csv, HEADER true)");
      return Files.readAllBytes(text);
    } finally {
      Files.delete(text);
    }
  }

  private static String asText(Field field) {
    String column = Database.quoted(field.name());
    return field.type() == ResultFile.Type.DECIMAL
        ? "printf('%." + field.decimals() + "f', " + column + ") AS " + column
        : column;
  }

  /** Columns of the table by name. */
  Map<String, Field> known() {
    return kind.fields().stream().collect(Collectors.toMap(Field::name, field -> field, (a, _) -> a, LinkedHashMap::new));
  }
}
