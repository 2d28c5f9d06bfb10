package dev.inflight.lab.author;

import dev.inflight.lab.scenario.key.ScenarioKeys;
import dev.inflight.lab.scenario.key.ScenarioKey;
import dev.inflight.lab.print.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * JSON Schema (draft 2020-12) of scenarios, for completion and checks in editors. It covers keys, units and names;
 * {@code inflight check} also validates conditions between keys, and parameters in parentheses.
 */
public final class ScenarioSchema {
  /** File name by which editors find the schema. */
  public static final String FILE_NAME = "inflight.schema.json";

  private ScenarioSchema() {
  }

  /** Returns the schema as JSON. */
  public static String text() {
    var properties = new LinkedHashMap<String, Object>();
    for (ScenarioKey key : ScenarioKeys.declared()) {
      properties.put(key.name(),
          (key.varies() ? key.shape().get().orSweep() : key.shape().get()).described(key.meaning()).json());
    }
    var schema = new LinkedHashMap<String, Object>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Inflight scenario");
    schema.put("description", "Scenario. Only topology, and flows or classes, are required; all other keys have defaults.");
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", List.of("topology"));
    schema.put("anyOf", List.of(Map.of("required", List.of("flows")), Map.of("required", List.of("classes"))));
    schema.put("additionalProperties", false);
    return JsonText.of(json -> write(json, schema));
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        json.writeStartObject();
        map.forEach((key, one) -> {
          json.writeName(key.toString());
          write(json, one);
        });
        json.writeEndObject();
      }
      case List<?> list -> {
        json.writeStartArray();
        list.forEach(one -> write(json, one));
        json.writeEndArray();
      }
      case Long number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Boolean flag -> json.writeBoolean(flag);
      default -> json.writeString(value.toString());
    }
  }
}
