package dev.inflight.app.reference;

import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Form of a value in words, by its JSON Schema. */
final class ShapeText {
  private static final String SWEPT = "a list makes the key vary in a sweep";
  private static final String LIST = "list of: ";
  private static final String DESCRIPTION = "description";

  private ShapeText() {
  }

  /** The values in words: {@code time}, {@code 0 to 1}, {@code a list of times}. */
  static String of(Map<?, ?> json) {
    Map<Object, Object> bare = new LinkedHashMap<>(json);
    bare.remove(DESCRIPTION);
    for (Map.Entry<Shape, String> known : Map.of(Shape.TIME, "time", Shape.RATE, "rate", Shape.SIZE, "size", Shape.TEXT, "text",
        Shape.FLAG, "`true`, `false`", Shape.node(), "node").entrySet()) {
      if (bare.equals(known.getKey().json())) {
        return known.getValue();
      }
    }
    if (json.get("anyOf") instanceof List<?> several) {
      for (Axis<?> axis : Catalog.AXES) {
        if (several.getFirst() instanceof Map<?, ?> first && axis.binder().names().equals(first.get("enum"))) {
          return "as [`" + axis.name() + "`](#" + AxisPage.anchor(axis.name()) + ")";
        }
      }
      return either(
          several.stream().map(one -> (Map<?, ?>) one).filter(one -> !isSwept(one)).map(ShapeText::of).distinct().toList());
    }
    if (json.get("enum") instanceof List<?> words) {
      return Markdown.codes(words.stream().map(Object::toString).toList());
    }
    return switch (String.valueOf(json.get("type"))) {
      case "integer" -> "whole number" + range(json);
      case "number" -> "number" + range(json);
      case "array" -> array(json);
      case "object" -> json.containsKey("properties") ? "map" : "map of names";
      default -> json.get("examples") instanceof List<?> examples && !examples.isEmpty()
          ? "text, such as " + Markdown.codes(examples.stream().map(Object::toString).toList())
          : "text";
    };
  }

  /** Returns the forms of a value; a list of several forms has to name them once only. */
  private static String either(List<String> forms) {
    String first = forms.isEmpty() ? "" : forms.getFirst();
    return first.contains(" or ") && forms.equals(List.of(first, LIST + first))
        ? first.replace(" or ", ", ") + ", or a list of these"
        : String.join(" or ", forms);
  }

  private static String array(Map<?, ?> json) {
    if (json.get("prefixItems") instanceof List<?> several) {
      return several.stream().map(one -> item((Map<?, ?>) one)).collect(Collectors.joining(", ", "`[", "]`"));
    }
    String item = json.get("items") instanceof Map<?, ?> items ? of(items) : "values";
    return json.get("maxItems") != null ? "`[" + item + ", " + item + "]`" : LIST + item;
  }

  /** Returns what an item of a pair is: its description, where it has one. */
  private static String item(Map<?, ?> json) {
    String meaning = description(json);
    return meaning.isEmpty() ? of(json) : meaning;
  }

  private static String range(Map<?, ?> json) {
    if (json.get("exclusiveMinimum") != null) {
      return " above " + json.get("exclusiveMinimum");
    }
    Object least = json.get("minimum");
    Object most = json.get("maximum");
    boolean open = most == null || most.equals((long) Integer.MAX_VALUE) || most.equals(Integer.MAX_VALUE);
    return least == null ? "" : open ? ", " + least + " or more" : ", " + least + " to " + most;
  }

  private static boolean isSwept(Map<?, ?> json) {
    return SWEPT.equals(json.get(DESCRIPTION));
  }

  /** Returns the description of a schema, or of the first of its forms that has one. */
  static String description(Map<?, ?> json) {
    if (json.get(DESCRIPTION) instanceof String text && !text.equals(SWEPT)) {
      return text;
    }
    return json.get("anyOf") instanceof List<?> several
        ? several.stream().map(one -> description((Map<?, ?>) one)).filter(text -> !text.isEmpty()).findFirst().orElse("")
        : "";
  }

  /**
   * A map that a value may be.
   *
   * @param byName the schema of each entry
   * @param required the entries that each such map has
   */
  record Entries(Map<String, Map<?, ?>> byName, List<String> required) {
  }

  /** The maps that a value or an entry of it may be. */
  static List<Entries> maps(Map<?, ?> json) {
    var found = new ArrayList<Entries>();
    if (json.get("properties") instanceof Map<?, ?> properties) {
      var entries = new LinkedHashMap<String, Map<?, ?>>();
      properties.forEach((name, shape) -> entries.put(name.toString(), (Map<?, ?>) shape));
      List<?> required = json.get("required") instanceof List<?> names ? names : List.of();
      found.add(new Entries(entries, required.stream().map(Object::toString).toList()));
    }
    if (json.get("anyOf") instanceof List<?> several) {
      several.forEach(one -> found.addAll(maps((Map<?, ?>) one)));
    }
    if (json.get("items") instanceof Map<?, ?> items) {
      found.addAll(maps(items));
    }
    return new ArrayList<>(new LinkedHashSet<>(found));
  }
}
