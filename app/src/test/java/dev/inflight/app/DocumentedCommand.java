package dev.inflight.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Command line of a document: a line of a block that is marked {@code sh}, with its continuation lines, after a backslash or within single
 * quotes.
 *
 * @param file name of the document
 * @param line number of its first line, from 1
 * @param text text without its comment
 */
record DocumentedCommand(String file, int line, String text) {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /** Returns all commands of a document, in order. */
  static List<DocumentedCommand> of(Path document) {
    var commands = new ArrayList<DocumentedCommand>();
    for (Documents.Block block : Documents.blocks(document)) {
      if (block.language().equals("sh")) {
        addAll(block, commands);
      }
    }
    return commands;
  }

  private static void addAll(Documents.Block block, List<DocumentedCommand> to) {
    String[] lines = block.text().split("\n");
    var text = new StringBuilder();
    int from = 0;
    for (int at = 0; at < lines.length; at++) {
      if (text.isEmpty()) {
        from = at;
      }
      if (lines[at].endsWith("\\")) {
        text.append(lines[at], 0, lines[at].length() - 1);
        continue;
      }
      text.append(lines[at].replaceFirst("#.*", ""));
      if (at + 1 < lines.length && text.chars().filter(letter -> letter == '\'').count() % 2 == 1) {
        text.append('\n');
        continue;
      }
      if (!text.toString().isBlank()) {
        to.add(new DocumentedCommand(block.file(), block.line() + 1 + from, text.toString()));
      }
      text.setLength(0);
    }
  }

  /** The words of its first program, quotes removed. */
  List<String> words() {
    var words = new ArrayList<String>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      String word = Stream.of(1, 2, 3).map(matcher::group).filter(Objects::nonNull).findFirst().orElseThrow();
      if (word.equals("|") || word.equals(">")) {
        break;
      }
      words.add(word);
    }
    return words;
  }

  /** Reports whether it runs the program of the project with this command. */
  boolean isInflight(String command) {
    return words().size() > 1 && words().getFirst().equals("./inflight") && words().get(1).equals(command);
  }

  /** Word after an option. */
  Optional<String> valueOf(String option) {
    int at = words().indexOf(option);
    return at < 0 || at + 1 == words().size() ? Optional.empty() : Optional.of(words().get(at + 1));
  }

  @Override
  public String toString() {
    return file + ":" + line + ": " + text.strip();
  }
}
