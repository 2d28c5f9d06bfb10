package dev.inflight.lab.query;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.MinimalPrettyPrinter;

/** Result of a query as a JSON list with one object per row and line. Rows are written immediately; memory holds none. */
final class AnswerJson {
  private AnswerJson() {
  }

  /**
   * Writes all rows, and leaves the writer open.
   *
   * @throws InputError if two columns have one name, which an object cannot hold
   */
  static void write(ResultSet rows, Writer to) throws SQLException {
    List<String> names = names(rows.getMetaData(), "an object of JSON has a name once");
    try (JsonGenerator json = JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build()
        .createGenerator(new OfLines(), new Open(to))) {
      json.writeStartArray();
      while (rows.next()) {
        json.writeStartObject();
        for (int column = 0; column < names.size(); column++) {
          json.writeName(names.get(column));
          write(rows.getObject(column + 1), json);
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeRaw('\n');
    }
  }

  /**
   * Returns the names of a result's columns.
   *
   * @param why reason why the names must differ
   * @throws InputError if two names are equal
   */
  static List<String> names(ResultSetMetaData about, String why) throws SQLException {
    var names = new ArrayList<String>();
    var seen = new HashSet<String>();
    for (int column = 1; column <= about.getColumnCount(); column++) {
      String name = about.getColumnLabel(column);
      if (!seen.add(name)) {
        throw SourceLocation.of(Query.PLACE)
            .error("two columns of the answer are called '" + name + "', and " + why + "; call one of them otherwise with AS");
      }
      names.add(name);
    }
    return names;
  }

  private static void write(@Nullable Object value, JsonGenerator json) throws SQLException {
    switch (value) {
      case null -> json.writeNull();
      case Boolean flag -> json.writeBoolean(flag);
      case Double number when !Double.isFinite(number) -> json.writeNull();
      case Float number when !Float.isFinite(number) -> json.writeNull();
      case Double number -> json.writeNumber(number);
      case Float number -> json.writeNumber(number);
      case BigDecimal number -> json.writeNumber(number);
      case BigInteger number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Number small -> json.writeNumber(small.longValue()); // byte, short and int
      case Array list -> writeList((Object[]) list.getArray(), json);
      case DuckDBStruct object -> writeObject(object.getMap(), json);
      case Map<?, ?> object -> writeObject(object, json);
      default -> json.writeString(value.toString());
    }
  }

  private static void writeList(@Nullable Object[] values, JsonGenerator json) throws SQLException {
    json.writeStartArray();
    for (Object value : values) {
      write(value, json);
    }
    json.writeEndArray();
  }

  private static void writeObject(Map<?, ?> values, JsonGenerator json) throws SQLException {
    json.writeStartObject();
    for (Map.Entry<?, ?> one : values.entrySet()) {
      json.writeName(String.valueOf(one.getKey()));
      write(one.getValue(), json);
    }
    json.writeEndObject();
  }

  /** Generator that starts a line for each row. */
  private static final class OfLines extends ObjectWriteContext.Base {
    private final PrettyPrinter lines = new MinimalPrettyPrinter("") {
      @Override
      public void beforeArrayValues(JsonGenerator json) {
        if (isOfRows(json)) {
          json.writeRaw('\n');
        }
      }

      @Override
      public void writeArrayValueSeparator(JsonGenerator json) {
        json.writeRaw(isOfRows(json) ? ",\n" : ",");
      }

      @Override
      public void writeEndArray(JsonGenerator json, int values) {
        json.writeRaw(isOfRows(json) ? "\n]" : "]");
      }

      private boolean isOfRows(JsonGenerator json) {
        return json.streamWriteContext().getNestingDepth() == 1;
      }
    };

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return lines;
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }

  /** Writer that only flushes on close, so that it stays open when the generator closes. */
  private static final class Open extends FilterWriter {
    Open(Writer to) {
      super(to);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
