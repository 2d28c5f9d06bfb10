package dev.inflight.lab.spec;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Form of a scenario value in JSON Schema draft 2020-12.
 *
 * @param json schema as maps, lists, texts, numbers and truth values
 */
public record Shape(Map<String, Object> json) {
  private static final String TYPE = "type";
  private static final String PATTERN = "pattern";

  public static final Shape FLAG = new Shape(Map.of(TYPE, "boolean"));
  public static final Shape TIME = pattern(Units.timePattern(), "13us", "2ms");
  public static final Shape RATE = pattern(Units.ratePattern(), "100Gbps");
  public static final Shape SIZE = anyOf(whole(0, Long.MAX_VALUE), pattern(Units.sizePattern(), "64KB", "32MiB"));
  /** Word or number, which is read as text. */
  public static final Shape TEXT = new Shape(Map.of(TYPE, List.of("string", "number", "boolean")));

  /** Returns the shape of a map from any keys to texts. */
  public static Shape texts() {
    return new Shape(ordered(TYPE, "object", "additionalProperties", TEXT.json));
  }

  /** Returns the shape of a node's number or name. */
  public static Shape node() {
    return anyOf(whole(0, Integer.MAX_VALUE), new Shape(Map.of(TYPE, "string")));
  }

  /** Returns the shape of an integer; {@link Long#MIN_VALUE} and {@link Long#MAX_VALUE} mean no bound. */
  public static Shape whole(long least, long most) {
    var json = new LinkedHashMap<String, Object>(Map.of(TYPE, "integer"));
    if (least != Long.MIN_VALUE) {
      json.put("minimum", least);
    }
    if (most != Long.MAX_VALUE) {
      json.put("maximum", most);
    }
    return new Shape(json);
  }

  /** Returns the shape of a number from 0 to 1. */
  public static Shape fraction() {
    return new Shape(ordered(TYPE, "number", "minimum", 0, "maximum", 1));
  }

  /** Returns the shape of a number above 0. */
  public static Shape aboveZero() {
    return new Shape(ordered(TYPE, "number", "exclusiveMinimum", 0));
  }

  /** Returns the shape of a number within bounds. */
  public static Shape number(long least, long most) {
    return new Shape(ordered(TYPE, "number", "minimum", least, "maximum", most));
  }

  /** Returns the shape of one of these words. */
  public static Shape words(List<String> words) {
    return new Shape(Map.of("enum", words));
  }

  /** Returns the shape of one of these constants' words. */
  public static Shape words(Enum<?>[] constants) {
    return words(Stream.of(constants).<String>map(EnumNames::of).toList());
  }

  /** Returns the shape of text that matches a regular expression. */
  public static Shape pattern(String regex, String... examples) {
    return new Shape(ordered(TYPE, "string", PATTERN, "^\\s*(" + regex + ")\\s*$", "examples", List.of(examples)));
  }

  /** Returns the shape of a value that has any of these shapes. */
  public static Shape anyOf(Shape... shapes) {
    return new Shape(Map.of("anyOf", Stream.of(shapes).map(Shape::json).toList()));
  }

  /** Returns the shape of a list. */
  public static Shape list(Shape items) {
    return new Shape(ordered(TYPE, "array", "items", items.json));
  }

  /** Returns the shape of a list of {@code count} items. */
  public static Shape tuple(Shape items, int count) {
    return new Shape(ordered(TYPE, "array", "items", items.json, "minItems", count, "maxItems", count));
  }

  /** Returns the shape of a list of two items. */
  public static Shape pair(Shape first, Shape second) {
    return new Shape(
        ordered(TYPE, "array", "prefixItems", List.of(first.json, second.json), "minItems", 2, "maxItems", 2));
  }

  /** Returns the shape of keys and values, including required keys. */
  public static Shape map(List<String> required, Map<String, Shape> entries) {
    var properties = new LinkedHashMap<String, Object>();
    entries.forEach((key, shape) -> properties.put(key, shape.json));
    return new Shape(
        ordered(TYPE, "object", "properties", properties, "required", required, "additionalProperties", false));
  }

  /** Returns the shape of a spec, with names as choices, and specs with all parameters as examples. */
  public static <T> Shape spec(SpecBinder<T> binder) {
    List<String> examples = binder.prototypes().stream().map(binder::describe).toList();
    String names = binder.names().stream().map(Shape::inAnyCase).collect(Collectors.joining("|"));
    return new Shape(Map.of("anyOf", List.of(Map.of("enum", binder.names()),
        ordered(TYPE, "string", PATTERN, "^\\s*(" + names + ")\\s*(\\(.*\\)\\s*)?$", "examples", examples))));
  }

  private static String inAnyCase(String name) {
    return name.chars().mapToObj(Character::toString)
        .map(mark -> mark.equals(mark.toUpperCase(Locale.ROOT)) ? mark : "[" + mark + mark.toUpperCase(Locale.ROOT) + "]")
        .collect(Collectors.joining());
  }

  /** Returns this shape, or a list of such values for a sweep. */
  public Shape orSweep() {
    Map<String, Object> several = ordered("description", "a list makes the key vary in a sweep", TYPE, "array", "items", json,
        "minItems", 1, "uniqueItems", true);
    return new Shape(Map.of("anyOf", List.of(json, several)));
  }

  /** Returns the shape of any keys with lists of values to try. */
  public static Shape lists() {
    return new Shape(ordered(TYPE, "object", "additionalProperties", ordered(TYPE, "array", "minItems", 1, "uniqueItems", true)));
  }

  /** Returns the same shape with a description. */
  public Shape described(String meaning) {
    var with = new LinkedHashMap<String, Object>();
    with.put("description", meaning);
    with.putAll(json);
    return new Shape(with);
  }

  private static Map<String, Object> ordered(Object... keysAndValues) {
    var map = new LinkedHashMap<String, Object>();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      map.put(keysAndValues[at].toString(), keysAndValues[at + 1]);
    }
    return map;
  }
}
