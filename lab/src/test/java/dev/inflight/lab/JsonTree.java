package dev.inflight.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as maps, lists and values. */
public final class JsonTree {
  private JsonTree() {
  }

  /** Reads one value: an object as a map in its order, a whole number as a long. */
  public static @Nullable Object of(String text) {
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      return tree(json);
    }
  }

  private static @Nullable Object tree(JsonParser json) {
    return switch (json.currentToken()) {
      case START_OBJECT -> {
        var object = new LinkedHashMap<String, @Nullable Object>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          json.nextToken();
          object.put(name, tree(json));
        }
        yield object;
      }
      case START_ARRAY -> {
        var list = new ArrayList<@Nullable Object>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(tree(json));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> json.getString();
    };
  }
}
