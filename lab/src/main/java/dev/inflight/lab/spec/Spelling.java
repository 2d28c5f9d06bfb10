package dev.inflight.lab.spec;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Spelling of names: a name in British spelling means the American one, so that files of earlier versions are read. */
final class Spelling {
  /** Parts of British words, and what American ones have there. Both sides of a comparison pass through all of them. */
  private static final List<Difference> DIFFERENCES = List.of(new Difference("is(?=e|ing|ation)", "iz"),
      new Difference("yse", "yze"), new Difference("our", "or"), new Difference("ll(?=ed|ing)", "l"),
      new Difference("tre", "ter"), new Difference("ogue", "og"), new Difference("ence", "ense"));

  private record Difference(Pattern british, String american) {
    Difference(String british, String american) {
      this(Pattern.compile(british), american);
    }
  }

  private Spelling() {
  }

  /** Returns the first of the known names that differs from a written one in the spelling only; empty where none does. */
  static Optional<String> present(String written, Collection<String> known) {
    String american = american(written);
    return known.stream().filter(name -> american(name).equals(american)).findFirst();
  }

  private static String american(String word) {
    String text = word.toLowerCase(Locale.ROOT);
    for (Difference one : DIFFERENCES) {
      text = one.british.matcher(text).replaceAll(one.american);
    }
    return text;
  }
}
