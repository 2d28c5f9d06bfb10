package dev.inflight.lab.input;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Tokens;
import java.util.List;
import java.util.Optional;

/**
 * A key that the HPCC authors' simulator does not read, but a simulator made from it, or the one it was made from, does.
 *
 * @param name the key
 * @param source the program that reads it
 * @param effect what becomes of it
 * @param neutral with {@link Effect#ONLY}: the value that asks for nothing else than what is simulated
 * @param meaning why it has no effect, or why other values are refused
 */
record ForkKey(String name, String source, Effect effect, String neutral, String meaning) {
  /** What becomes of a key. */
  enum Effect {
    /** The key sets something. */
    HONORED,
    /** The key changes no result. */
    IGNORED,
    /** One value is what is simulated anyway; others would need what is not available. */
    ONLY,
    /** The key is a parameter of another scheme than that of the file, and refused unless the command line names the scheme. */
    OF_SCHEME,
    /** The key is refused whatever its value is. */
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
        "the DCQCN of the HPCC authors' simulator has no such parameter; leave it out, or take --scheme \"dcqcn(" + parameter
            + "=...)\"");
  }

  static List<ForkKey> refused(String source, String meaning, String... names) {
    return List.of(names).stream().map(name -> new ForkKey(name, source, Effect.REFUSED, "", meaning)).toList();
  }

  /** Whether the key changes no result: always, or as the command line names another scheme than that of the file. */
  boolean isIgnored(boolean otherScheme) {
    return effect == Effect.IGNORED || otherScheme && effect == Effect.OF_SCHEME;
  }

  /**
   * Why these values cannot be, and what would have to be set; empty where they can.
   *
   * @param otherScheme whether the command line names another scheme than that of the file
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

  /** The row of this key in the table of the documents. */
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
