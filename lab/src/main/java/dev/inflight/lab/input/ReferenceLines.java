package dev.inflight.lab.input;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Splits a configuration file into keys and values as the authors' simulator does: word by word, regardless of line ends.
 * Words that are no keys are skipped, and the last value of a repeated key counts.
 * Unlike there, a comment ends the values before it, and a key at the start of a line or in a list of numbers is never a value.
 */
final class ReferenceLines {
  private static final int SHOWN_WORDS = 8;
  /** Letters per edit. A lower number would match unknown keys of other programs by their common ending, _FILE. */
  private static final int LETTERS_OF_AN_EDIT = 4;

  /**
   * Word outside comments.
   *
   * @param beginsLine true if it is the first word of its line
   * @param beforeComment true if a comment separates it from the next word
   */
  private record Word(SourceLocation place, String text, boolean beginsLine, boolean beforeComment) {
    boolean isKey() {
      return ReferenceKeys.isKnown(text);
    }
  }

  private final List<Word> words = new ArrayList<>();
  private final Map<String, List<Tokens>> values = new LinkedHashMap<>();

  private ReferenceLines() {
  }

  /** Values of each key, in the order of the keys; several if the key is set several times. */
  static Map<String, List<Tokens>> of(InputText text) {
    var lines = new ReferenceLines();
    text.fields().forEach(lines::addWords);
    lines.read();
    lines.values.forEach(ReferenceLines::warnOfOtherValues);
    return lines.values;
  }

  private void addWords(Tokens line) {
    int end = 0;
    while (end < line.count() && !isComment(line.words().get(end))) {
      words.add(new Word(line.place(), line.words().get(end), end == 0, false));
      end++;
    }
    if (end < line.count()) {
      warnOfKeyInComment(line, end);
      if (!words.isEmpty()) {
        Word last = words.removeLast();
        words.add(new Word(last.place(), last.text(), last.beginsLine(), true));
      }
    }
  }

  private void read() {
    String before = "";
    int at = 0;
    while (at < words.size()) {
      Word word = words.get(at);
      if (word.isKey()) {
        before = word.text();
        at = readKey(at);
      } else {
        at = warnOfRest(at, before);
      }
    }
  }

  /** Reads the key at this word, and returns the index after its values. */
  private int readKey(int at) {
    Word key = words.get(at);
    List<String> found = valuesBehind(at);
    if (found.isEmpty() && ReferenceKeys.isUnused(key.text())) {
      Notices.add(key.place(), "no value",
          key.text() + " has no value, and the authors' simulator uses the next word as its value");
    }
    values.computeIfAbsent(key.text(), _ -> new ArrayList<>()).add(new Tokens(key.place(), found));
    return at + 1 + found.size();
  }

  private List<String> valuesBehind(int keyAt) {
    String key = words.get(keyAt).text();
    var found = new ArrayList<String>();
    for (int at = keyAt + 1; at < words.size() && found.size() < ReferenceKeys.values(key, found); at++) {
      Word value = words.get(at);
      if (words.get(at - 1).beforeComment() || value.isKey() && (value.beginsLine() || ReferenceKeys.isList(key))) {
        break;
      }
      found.add(value.text());
    }
    return found;
  }

  /** Reports whether a word starts a comment. */
  static boolean isComment(String word) {
    return word.startsWith("#") || word.startsWith("//") || word.startsWith("{");
  }

  /** Warns about the words of a line that belong to no key, and returns the index after them. */
  private int warnOfRest(int from, String before) {
    Word first = words.get(from);
    int until = from + 1;
    while (until < words.size() && !words.get(until).beginsLine() && !words.get(until).isKey()) {
      until++;
    }
    if (first.beginsLine()) {
      Notices.add(first.place(), "unknown " + first.text(), () -> unknown(first.text(), " has no effect here"));
    } else {
      List<String> rest = words.subList(from, Math.min(until, from + SHOWN_WORDS)).stream().map(Word::text).toList();
      String behind = before.isEmpty() ? words.get(from - 1).text() : before;
      Notices.add(first.place(), "rest", Quoted.of(String.join(" ", rest)) + (until > from + SHOWN_WORDS ? " ..." : "")
          + " behind the value of " + behind + " has no effect");
    }
    return until;
  }

  private static void warnOfKeyInComment(Tokens line, int commentAt) {
    line.words().stream().skip(commentAt + 1L).filter(ReferenceKeys::isKnown).findFirst().ifPresent(
        key -> Notices.add(line.place(), "comment", key + " in this comment is not read here, but by the authors' simulator,"
            + " which has no comments; #" + key + " is read by neither"));
  }

  private static void warnOfOtherValues(String key, List<Tokens> all) {
    Tokens last = all.getLast();
    if (ReferenceKeys.isMap(key)) {
      return; // entries of a map are joined
    }
    all.stream().filter(one -> !one.words().equals(last.words())).findFirst()
        .ifPresent(other -> Notices.add(last.place(), "again " + key,
            key + " is set again, and the last value applies: " + Quoted.shortened(String.join(" ", last.words())) + "; line "
                + other.place().line() + " has " + Quoted.shortened(String.join(" ", other.words()))));
  }

  private static String unknown(String key, String effect) {
    return "unknown key " + Quoted.of(key) + effect + Suggestion.near(key, ReferenceKeys.all(), LETTERS_OF_AN_EDIT)
        .map(name -> "; did you mean " + name + "?").orElse("; no known key is like it");
  }

  /** Rejects an unknown key of the command line. */
  static void checkKnown(String key, SourceLocation place) {
    if (!ReferenceKeys.isKnown(key)) {
      throw place.error(unknown(key, ""));
    }
  }
}
