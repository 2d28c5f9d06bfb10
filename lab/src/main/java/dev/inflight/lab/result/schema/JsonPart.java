package dev.inflight.lab.result.schema;

import dev.inflight.net.measure.Measure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Key of a JSON result file, or an object or list with its keys. Description and value are declared together.
 *
 * @param <T> type of the source
 * @param lines its description, as {@link ResultFile#of} reads it
 * @param isIn returns true if the file has the part
 * @param write writes the part
 */
public record JsonPart<T>(String lines, Predicate<T> isIn, BiConsumer<JsonOut, T> write) {
  private static final double PS_PER_S = 1e12;

  /** Returns an integer. */
  public static <T> JsonPart<T> whole(String key, String unit, String meaning, ToLongFunction<T> value) {
    return of(key, "whole", unit, meaning, (json, from) -> json.whole(key, value.applyAsLong(from)));
  }

  /** Returns a decimal number. */
  public static <T> JsonPart<T> decimal(String key, String unit, String meaning, ToDoubleFunction<T> value) {
    return of(key, "decimal", unit, meaning, (json, from) -> json.decimal(key, value.applyAsDouble(from)));
  }

  /** Returns a decimal number or null. */
  public static <T> JsonPart<T> decimalOrNone(String key, String unit, String meaning, Function<T, @Nullable Double> value) {
    return of(key, "decimal or none", unit, meaning, (json, from) -> json.decimal(key, value.apply(from)));
  }

  /** Returns a text. */
  public static <T> JsonPart<T> text(String key, String meaning, Function<T, String> value) {
    return of(key, "text", "", meaning, (json, from) -> json.text(key, value.apply(from)));
  }

  /** Returns a word of the {@link Choices} with the key's name. */
  public static <T> JsonPart<T> choice(String key, String meaning, Function<T, String> value) {
    return of(key, "choice " + key, "", meaning, (json, from) -> json.choice(key, value.apply(from)));
  }

  /** Returns true or false. */
  public static <T> JsonPart<T> flag(String key, String meaning, Predicate<T> value) {
    return of(key, "flag", "", meaning, (json, from) -> json.flag(key, value.test(from)));
  }

  /** Returns a counted value, in its unit in files. */
  public static <T> JsonPart<T> measured(Measure measure, ToLongFunction<T> value) {
    String key = measure.key();
    return switch (measure.unit()) {
      case COUNT -> whole(key, "", measure.meaning(), value);
      case BYTES -> whole(key, "B", measure.meaning(), value);
      case PICOSECONDS -> decimal(key, "s", measure.meaning(), from -> value.applyAsLong(from) / PS_PER_S);
      case BITS_PER_SEC, BYTES_OR_NONE, SHARE_OF_TIME, SHARE_OF_BULK_TIME ->
        throw new IllegalArgumentException(key + " is no total: " + measure.unit());
    };
  }

  /**
   * Returns an object or a list.
   *
   * @param lines its own line, followed by those of its keys
   */
  public static <T> JsonPart<T> group(String lines, BiConsumer<JsonOut, T> write) {
    return new JsonPart<>(lines, _ -> true, write);
  }

  private static <T> JsonPart<T> of(String key, String type, String unit, String meaning, BiConsumer<JsonOut, T> write) {
    return group(key + " | " + type + " | " + unit + " | " + meaning + "\n", write);
  }

  /** Returns the part for files that satisfy this condition. */
  public JsonPart<T> onlyIf(Predicate<T> holds) {
    return new JsonPart<>(lines, holds, write);
  }

  /** Key of the part. */
  public String key() {
    return lines.substring(0, lines.indexOf(' '));
  }

  /**
   * Part, and the key that precedes it in a file.
   *
   * @param <T> type of the source
   */
  public record Behind<T>(String key, JsonPart<T> part) {
  }

  /**
   * Returns parts in the order of a file.
   *
   * @param first parts with a known place
   * @param others parts that follow another part; those after the same part keep their order
   * @throws IllegalArgumentException if a part follows a key that does not exist
   */
  public static <T> List<JsonPart<T>> ordered(List<JsonPart<T>> first, List<Behind<T>> others) {
    var followers = new HashMap<String, List<JsonPart<T>>>();
    others.forEach(other -> followers.computeIfAbsent(other.key, _ -> new ArrayList<>()).add(other.part));
    var all = new ArrayList<JsonPart<T>>();
    first.forEach(part -> add(part, followers, all));
    if (all.size() != first.size() + others.size()) {
      throw new IllegalArgumentException("no place for " + others.stream().filter(other -> !all.contains(other.part))
          .map(other -> other.part.key() + " behind " + other.key).toList());
    }
    return all;
  }

  private static <T> void add(JsonPart<T> part, Map<String, List<JsonPart<T>>> followers, List<JsonPart<T>> to) {
    to.add(part);
    for (JsonPart<T> follower : followers.getOrDefault(part.key(), List.of())) {
      add(follower, followers, to);
    }
  }

  /** Returns the description of a file with these parts. */
  public static <T> ResultFile file(String name, String about, List<JsonPart<T>> parts) {
    var lines = new StringBuilder();
    parts.forEach(part -> lines.append(part.lines));
    return ResultFile.of(name, about, lines.toString());
  }
}
