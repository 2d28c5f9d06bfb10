package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Our scripts make elements and texts, and never markup or code from a text. */
class ScriptsTest {
  private static final Path RESOURCES = Path.of("src/main/resources/dev/inflight/lab");
  /** Calls that make markup, code or a frame from a text. */
  private static final Pattern FROM_TEXT = Pattern.compile("innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe"
      + "|createContextualFragment|DOMParser|srcdoc|document\\.write|\\beval\\b|new Function|\\bFunction\\(|import\\("
      + "|set(?:Timeout|Interval)\\(\\s*['\"`]|javascript:|encodeHTML|\\.on\\w+ = ['\"`]|setAttribute\\('on");
  /** Tooltips of charts are made in one place, of elements; or are drawn. */
  private static final Pattern TOOLTIP = Pattern
      .compile("tooltip: (?!tipOf(?:Axis|Item)\\(|\\{ show: false \\}|\\{ trigger: 'axis', renderMode: 'richText' \\})");
  private static final Pattern HANDLER = Pattern
      .compile("\\son\\w+\\s*=|<script(?! (?:type=\"module\" )?src=\"/)|javascript:|<base|<form");

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(RESOURCES)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  private static List<String> linesWith(Path file, Pattern pattern) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> pattern.matcher(line).find()).toList();
  }

  @Test
  void scriptsMakeNoMarkup() throws IOException {
    assertThat(files(".js")).hasSizeGreaterThanOrEqualTo(5).allSatisfy(script -> {
      assertThat(linesWith(script, FROM_TEXT)).as(script.toString()).isEmpty();
      assertThat(linesWith(script, TOOLTIP)).as(script.toString()).isEmpty();
    });
  }

  @Test
  void pagesShareTheirScripts() throws IOException {
    assertThat(files(".html")).hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(page -> assertThat(linesWith(page, HANDLER)).as(page.toString()).isEmpty());
  }

  @Test
  void policyNamesScriptsByHash() {
    for (Page page : Page.values()) {
      assertThat(page.policy()).contains("default-src 'none'; script-src 'sha256-", "base-uri 'none'", "form-action 'none'")
          .doesNotContain("http", "*", "unsafe-eval", "unsafe-hashes");
      assertThat(page.policy().replaceFirst("style-src 'unsafe-inline'", "")).doesNotContain("unsafe");
      assertThat(page.html("{}")).contains("content=\"" + page.policy() + "\"");
    }
  }

  /** A half of a character, which no file of text can have. */
  @Test
  void halvesOfCharactersAreReplaced() {
    assertThat(Page.asText("a\ud800b\udc00\ud83d\ude00")).isEqualTo("a\ufffdb\ufffd\ud83d\ude00");
  }
}
