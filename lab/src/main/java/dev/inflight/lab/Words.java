package dev.inflight.lab;

import java.util.List;
import java.util.Locale;

/** Words that stand for one of a few values. */
final class Words {
  private Words() {
  }

  /** {@code true} or {@code false}. */
  static boolean bool(String what, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is neither true nor false");
    };
  }

  /** The word for a constant: {@code per-rtt} for {@code PER_RTT}. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constant that a word stands for; case does not matter, nor do {@code -} and {@code _}. */
  static <E extends Enum<?>> E constant(String what, List<E> constants, String text) {
    String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
    return constants.stream().filter(constant -> of(constant).equals(word)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            what + " " + Quoted.of(text) + " is unknown" + Nearest.hint(text, constants.stream().map(Words::of).toList())));
  }
}
