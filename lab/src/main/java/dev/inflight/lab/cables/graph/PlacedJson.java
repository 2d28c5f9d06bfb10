package dev.inflight.lab.cables.graph;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Part of a JSON text, with its place.
 *
 * @param place place of its start
 * @param kind kind of part
 * @param text text of a value; empty for null, an object and a list
 * @param fields fields of an object, in order
 * @param items items of a list
 */
record PlacedJson(SourceLocation place, Kind kind, String text, Map<String, PlacedJson> fields, List<PlacedJson> items) {
  /** Kinds of parts. */
  enum Kind {
    VALUE, OBJECT, LIST, NONE
  }

  /**
   * Reads a text.
   *
   * @throws dev.inflight.lab.read.InputError when the text is not JSON, or an object has a name twice
   */
  static PlacedJson read(InputText text) {
    try (JsonParser json = JsonFactory.builder().build().createParser(String.join("\n", text.lines()))) {
      json.nextToken();
      PlacedJson whole = part(text, json);
      if (json.nextToken() != null) {
        throw place(text, json.currentTokenLocation()).error("something follows the end of the JSON");
      }
      return whole;
    } catch (JacksonException wrong) {
      throw place(text, wrong.getLocation()).error(
          "this is not valid JSON: " + String.valueOf(wrong.getOriginalMessage()).lines().findFirst().orElse("unknown error")
              .replaceFirst(" \\(start marker at .*", ""));
    }
  }

  private static SourceLocation place(InputText text, @Nullable TokenStreamLocation at) {
    int line = at == null ? 1 : Math.clamp(at.getLineNr(), 1, text.lines().size());
    return text.at(line).column(at == null ? 1 : Math.max(1, at.getColumnNr()));
  }

  private static PlacedJson part(InputText text, JsonParser json) {
    SourceLocation place = place(text, json.currentTokenLocation());
    JsonToken token = json.currentToken();
    if (token == JsonToken.START_OBJECT) {
      var fields = new LinkedHashMap<String, PlacedJson>();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        SourceLocation here = place(text, json.currentTokenLocation());
        json.nextToken();
        if (fields.putIfAbsent(name, part(text, json)) != null) {
          throw here.error("'" + name + "' occurs twice in one object");
        }
      }
      return new PlacedJson(place, Kind.OBJECT, "", fields, List.of());
    }
    if (token == JsonToken.START_ARRAY) {
      var items = new ArrayList<PlacedJson>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        items.add(part(text, json));
      }
      return new PlacedJson(place, Kind.LIST, "", Map.of(), items);
    }
    return token == JsonToken.VALUE_NULL
        ? new PlacedJson(place, Kind.NONE, "", Map.of(), List.of())
        : new PlacedJson(place, Kind.VALUE, json.getString(), Map.of(), List.of());
  }

  /** Returns the first of these fields that an object has; an empty part where it has none. */
  PlacedJson field(String... names) {
    return field(List.of(names));
  }

  /** Returns the first of these fields that an object has; an empty part where it has none. */
  PlacedJson field(List<String> names) {
    for (String name : names) {
      PlacedJson found = fields.get(name);
      if (found != null) {
        return found;
      }
    }
    return new PlacedJson(place, Kind.NONE, "", Map.of(), List.of());
  }

  boolean isObject() {
    return kind == Kind.OBJECT;
  }

  boolean isList() {
    return kind == Kind.LIST;
  }

  boolean isText() {
    return kind == Kind.VALUE;
  }

  /** Returns the values of an object by name, without nested objects and lists. */
  Map<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    fields.forEach((name, part) -> {
      if (part.isText()) {
        values.put(name, part.text);
      }
    });
    return values;
  }
}
