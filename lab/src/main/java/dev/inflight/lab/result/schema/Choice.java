package dev.inflight.lab.result.schema;

/**
 * Value of a field with a fixed set of values.
 *
 * @param word word in files
 * @param meaning meaning of the word in a few words; empty if the word is self-explanatory
 */
public record Choice(String word, String meaning) {
  /** Returns a self-explanatory word. */
  static Choice plain(String word) {
    return new Choice(word, "");
  }
}
