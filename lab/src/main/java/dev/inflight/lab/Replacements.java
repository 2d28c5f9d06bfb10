package dev.inflight.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says in place of keys of a file, in order. It is put there before anything is checked, so that a file which
 * fits only with it is good.
 *
 * @param list what is set, each key once
 */
record Replacements(List<Replacement> list) {
  /** The file as it is. */
  static final Replacements NONE = new Replacements(List.of());

  private static final String SET = "--set";

  /**
   * One key with another value.
   *
   * @param key as in {@code buffer} or {@code acks.every}
   * @param value what is set
   * @param option the option that sets it, for messages: {@code --scheme}, {@code --set buffer}
   * @param isYaml whether the value is YAML; otherwise it is one word, whatever is in it
   */
  record Replacement(String key, String value, Place option, boolean isYaml) {
  }

  /** The same and an option that is named after its key, if it was given. */
  Replacements with(String key, @Nullable String value) {
    return value == null ? this : and(new Replacement(key, value, Place.of("--" + key), false));
  }

  /** The same and a key of any name. */
  Replacements set(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals <= 0) {
      throw Place.of(SET).error(Quoted.of(keyAndValue) + " is not of the form KEY=VALUE, as in buffer=16MiB");
    }
    String key = keyAndValue.substring(0, equals).strip();
    return and(new Replacement(key, keyAndValue.substring(equals + 1), Place.of(SET + " " + Quoted.shortened(key)), true));
  }

  private Replacements and(Replacement more) {
    find(more.key).ifPresent(earlier -> {
      throw more.option.error(Quoted.of(more.key) + " is set a second time, after " + earlier.option);
    });
    var all = new ArrayList<>(list);
    all.add(more);
    return new Replacements(List.copyOf(all));
  }

  /** Only those that pass. */
  Replacements only(Predicate<Replacement> wanted) {
    return new Replacements(list.stream().filter(wanted).toList());
  }

  /** What is set in place of this key. */
  Optional<Replacement> find(String key) {
    return list.stream().filter(one -> one.key.equals(key)).findFirst();
  }
}
