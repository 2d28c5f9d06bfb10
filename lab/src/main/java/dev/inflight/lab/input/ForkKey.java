package dev.inflight.lab.input;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Tokens;
import java.util.List;
import java.util.Optional;

/**
 * Key of a simulator derived from the HPCC authors', or of the one that theirs derives from, which theirs does not read.
 *
 * @param name name of the key
 * @param source program that reads it
 * @param effect effect of the key in Inflight
 * @param neutral with {@link Effect#ONLY}: value that agrees with the simulation
 * @param meaning reason why it has no effect, or why other values are errors
 */
record ForkKey(String name, String source, Effect effect, String neutral, String meaning) {
  /** Effects of a key. */
  enum Effect {
    /** The key sets something. */
    HONORED,
    /** The key changes no result. */
    IGNORED,
    /** One value agrees with the simulation; others would need a feature that is not available. */
    ONLY,
    /** The key is a parameter of a scheme other than the file's, and an error unless the command line names that scheme. */
    OF_SCHEME,
    /** Every value of the key is an error. */
    REFUSED
  }

  static ForkKey honored(String source, String name, String meaning) {
    return new ForkKey(name, source, Effect.HONORED, "", meaning);
  }

  static List<ForkKey> ignored(String source, String meaning, String... names) {
    return List.of(names).stream().map(name -> new ForkKey(name, source, Effect.IGNORED, "", meaning)).toList();
  }

  static ForkKey only(String source, String name, int neutral, String meaning) {
    return new ForkKey(name, source, Effect.ONLY, Integer.toString(neutral), meaning);
  }

  static ForkKey ofScheme(String source, String name, String parameter) {
    return new ForkKey(name, source, Effect.OF_SCHEME, "",
        "a parameter of DCQCN that the HPCC authors' simulator lacks; remove it, or use --scheme \"dcqcn(" + parameter
            + "=...)\"");
  }

  static List<ForkKey> refused(String source, String meaning, String... names) {
    return List.of(names).stream().map(name -> new ForkKey(name, source, Effect.REFUSED, "", meaning)).toList();
  }

  /** Reports whether the key changes no result: always, or because the command line names another scheme than the file. */
  boolean isIgnored(boolean otherScheme) {
    return effect == Effect.IGNORED || otherScheme && effect == Effect.OF_SCHEME;
  }

  /**
   * Returns the reason why these values are invalid, and the setting that would be needed; empty if they are valid.
   *
   * @param otherScheme true if the command line names another scheme than the file
   */
  Optional<String> refusal(Tokens values, boolean otherScheme) {
    String value = values.count() == 0 ? "" : values.words().getFirst();
    return switch (effect) {
      case HONORED, IGNORED -> Optional.empty();
      case OF_SCHEME, REFUSED ->
        isIgnored(otherScheme) ? Optional.empty() : Optional.of(name + " is of " + source + ": " + meaning);
      case ONLY -> isNeutral(value)
          ? Optional.empty()
          : Optional.of(name + " " + (value.isEmpty() ? "without a value" : Quoted.shortened(value)) + " is of " + source + ": "
              + meaning + "; set " + name + " " + neutral);
    };
  }

  private boolean isNeutral(String value) {
    return value.replaceFirst("(?<=\\d)\\.0*$", "").equals(neutral);
  }

  /** Row of this key in the table of the documentation. */
  String row() {
    String becomes = switch (effect) {
      case HONORED -> "honored";
      case IGNORED -> "no effect";
      case ONLY -> "only " + neutral;
      case OF_SCHEME -> "refused without `--scheme`";
      case REFUSED -> "refused";
    };
    return "| " + name + " | " + source + " | " + becomes + " | " + meaning + " |";
  }
}
