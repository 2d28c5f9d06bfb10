package dev.inflight.lab.result.schema;

import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writer of a JSON object. It takes the values in the order of its keys, and rejects any other order. */
public final class JsonOut {
  private final ResultFile file;
  private final JsonGenerator json;
  private final List<Field> fields;
  private final Deque<Part> open = new ArrayDeque<>();
  private int at;

  /**
   * Object or list that is being written.
   *
   * @param prefix prefix of the names of its fields
   * @param first index of its first field
   * @param isList true for a list
   */
  private record Part(String prefix, int first, boolean isList) {
  }

  private JsonOut(ResultFile file, JsonGenerator json) {
    this.file = file;
    this.json = json;
    fields = file.fields();
  }

  /** Returns the text of an object. */
  public static String text(ResultFile file, Consumer<JsonOut> content) {
    return JsonText.of(json -> {
      var out = new JsonOut(file, json);
      json.writeStartObject();
      out.open.push(new Part("", 0, false));
      content.accept(out);
      out.end();
    });
  }

  /** Writes an integer. */
  public JsonOut whole(String key, long value) {
    begin(key, Type.WHOLE);
    json.writeNumber(value);
    return this;
  }

  /** Writes an integer or null. */
  public JsonOut whole(String key, @Nullable Long value) {
    return value == null ? none(key, Type.WHOLE) : whole(key, value.longValue());
  }

  /** Writes a number. */
  public JsonOut decimal(String key, double value) {
    begin(key, Type.DECIMAL);
    json.writeNumber(value);
    return this;
  }

  /** Writes a number or null. */
  public JsonOut decimal(String key, @Nullable Double value) {
    return value == null ? none(key, Type.DECIMAL) : decimal(key, value.doubleValue());
  }

  /** Writes a text or null. */
  public JsonOut text(String key, @Nullable String value) {
    if (value == null) {
      return none(key, Type.TEXT);
    }
    begin(key, Type.TEXT);
    json.writeString(value);
    return this;
  }

  /** Writes one of the key's possible values. */
  public JsonOut choice(String key, String value) {
    Field field = begin(key, Type.CHOICE);
    if (!field.permits(value)) {
      throw new IllegalStateException(file.name() + ": '" + key + "' is never '" + value + "'");
    }
    json.writeString(value);
    return this;
  }

  /** Writes true or false. */
  public JsonOut flag(String key, boolean value) {
    begin(key, Type.FLAG);
    json.writeBoolean(value);
    return this;
  }

  /** Starts an object; {@link #end} ends it. */
  public JsonOut object(String key) {
    String prefix = begin(key, Type.OBJECT).name() + ".";
    json.writeStartObject();
    open.push(new Part(prefix, at, false));
    return this;
  }

  /** Starts a list. {@link #end} ends each {@linkplain #item item} and the list. */
  public JsonOut list(String key) {
    String prefix = begin(key, Type.LIST).name() + "[].";
    json.writeStartArray();
    open.push(new Part(prefix, at, true));
    return this;
  }

  /** Starts an object in a list. */
  public JsonOut item() {
    Part list = open.element();
    if (!list.isList) {
      throw new IllegalStateException(file.name() + ": an item outside a list");
    }
    at = list.first;
    json.writeStartObject();
    open.push(new Part(list.prefix, at, false));
    return this;
  }

  /** Ends the innermost object or list. */
  public JsonOut end() {
    Part part = open.pop();
    if (part.isList) {
      at = part.first;
      while (isIn(part)) { // without items
        at++;
      }
      json.writeEndArray();
      return this;
    }
    if (isIn(part)) {
      throw new IllegalStateException(file.name() + ": '" + fields.get(at).name() + "' is missing");
    }
    json.writeEndObject();
    return this;
  }

  private boolean isIn(Part part) {
    return at < fields.size() && fields.get(at).name().startsWith(part.prefix);
  }

  private JsonOut none(String key, Type type) {
    if (!begin(key, type).canBeAbsent()) {
      throw new IllegalStateException(file.name() + ": '" + key + "' always has a value");
    }
    json.writeNull();
    return this;
  }

  private Field begin(String key, Type type) {
    String name = open.element().prefix + key;
    if (at == fields.size() || !fields.get(at).name().equals(name) || fields.get(at).type() != type) {
      throw new IllegalStateException(file.name() + " has no '" + name + "' of type " + type + " at place " + at);
    }
    json.writeName(key);
    return fields.get(at++);
  }
}
