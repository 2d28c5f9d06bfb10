package dev.inflight.lab.result.schema;

/**
 * Value of a field that has a fixed set of values.
 *
 * @param word word in files
 * @param meaning meaning of the word, in a few words; empty where the word is enough
 */
public record Choice(String word, String meaning) {
  /** A word that needs no explanation. */
  static Choice plain(String word) {
    return new Choice(word, "");
  }
}
