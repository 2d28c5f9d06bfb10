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
 * Splits a configuration file into keys and their values, as the authors' simulator does: it reads word by word, passes over words that
 * are no keys, and of a key that is set again keeps the last value.
 */
final class ReferenceLines {
  private static final int SHOWN_WORDS = 8;

  private final Map<String, List<Tokens>> values = new LinkedHashMap<>();

  private ReferenceLines() {
  }

  /** The values of each key, in the order of the keys; several where the key is set several times. */
  static Map<String, List<Tokens>> of(InputText text) {
    var lines = new ReferenceLines();
    text.fields().forEach(lines::read);
    lines.values.forEach(ReferenceLines::warnOfOtherValues);
    return lines.values;
  }

  private void read(Tokens line) {
    String first = line.word(0);
    if (first.startsWith("#")) {
      warnOfKeyInComment(line);
      return;
    }
    if (!ReferenceKeys.isKnown(first)) {
      if (!isComment(first)) {
        Notices.add(line.place(), "unknown " + first, unknown(first) + "; it has no effect here");
      }
      return;
    }
    int at = 0;
    while (at < line.count() && !isComment(line.word(at))) {
      String key = line.word(at);
      if (!ReferenceKeys.isKnown(key)) {
        at = warnOfRest(line, at);
        continue;
      }
      List<String> behind = line.words().subList(at + 1, line.count());
      int count = valuesBefore(behind, ReferenceKeys.values(key, behind));
      var found = new Tokens(line.place(), List.copyOf(behind.subList(0, count)));
      if (count == 0 && ReferenceKeys.isUnused(key)) {
        Notices.add(line.place(), "no value", key + " has no value, and the authors' simulator takes the next word for it");
      }
      values.computeIfAbsent(key, _ -> new ArrayList<>()).add(found);
      at += 1 + count;
    }
  }

  /** Values end where the line does, or where a comment begins. */
  private static int valuesBefore(List<String> behind, int wanted) {
    int count = 0;
    while (count < wanted && count < behind.size() && !isComment(behind.get(count))) {
      count++;
    }
    return count;
  }

  private static boolean isComment(String word) {
    return word.startsWith("#") || word.startsWith("//") || word.startsWith("{");
  }

  private static int warnOfRest(Tokens line, int at) {
    int until = at;
    while (until < line.count() && !isComment(line.word(until)) && !ReferenceKeys.isKnown(line.word(until))) {
      until++;
    }
    List<String> rest = line.words().subList(at, Math.min(until, at + SHOWN_WORDS));
    Notices.add(line.place(), "rest", Quoted.of(String.join(" ", rest)) + (until > at + SHOWN_WORDS ? " ..." : "")
        + " behind the value of " + line.word(0) + " has no effect");
    return until;
  }

  private static void warnOfKeyInComment(Tokens line) {
    line.words().stream().skip(1).filter(ReferenceKeys::isKnown).findFirst().ifPresent(
        key -> Notices.add(line.place(), "comment", key + " in this comment is not read here, but by the authors' simulator,"
            + " which knows no comments; #" + key + " is read by neither"));
  }

  private static void warnOfOtherValues(String key, List<Tokens> all) {
    Tokens last = all.getLast();
    if (ReferenceKeys.isMap(key)) {
      return; // whose entries are joined
    }
    all.stream().filter(one -> !one.words().equals(last.words())).findFirst()
        .ifPresent(other -> Notices.add(last.place(), "again " + key, key + " is set again, and the last value holds: "
            + String.join(" ", last.words()) + "; line " + other.place().line() + " has " + String.join(" ", other.words())));
  }

  /** What to say of a key that is not known. */
  static String unknown(String key) {
    return "unknown key " + Quoted.of(key)
        + Suggestion.to(key, ReferenceKeys.all()).map(name -> "; did you mean " + name + "?").orElse("; no known key is like it");
  }

  /** Refuses a key of the command line that is not known. */
  static void checkKnown(String key, SourceLocation place) {
    if (!ReferenceKeys.isKnown(key)) {
      throw place.error(unknown(key));
    }
  }
}
