package dev.inflight.lab.page;

import dev.inflight.lab.print.Version;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryJson;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.store.Database;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.check.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** All that a report shows, as JSON: the answers to {@link ReportQueries}, the scenarios, and what columns mean. */
final class ReportData {
  private static final int LONGEST_TEXT = 200_000;

  private final RunTables tables;
  private final ReportNodes nodes = new ReportNodes();

  private ReportData(RunTables tables) {
    this.tables = tables;
  }

  /** The data of these runs and what was found wrong with their folders; the same runs give the same text. */
  static String of(List<StoredRun> runs, RunTables tables, Explanations explanations, List<PageTable> more, List<Finding> found) {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(new ObjectWriteContext.Base(), text)) {
      json.writeStartObject();
      json.writeStringProperty("version", Version.number());
      var data = new ReportData(tables);
      ReportQueries.prepare(tables.database());
      for (Map.Entry<String, String> query : ReportQueries.all().entrySet()) {
        data.answer(json, query.getKey(), query.getValue());
      }
      data.nodes.addPauses(tables.database());
      data.nodes.write(json, tables.database());
      json.writeName("pauseTree");
      PauseTree pauses = PauseTree.of(tables.database());
      pauses.write(json);
      data.spread(json, pauses);
      explanations.write(json);
      json.writeName("tables");
      PageTable.write(json, more);
      json.writeName("warnings");
      texts(json, found.stream().map(Finding::text).toList());
      texts(json, "scenarios", runs, RunFolder.SCENARIO);
      texts(json, "live", runs, RunFolder.LIVE);
      meanings(json);
      totals(json);
      json.writeEndObject();
    } catch (SQLException broken) {
      InputError ofText = Database.faultOfText(broken);
      throw ofText != null
          ? ofText
          : new InputError(
              "the tables of results cannot be read: " + Database.firstLine(broken));
    }
    return text.toString();
  }

  private void answer(JsonGenerator json, String name, String sql) throws SQLException {
    json.writeName(name);
    json.writeStartArray();
    try (Statement statement = tables.database().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        nodes.addRow(rows, columns);
        json.writeStartObject();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          json.writeName(columns.getColumnLabel(column));
          write(json, rows.getObject(column));
        }
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case null -> json.writeNull();
      case Double number when !Double.isFinite(number) -> json.writeNull();
      case Double number -> json.writeNumber(number);
      case BigDecimal number -> json.writeNumber(number.doubleValue());
      case Number number -> json.writeNumber(number.longValue());
      case Boolean flag -> json.writeBoolean(flag);
      default -> json.writeString(value.toString());
    }
  }

  private void spread(JsonGenerator json, PauseTree pauses) throws SQLException {
    json.writeName("pauseSpread");
    json.writeStartArray();
    try (PreparedStatement hosts = tables.database()
        .prepareStatement("SELECT sum(rate_bps) FROM ports WHERE kind = 'host' AND run = ?")) {
      for (PauseTree.OfRun run : pauses.runs()) {
        hosts.setString(1, run.run());
        try (ResultSet sum = hosts.executeQuery()) {
          sum.next();
          PauseSpread.write(json, run, sum.getDouble(1));
        }
      }
    }
    json.writeEndArray();
  }

  static void texts(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  /** A file of each run, whole; none of a run that has no such file. */
  private static void texts(JsonGenerator json, String name, List<StoredRun> runs, String file) {
    json.writeName(name);
    json.writeStartObject();
    for (StoredRun run : runs) {
      Path path = run.folder().resolve(file);
      if (!Files.exists(path)) {
        continue;
      }
      try {
        json.writeStringProperty(run.name(), text(path));
      } catch (IOException unreadable) {
        throw new InputError(path + ": cannot be read: " + unreadable.getMessage());
      }
    }
    json.writeEndObject();
  }

  /** A file, or its beginning; of bytes that are no text the sign for such. */
  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(4 * LONGEST_TEXT), StandardCharsets.UTF_8);
      return text.length() > LONGEST_TEXT || in.read() >= 0
          ? text.substring(0, Math.min(LONGEST_TEXT, text.length())) + "\n# cut here\n"
          : text;
    }
  }

  /** The values by which runs are compared that their summaries have: key, title and unit of each. */
  private static void totals(JsonGenerator json) {
    json.writeName("totals");
    json.writeStartArray();
    for (ComparedValue value : ComparedValue.ALL) {
      texts(json, List.of(value.key(), value.how().title(), value.unitText()));
    }
    json.writeEndArray();
  }

  private static void meanings(JsonGenerator json) {
    json.writeName("meanings");
    json.writeStartArray();
    for (ResultFile file : ResultFiles.ALL) {
      if (file.isCsv() || file == SummaryJson.FILE) {
        for (Field field : file.fields()) {
          json.writeStartArray();
          json.writeString(file.name());
          json.writeString(field.name());
          json.writeString(field.unit());
          json.writeString(field.meaningText());
          json.writeEndArray();
        }
      }
    }
    json.writeEndArray();
  }
}
