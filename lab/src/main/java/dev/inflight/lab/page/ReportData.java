package dev.inflight.lab.page;

import dev.inflight.lab.experiment.RunAxes;
import dev.inflight.lab.page.pause.PauseReader;
import dev.inflight.lab.page.pause.PauseTree;
import dev.inflight.lab.page.sweep.SweepData;
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
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** JSON data of a report: the results of {@link ReportQueries}, the scenarios, and the meanings of columns. */
final class ReportData {
  /** Maximum characters of all scenarios together, and of all other texts of one kind. */
  private static final int LONGEST_TEXT = 200_000;
  /** Maximum number of branches of pause trees on a page, of all runs together. */
  private static final int BRANCHES = 6000;
  /** Maximum number of runs per chart, which has as many colors. For more runs, a page shows one value per run. */
  private static final int MOST_BESIDE = 8;
  /** Maximum number of a run's events on a page. */
  private static final int EVENTS = 50;
  /** Maximum number of warnings on a page. */
  private static final int WARNINGS = 200;
  /** Least number that is written without decimals. Smaller numbers have seven digits, more than charts and tables show. */
  private static final double WITHOUT_DECIMALS = 1e6;
  private static final int DIGITS = 7;

  private final List<StoredRun> runs;
  private final RunTables tables;
  private final RunAxes axes;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ReportNodes nodes = new ReportNodes();

  /** Creates the data of these runs, with the keys that differ. */
  ReportData(List<StoredRun> runs, RunTables tables, RunAxes axes) {
    this.runs = runs;
    this.tables = tables;
    this.axes = axes;
    runs.forEach(run -> numbers.put(run.name(), numbers.size()));
  }

  /** Returns the whole data, with the errors found in the folders. The same runs result in the same text. */
  String text(Explanations explanations, List<PageTable> more, List<Finding> found) {
    boolean beside = runs.size() <= MOST_BESIDE;
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(new ObjectWriteContext.Base(), text)) {
      json.writeStartObject();
      json.writeStringProperty("version", Version.number());
      json.writeName("names");
      texts(json, runs.stream().map(StoredRun::name).toList());
      if (beside) {
        ReportQueries.prepare(tables.database());
      }
      Map<String, String> queries = beside ? ReportQueries.all(runs.size()) : ReportQueries.ofMany();
      for (Map.Entry<String, String> query : queries.entrySet()) {
        answer(json, query.getKey(), query.getValue());
      }
      json.writeBooleanProperty("beside", beside);
      if (runs.size() > 1 && (axes.isSweep() || !beside)) {
        json.writeName("sweep");
        SweepData.write(json, axes, runs, tables);
      }
      pauses(json, beside ? runs : List.of());
      nodes.write(json, tables.database());
      explanations.write(json);
      json.writeName("tables");
      PageTable.write(json, beside ? Stream.concat(more.stream(), SlowdownTables.of(tables).stream()).toList() : more);
      events(json, beside ? runs : List.of());
      json.writeName("warnings");
      texts(json, found.stream().limit(WARNINGS).map(Finding::text).toList());
      json.writeNumberProperty("moreWarnings", Math.max(0, found.size() - WARNINGS));
      texts(json, "scenarios", RunFolder.SCENARIO, beside ? runs : runs.subList(0, 1));
      texts(json, "live", RunFolder.LIVE, beside ? runs : List.of());
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

  /** Writes the result of a query: column names, and rows as lists. Numbers replace the runs' names. */
  private void answer(JsonGenerator json, String name, String sql) throws SQLException {
    json.writeName(name);
    json.writeStartObject();
    try (Statement statement = tables.database().createStatement(); ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData columns = rows.getMetaData();
      json.writeName("columns");
      json.writeStartArray();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        json.writeString(columns.getColumnLabel(column));
      }
      json.writeEndArray();
      json.writeName("rows");
      json.writeStartArray();
      while (rows.next()) {
        nodes.addRow(rows, columns);
        json.writeStartArray();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          if (columns.getColumnLabel(column).equals("run")) {
            json.writeNumber(numbers.getOrDefault(rows.getString(column), 0));
          } else {
            write(json, rows.getObject(column));
          }
        }
        json.writeEndArray();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case null -> json.writeNull();
      case Double number when !Double.isFinite(number) -> json.writeNull();
      case Double number when number == Math.rint(number) || Math.abs(number) >= WITHOUT_DECIMALS ->
        json.writeNumber(BigDecimal.valueOf(number).setScale(0, RoundingMode.HALF_EVEN).toBigInteger());
      case Double number -> json.writeNumber(BigDecimal.valueOf(number).round(new MathContext(DIGITS)).doubleValue());
      case BigDecimal number -> write(json, number.doubleValue());
      case Number number -> json.writeNumber(number.longValue());
      case Boolean flag -> json.writeBoolean(flag);
      default -> json.writeString(value.toString());
    }
  }

  /** Writes the effects of events: the first events of each run, and the number of further ones. */
  private static void events(JsonGenerator json, List<StoredRun> of) {
    json.writeName("events");
    json.writeStartArray();
    for (StoredRun run : of) {
      List<String> sentences = EventSentences.of(run.summary());
      if (!sentences.isEmpty()) {
        json.writeStartObject();
        json.writeStringProperty("run", run.name());
        json.writeName("first");
        texts(json, sentences.stream().limit(EVENTS).toList());
        json.writeNumberProperty("more", Math.max(0, sentences.size() - EVENTS));
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  /** Writes the pause propagation of runs with pauses. */
  private void pauses(JsonGenerator json, List<StoredRun> of) throws SQLException {
    json.writeName("pauseTrees");
    json.writeStartArray();
    for (StoredRun run : of) {
      PauseReader.Pauses pauses = PauseReader.read(tables, run);
      if (pauses.forest().depths().length > 0) {
        PauseTree.write(json, run.name(), pauses, BRANCHES / of.size(), node -> nodes.add(run.name(), node));
      }
    }
    json.writeEndArray();
  }

  static void texts(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  /** Writes a file of each run, or its first part; nothing for a run without that file. */
  private static void texts(JsonGenerator json, String name, String file, List<StoredRun> of) {
    json.writeName(name);
    json.writeStartObject();
    for (StoredRun run : of) {
      Path path = run.folder().resolve(file);
      if (!Files.exists(path)) {
        continue;
      }
      try {
        json.writeStringProperty(run.name(), text(path, LONGEST_TEXT / of.size()));
      } catch (IOException unreadable) {
        throw new InputError(path + ": cannot be read: " + unreadable.getMessage());
      }
    }
    json.writeEndObject();
  }

  /** Returns a file's text, or its first part. Replacement characters replace bytes that are not text. */
  private static String text(Path file, int longest) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(4 * longest), StandardCharsets.UTF_8);
      return text.length() > longest || in.read() >= 0
          ? text.substring(0, Math.min(longest, text.length())) + "\n# cut here\n"
          : text;
    }
  }

  /** Writes the summary values for comparing runs: key, title and unit of each. */
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
