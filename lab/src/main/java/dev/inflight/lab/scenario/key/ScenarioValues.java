package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Readers of scenario values, with their bounds, and with errors at their places. */
final class ScenarioValues {
  static final String UNLIMITED = "unlimited";
  static final String FIRST_FLOW = "first-flow";

  /** Maximum length of a name. */
  private static final int LONGEST_NAME = 255;
  private static final Pattern CLASS_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private ScenarioValues() {
  }

  static boolean flag(YamlNode value) {
    return value.text(word -> EnumNames.bool(value.what(), word));
  }

  /** Returns the name of a scenario. */
  static String name(String written) {
    int characters = written.codePointCount(0, written.length());
    if (characters > LONGEST_NAME) {
      throw new IllegalArgumentException("name has " + characters + " characters; at most " + LONGEST_NAME + " are allowed");
    }
    return written;
  }

  /** Returns the name of a flow class: a single word, for use in tables. */
  static String className(String word) {
    if (!CLASS_NAME.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "the name of a class must be a word of 1 to 64 letters, digits, '-', '_' and '.', found " + Quoted.of(word));
    }
    return word;
  }

  /** Returns one of these constants. */
  static <E extends Enum<E>> E constant(YamlNode value, E[] constants) {
    return value.text(word -> EnumNames.constant(value.what(), List.of(constants), word));
  }

  /** Returns a time, or the end of time. */
  static long timeOrUnlimited(String word) {
    return word.equals(UNLIMITED) ? Long.MAX_VALUE : Units.time(word);
  }

  /** Returns a time above 0. */
  static long positiveTime(YamlNode value) {
    return positive(value, Units::time);
  }

  /** Returns a size in bytes, 1 to {@code most}. */
  static long size(YamlNode value, long most) {
    long bytes = positive(value, Units::size);
    if (bytes > most) {
      throw value.place().error(value.what() + " of " + bytes + " bytes is outside 1 to " + most);
    }
    return bytes;
  }

  private static long positive(YamlNode value, Function<String, Long> reading) {
    return value.text(word -> {
      long number = reading.apply(word);
      if (number == 0) {
        throw new IllegalArgumentException(value.what() + " must be above 0, found " + word);
      }
      return number;
    });
  }
}
