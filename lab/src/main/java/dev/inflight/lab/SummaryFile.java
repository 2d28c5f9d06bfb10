package dev.inflight.lab;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A run's {@code summary.json}, read back: what it says under each key, of nested ones as {@code slowdown.p50}. */
final class SummaryFile {
  private final Path path;
  private final Map<String, String> values = new HashMap<>();

  private SummaryFile(Path path) {
    this.path = path;
  }

  /**
   * Reads one.
   *
   * @throws InputError when it is not JSON
   */
  static SummaryFile read(Path path) {
    InputText text = InputText.read(path);
    var read = new SummaryFile(path);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), String.join("\n", text.lines()))) {
      read.take(json);
    } catch (JacksonException malformed) {
      throw text.at(malformed.getLocation().getLineNr()).error("this is not a run's summary: " + malformed.getOriginalMessage());
    }
    return read;
  }

  private void take(JsonParser json) {
    String prefix = "";
    for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
      String name = json.currentName();
      if (token == JsonToken.START_OBJECT && name != null) {
        prefix = name + ".";
      } else if (token == JsonToken.END_OBJECT) {
        prefix = "";
      } else if (token.isScalarValue() && token != JsonToken.VALUE_NULL && name != null) {
        values.put(prefix + name, json.getString());
      }
    }
  }

  /** What stands there; null when nothing does. */
  @Nullable
  String text(String key) {
    return values.get(key);
  }

  /** Whether it says true. */
  boolean says(String key) {
    return "true".equals(values.get(key));
  }

  /** The number that stands there; null when none does. */
  @Nullable
  Double decimal(String key) {
    String value = values.get(key);
    try {
      return value == null ? null : Double.valueOf(value);
    } catch (NumberFormatException notANumber) {
      throw Place.of(path).error("'" + key + "' is not a number: " + value);
    }
  }

  /** The whole number that stands there; null when none does. */
  @Nullable
  Long whole(String key) {
    String value = values.get(key);
    try {
      return value == null ? null : Long.valueOf(value);
    } catch (NumberFormatException notANumber) {
      throw Place.of(path).error("'" + key + "' is not a whole number: " + value);
    }
  }
}
