package dev.inflight.lab.print;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Table for the screen. Columns are as wide as their cells; the last column, of sentences, takes the remaining width. */
public final class TextColumns {
  /** Width of lists, in characters. */
  public static final int WIDTH = 120;
  private static final String GAP = "  ";
  private static final int LEAST_FOR_SENTENCES = 30;

  private final int columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table of {@code columns} characters in width. */
  public TextColumns(int columns, String... titles) {
    this.columns = columns;
    rows.add(List.of(titles));
  }

  /** Adds a row. */
  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /** Lines of all rows. */
  public List<String> lines() {
    int last = rows.getFirst().size() - 1;
    int[] widths = new int[last];
    for (List<String> row : rows) {
      for (int column = 0; column < last; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    int before = Arrays.stream(widths).map(width -> width + GAP.length()).sum();
    var lines = new ArrayList<String>();
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int column = 0; column < last; column++) {
        line.append(Humanize.left(row.get(column), widths[column])).append(GAP);
      }
      List<String> sentences = wrap(row.get(last), " ".repeat(before), Math.max(columns, before + LEAST_FOR_SENTENCES));
      String first = sentences.isEmpty() ? "" : sentences.getFirst().substring(before);
      lines.add(line.append(first).toString().stripTrailing());
      lines.addAll(sentences.subList(Math.min(1, sentences.size()), sentences.size()));
    }
    return lines;
  }

  /** Returns lines of words, each at most {@code columns} characters long unless a word is longer. */
  public static List<String> wrap(String text, String indent, int columns) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && indent.length() + line.length() + 1 + word.length() > columns) {
        lines.add(indent + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    if (!line.isEmpty()) {
      lines.add(indent + line);
    }
    return lines;
  }
}
