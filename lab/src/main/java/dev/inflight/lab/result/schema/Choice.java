package dev.inflight.lab.result.schema;

/**
 * A value of a field that can have a few only.
 *
 * @param word as files have it
 * @param meaning what it says, in a few words; empty where the word is enough
 */
public record Choice(String word, String meaning) {
  /** A word that needs no explanation. */
  static Choice plain(String word) {
    return new Choice(word, "");
  }
}
