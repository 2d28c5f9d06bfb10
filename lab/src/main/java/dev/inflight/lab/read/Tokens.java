package dev.inflight.lab.read;

import dev.inflight.lab.print.Humanize;
import java.util.List;

/**
 * Line of a table, as words.
 *
 * @param place place of the line
 * @param words words of the line
 */
public record Tokens(SourceLocation place, List<String> words) {
  public int count() {
    return words.size();
  }

  /**
   * Returns a word.
   *
   * @throws InputError if the word has bytes outside UTF-8
   */
  public String word(int index) {
    String word = words.get(index);
    if (InputText.isForeign(word)) {
      throw InputText.notUtf8(place);
    }
    return word;
  }

  /** Rejects a line with another number of words. */
  public void require(int count, String layout) {
    if (words.size() != count) {
      requireText();
      throw place.error("expected " + Humanize.count(count, "value") + " (" + layout + "), found " + words.size());
    }
  }

  /** Rejects a line with bytes outside UTF-8. Other errors about the line are less informative. */
  public void requireText() {
    for (int at = 0; at < words.size(); at++) {
      word(at);
    }
  }

  /** Returns an integer within bounds. */
  public long whole(int index, String what, long least, long most) {
    String text = word(index);
    long value = place.check(() -> Units.whole(what, text));
    if (value < least || value > most) {
      throw place.error(
          what + " " + value + (most == Long.MAX_VALUE ? " is below " + least : " is outside " + least + " to " + most));
    }
    return value;
  }

  /** Returns an integer within bounds. */
  public int whole(int index, String what, int least, int most) {
    return (int) whole(index, what, (long) least, (long) most);
  }

  /** Returns a number from 0 to 1. */
  public double fraction(int index, String what) {
    String text = word(index);
    return place.check(() -> Units.fraction(what, text));
  }
}
