package dev.inflight.lab.store;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A table of a run as a file: of text, or Parquet.
 *
 * @param kind what such a file holds
 * @param path where it is
 */
record StoredTable(ResultFile kind, Path path) {

  /**
   * The call that reads a file of text: with the columns that its first line names, which are some of those that such files have.
   *
   * @param readable the file, or what is whole of it
   */
  String ofText(Path readable) throws IOException {
    String header;
    try (var lines = Files.newBufferedReader(path)) {
      header = lines.readLine();
    } catch (CharacterCodingException notText) {
      throw new SourceLocation(path.toString(), 1).error("this is not text");
    }
    if (header == null || header.isEmpty()) {
      throw new SourceLocation(path.toString(), 1).error("the names of the columns are missing");
    }
    Map<String, Field> known = known();
    var columns = new ArrayList<String>();
    for (String name : header.split(",")) {
      Field field = known.get(name);
      if (field == null) {
        throw new SourceLocation(path.toString(), 1)
            .error("this is not the first line of a " + kind.name() + ": it has no column '" + name + "', only " + kind.header());
      }
      columns.add(Database.literal(name) + ": " + Database.literal(Database.type(field)));
    }
    return "read_csv(" + Database.file(readable)
        + ", auto_detect = false, header = true, delim = ',', quote = '\"', escape = '\"',"
        + " nullstr = '', columns = {" + String.join(", ", columns) + "})";
  }

  /**
   * The call that reads a file of Parquet.
   *
   * @throws dev.inflight.lab.read.InputError when it is none, or has columns that such files do not have
   */
  String ofParquet(Connection database) {
    String call = "read_parquet(" + Database.file(path) + ")";
    List<String> columns;
    try {
      columns = columns(database, call);
    } catch (SQLException failed) {
      throw SourceLocation.of(path).error("this cannot be read as Parquet: " + Database.firstLine(failed));
    }
    Map<String, Field> known = known();
    for (String column : columns) {
      if (!known.containsKey(column)) {
        throw SourceLocation.of(path).error("this is no table of " + kind.name() + ": it has no column '" + column + "', only "
            + kind.header());
      }
    }
    return call;
  }

  private static List<String> columns(Connection database, String rows) throws SQLException {
    var columns = new ArrayList<String>();
    try (Statement statement = database.createStatement();
        ResultSet described = statement.executeQuery("DESCRIBE FROM " + rows)) {
      while (described.next()) {
        columns.add(described.getString(1));
      }
    }
    return columns;
  }

  /** What a file of Parquet would hold as text. */
  byte[] asText(Connection database) throws SQLException, IOException {
    String rows = ofParquet(database);
    Path text = Files.createTempFile("inflight", ".csv");
    try (Statement statement = database.createStatement()) {
      String columns = columns(database, rows).stream().map(known()::get).map(StoredTable::asText)
          .collect(Collectors.joining(", "));
      statement.execute("COPY (SELECT " + columns + " FROM " + rows + ") TO " + Database.literal(text.toString())
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

  /** Its columns by name. */
  Map<String, Field> known() {
    return kind.fields().stream().collect(Collectors.toMap(Field::name, field -> field, (a, _) -> a, LinkedHashMap::new));
  }
}
