package dev.inflight.lab.read;

import dev.inflight.lab.print.Humanize;
import java.util.List;

/**
 * One line of a table of words and numbers.
 *
 * @param place place of the line
 * @param words words of the line
 */
public record Tokens(SourceLocation place, List<String> words) {
  public int count() {
    return words.size();
  }

  /**
   * One of the words.
   *
   * @throws InputError when the word has bytes that are not UTF-8
   */
  public String word(int index) {
    String word = words.get(index);
    if (InputText.isForeign(word)) {
      throw InputText.notUtf8(place);
    }
    return word;
  }

  /** Refuses a line with another number of words. */
  public void require(int count, String layout) {
    if (words.size() != count) {
      requireText();
      throw place.error("expected " + Humanize.count(count, "value") + " (" + layout + "), found " + words.size());
    }
  }

  /** Rejects a line with bytes that are not UTF-8; this error is more informative than another one about the line. */
  public void requireText() {
    for (int at = 0; at < words.size(); at++) {
      word(at);
    }
  }

  /** A whole number within bounds. */
  public long whole(int index, String what, long least, long most) {
    String text = word(index);
    long value = place.check(() -> Units.whole(what, text));
    if (value < least || value > most) {
      throw place.error(
          what + " " + value + (most == Long.MAX_VALUE ? " is below " + least : " is outside " + least + " to " + most));
    }
    return value;
  }

  /** A whole number within bounds. */
  public int whole(int index, String what, int least, int most) {
    return (int) whole(index, what, (long) least, (long) most);
  }

  /** A number from 0 to 1. */
  public double fraction(int index, String what) {
    String text = word(index);
    return place.check(() -> Units.fraction(what, text));
  }
}
