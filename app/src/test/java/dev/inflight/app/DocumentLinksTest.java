package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.app.Documents.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link of a document leads to a file of the project and, after a {@code #}, to a heading of it; lines fit a screen. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  /** A mention of a document or folder in a comment, as {@code docs/telemetry.md}. */
  private static final Pattern MENTION = Pattern.compile("\\bdocs/[\\w./-]*\\.md\\b");
  private static final int WIDEST = 119;

  static Stream<Path> documents() throws IOException {
    return Documents.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLinkHasATarget(Path document) {
    var astray = new ArrayList<String>();
    for (Line line : Documents.prose(document)) {
      Matcher link = LINK.matcher(line.text());
      while (link.find()) {
        if (!link.group(1).contains("://") && !leads(document, link.group(1), link.group(2))) {
          astray.add(line + ": " + link.group());
        }
      }
    }
    assertThat(astray).isEmpty();
  }

  private static boolean leads(Path from, String file, String anchor) {
    Path to = file.isEmpty() ? from : from.resolveSibling(file);
    return Files.exists(to) && (anchor == null || Documents.anchors(to).contains(anchor));
  }

  @Test
  void findsLinks() throws IOException {
    long links = documents().flatMap(document -> Documents.prose(document).stream())
        .filter(line -> LINK.matcher(line.text()).find()).count();
    assertThat(links).isGreaterThan(150);
    assertThat(leads(Documents.ROOT.resolve("docs/spec.md"), "decisions/README.md", "no-such-decision")).isFalse();
    assertThat(leads(Documents.ROOT.resolve("docs/spec.md"), "no-such-file.md", null)).isFalse();
  }

  /** {@code scripts/site.sh} builds no site without a page. */
  @ParameterizedTest
  @MethodSource("documents")
  void everyPageIsInTheNavigationOfTheSite(Path document) throws IOException {
    assertThat(Files.readString(Documents.ROOT.resolve("mkdocs.yml")))
        .containsPattern("(?m)^ +- " + Pattern.quote(Documents.name(document)) + "$");
  }

  @Test
  void documentsThatSourcesMentionExist() throws IOException {
    var astray = new ArrayList<String>();
    int mentions = 0;
    for (Path source : SourceFiles.all()) {
      Matcher mention = MENTION.matcher(Files.readString(source));
      while (mention.find()) {
        mentions++;
        if (!Files.exists(Documents.ROOT.resolve(mention.group()))) {
          astray.add(Documents.name(source) + ": " + mention.group());
        }
      }
    }
    assertThat(astray).isEmpty();
    assertThat(mentions).isGreaterThan(10);
  }

  /** Rows of tables, and lines of which a link or an image is all, cannot be broken. */
  @ParameterizedTest
  @MethodSource("documents")
  void linesHaveAtMost120Characters(Path document) {
    List<String> wide = Documents.prose(document).stream()
        .filter(line -> line.text().length() > WIDEST && !line.text().startsWith("|") && !line.text().startsWith("!["))
        .map(line -> line + ": " + line.text().length()).toList();
    assertThat(wide).isEmpty();
  }
}
