package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Values of the command line that replace a file's values, in order. The replacement precedes all checks, so that a file that is
 * valid only with them is accepted.
 *
 * @param list replacements with distinct keys
 */
public record Overrides(List<Replacement> list) {
  /** No overrides. */
  public static final Overrides NONE = new Overrides(List.of());

  private static final String SET = "--set";

  /**
   * Replacement of one key's value.
   *
   * @param key key, such as {@code buffer} or {@code acks.every}
   * @param value new value
   * @param option option that sets it, for messages: {@code --scheme}, {@code --set buffer}
   * @param isYaml true if the value is YAML; otherwise it is one word of any characters
   */
  public record Replacement(String key, String value, SourceLocation option, boolean isYaml) {
    /** The value as YAML; empty if it is a word or empty. */
    public Optional<Node> node() {
      return isYaml ? YamlNode.parse(value, option) : Optional.empty();
    }
  }

  /** Returns the values of several {@code --set KEY=VALUE}. */
  public static Overrides of(List<String> keysAndValues) {
    return NONE.set(keysAndValues);
  }

  /** Returns the overrides with these keys and values. */
  public Overrides set(List<String> keysAndValues) {
    Overrides all = this;
    for (String keyAndValue : keysAndValues) {
      all = all.set(keyAndValue);
    }
    return all;
  }

  /** Returns the overrides with an option that is named after its key, if the option is set. */
  public Overrides with(String key, @Nullable String value) {
    return value == null ? this : and(new Replacement(key, value, SourceLocation.of("--" + key), false));
  }

  /** Returns the overrides with this key and value. */
  public Overrides set(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals <= 0) {
      throw SourceLocation.of(SET).error(Quoted.of(keyAndValue) + " is not of the form KEY=VALUE, as in buffer=16MiB");
    }
    String key = keyAndValue.substring(0, equals).strip();
    return and(
        new Replacement(key, keyAndValue.substring(equals + 1), SourceLocation.of(SET + " " + Quoted.shortened(key)), true));
  }

  /** Returns the overrides with one more replacement. */
  public Overrides and(Replacement more) {
    list.stream().filter(one -> one.key.equalsIgnoreCase(more.key)).findFirst().ifPresent(earlier -> {
      throw more.option.error(Quoted.of(more.key) + " is set twice, before by " + earlier.option);
    });
    var all = new ArrayList<>(list);
    all.add(more);
    return new Overrides(List.copyOf(all));
  }

  /** Returns replacements of outer places before those of places within them. */
  List<Replacement> outermostFirst() {
    // Lambda rather than a Comparator, because the start-up cache lacks the classes that Comparator generates.
    return list.stream().sorted((one, other) -> Integer.compare(depth(one), depth(other))).toList();
  }

  private static int depth(Replacement one) {
    return KeyPath.of(one.key).steps().size();
  }

  /** Returns the overrides that satisfy a predicate. */
  public Overrides only(Predicate<Replacement> wanted) {
    return new Overrides(list.stream().filter(wanted).toList());
  }

  /** Returns the replacement of this key. */
  public Optional<Replacement> find(String key) {
    return list.stream().filter(one -> one.key.equals(key)).findFirst();
  }
}
