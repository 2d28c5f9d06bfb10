package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Words for the constants of an enum. */
public final class EnumNames {
  private EnumNames() {
  }

  /** Returns the value of {@code true} or {@code false}. */
  public static boolean bool(String what, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      case "yes", "on" -> throw new IllegalArgumentException(notBool(what, text) + "; write true");
      case "no", "off" -> throw new IllegalArgumentException(notBool(what, text) + "; write false");
      default -> throw new IllegalArgumentException(notBool(what, text));
    };
  }

  private static String notBool(String what, String text) {
    return what + " must be true or false, found " + Quoted.of(text);
  }

  /** Returns the word for a constant: {@code per-rtt} for {@code PER_RTT}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the words for all constants, in their order. */
  public static <E extends Enum<E>> List<String> all(Class<E> constants) {
    return Arrays.stream(constants.getEnumConstants()).map(EnumNames::of).toList();
  }

  /** Returns the constant for a word. Letter case does not matter, and {@code -} and {@code _} are equal. */
  public static <E extends Enum<?>> E constant(String what, List<E> constants, String text) {
    String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
    return constants.stream().filter(constant -> of(constant).equals(word)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "unknown " + what + " " + Quoted.of(text) + Suggestion.hint(text, constants.stream().map(EnumNames::of).toList())));
  }
}
