package dev.inflight.lab.page;

import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Table of a report in addition to the results in its runs' folders.
 *
 * @param title heading of the section
 * @param why sentence below the heading
 * @param head column names
 * @param rows cells
 */
public record PageTable(String title, String why, List<String> head, List<List<String>> rows) {
  /** Writes a list of tables. */
  static void write(JsonGenerator json, List<PageTable> tables) {
    json.writeStartArray();
    for (PageTable table : tables) {
      json.writeStartObject();
      json.writeStringProperty("title", table.title);
      json.writeStringProperty("why", table.why);
      json.writeName("head");
      texts(json, table.head);
      json.writeName("rows");
      json.writeStartArray();
      table.rows.forEach(row -> texts(json, row));
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void texts(JsonGenerator json, List<String> texts) {
    json.writeStartArray();
    texts.forEach(json::writeString);
    json.writeEndArray();
  }
}
