package dev.inflight.lab.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Warnings about input files, collected while a scenario is read: one per kind and file, with the number of further places.
 * Readers warn about parts without effect that they skip. Parts that would change results are errors.
 */
public final class Notices {
  /** Maximum number of warnings per file in a run's output; further ones are only counted. */
  private static final int MOST = 100;
  private static final ScopedValue<Notices> CURRENT = ScopedValue.newInstance();

  private record Kind(String source, String name) {
  }

  private static final class First {
    final String sentence;
    long places = 1;

    First(String sentence) {
      this.sentence = sentence;
    }

    String text() {
      return places == 1 ? sentence : sentence + " (and " + (places - 1) + " more like this)";
    }
  }

  private final Map<Kind, First> byKind = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private long leftOut;

  private Notices() {
  }

  /**
   * Reads something, and collects its readers' warnings.
   *
   * @param into receives the warnings, in the order of their first places
   */
  public static <T> T collect(List<String> into, Supplier<T> reading) {
    return collect(into, new ArrayList<>(), reading);
  }

  /**
   * Collects warnings and notes.
   *
   * @param notes receives readers' choices by documented rules, in reading order
   */
  public static <T> T collect(List<String> into, List<String> notes, Supplier<T> reading) {
    var notices = new Notices();
    T read = ScopedValue.where(CURRENT, notices).call(reading::get);
    into.addAll(notices.texts());
    notes.addAll(notices.notes);
    return read;
  }

  /**
   * Adds a note, not a warning, about a reader's choice by a documented rule; at most one per file, and only with a collector.
   *
   * @param place place of the input
   */
  public static void note(SourceLocation place, String sentence) {
    if (CURRENT.isBound()) {
      CURRENT.get().notes.add(place + ": " + sentence);
    }
  }

  /**
   * Warns that input is skipped, or differs from its appearance. Without a collector, the warning becomes an error.
   *
   * @param place place of the input
   * @param kind groups warnings of one kind; not shown
   * @param sentence skipped part and its consequence; shown for the first place of the kind in a file
   */
  public static void add(SourceLocation place, String kind, String sentence) {
    add(place, kind, () -> sentence);
  }

  /**
   * Adds a warning with a sentence that is slow to compute, for instance one with a suggestion.
   *
   * @param sentence computes the sentence; called only if the sentence is kept
   */
  public static void add(SourceLocation place, String kind, Supplier<String> sentence) {
    if (!CURRENT.isBound()) {
      throw place.error(sentence.get());
    }
    CURRENT.get().keep(new Kind(place.source(), kind), () -> place + ": " + sentence.get());
  }

  /**
   * Warns about a name in another spelling than the current one. Nothing is skipped, so only a collector receives the warning.
   *
   * @param place its place
   * @param written the name in the input
   * @param present its current spelling
   */
  public static void respelled(SourceLocation place, String written, String present) {
    if (CURRENT.isBound()) {
      add(place, "spelling of " + written, () -> "'" + written + "' is written '" + present + "'");
    }
  }

  private void keep(Kind kind, Supplier<String> text) {
    First before = byKind.get(kind);
    if (before != null) {
      before.places++;
    } else if (byKind.size() < MOST) {
      byKind.put(kind, new First(text.get()));
    } else {
      leftOut++;
    }
  }

  private List<String> texts() {
    var texts = new ArrayList<String>();
    byKind.values().forEach(first -> texts.add(first.text()));
    if (leftOut > 0) {
      texts.add("there are " + leftOut + " more warnings; these are the first " + MOST);
    }
    return texts;
  }
}
