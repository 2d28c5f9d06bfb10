package dev.inflight.app.reference;

import dev.inflight.lab.print.TextColumns;
import java.util.Collection;
import java.util.List;

/** Texts of declarations as Markdown. */
final class Markdown {
  /** Longest line, as in {@code DocumentLinksTest}. */
  private static final int WIDEST = 119;

  private Markdown() {
  }

  /** Text in which no character has a meaning in Markdown, but for backquotes. */
  static String plain(String text) {
    return text.replace("<", "&lt;").replace("*", "\\*").replace("|", "\\|").replace("[", "\\[").replace("\n", " ");
  }

  /** Returns a value as code. */
  static String code(String text) {
    return text.isEmpty() ? "" : "`" + text.replace("|", "\\|") + "`";
  }

  /** Several values as they are written. */
  static String codes(Collection<String> values) {
    return String.join(", ", values.stream().map(Markdown::code).toList());
  }

  /** A row of a table, of cells in Markdown. */
  static String row(String... cells) {
    return ("| " + String.join(" | ", cells) + " |").replace("|  |", "| |").replace("|  |", "| |");
  }

  /** The two first lines of a table. */
  static List<String> head(String... titles) {
    return List.of(row(titles), "|" + "---|".repeat(titles.length));
  }

  /** Text in lines that fit a screen. */
  static List<String> wrap(String text) {
    return text.isEmpty() ? List.of() : TextColumns.wrap(text, "", WIDEST);
  }

  /** Returns the text with a capital at its start and a full stop at its end. */
  static String sentence(String text) {
    String end = text.matches("(?s).*[.:!?]$") ? "" : ".";
    return text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1) + end;
  }
}
