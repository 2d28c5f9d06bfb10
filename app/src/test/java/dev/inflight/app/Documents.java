package dev.inflight.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents of the project, and their parts. */
final class Documents {
  /** The project's folder, as seen from a test. */
  static final Path ROOT = Path.of("..");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");

  private Documents() {
  }

  /** A line of a document, from 1. */
  record Line(String file, int number, String text) {
    @Override
    public String toString() {
      return file + ":" + number;
    }
  }

  /**
   * A block of a document.
   *
   * @param line line of its fence, from 1
   * @param language word after its fence
   */
  record Block(String file, int line, String language, String text) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /** All blocks of a document. */
  static List<Block> blocks(Path document) {
    var blocks = new ArrayList<Block>();
    List<String> lines = lines(document);
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith("```")) {
        int from = at + 1;
        do {
          at++;
        } while (!lines.get(at).startsWith("```"));
        blocks.add(new Block(name(document), from, lines.get(from - 1).substring(3), String.join("\n", lines.subList(from, at))));
      }
    }
    return blocks;
  }

  /** README.md, CONTRIBUTING.md, ARCHITECTURE.md, that of the dissectors, and all of docs. */
  static Stream<Path> all() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> pages = docs.filter(path -> path.toString().endsWith(".md")).sorted().toList();
      return Stream.concat(Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "wireshark/README.md").map(ROOT::resolve),
          pages.stream());
    }
  }

  /** A document's name as seen from the project's folder. */
  static String name(Path document) {
    return ROOT.relativize(document).toString();
  }

  /** The lines of a document without those of its code blocks. */
  static List<Line> prose(Path document) {
    var prose = new ArrayList<Line>();
    boolean code = false;
    List<String> lines = lines(document);
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at);
      boolean fence = line.startsWith("```");
      code ^= fence;
      if (!code && !fence) {
        prose.add(new Line(name(document), at + 1, line));
      }
    }
    return prose;
  }

  static List<String> lines(Path document) {
    try {
      return Files.readAllLines(document);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Anchors of a document, for the part of a link after {@code #}: its headings in GitHub's form, and the anchors in its tables. */
  static Set<String> anchors(Path document) {
    Stream<String> inTables = prose(document).stream().flatMap(line -> ANCHOR.matcher(line.text()).results())
        .map(anchor -> anchor.group(1));
    return Stream.concat(inTables, headings(document)).collect(Collectors.toSet());
  }

  private static Stream<String> headings(Path document) {
    return prose(document).stream().map(Line::text).filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ +", "").toLowerCase(Locale.ROOT).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
            .replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
  }
}
