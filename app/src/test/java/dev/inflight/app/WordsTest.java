package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Documents, sources and exact messages avoid words that make persons of programs and parts, and old ones. How often each still occurs may
 * fall and not rise: a change that lowers a count lowers its bound here.
 */
class WordsTest {
  /**
   * The most places of each pattern; the changelog and the listing of 0.2.0 have four former names. Instead: print, report, return, receive,
   * carry; start, started; is in, follows, builds up; instead of; for lack of.
   */
  private static final Map<String, Integer> BOUNDS = Map.ofEntries(Map.entry("tell(s|ing)?|told", 4),
      Map.entry("hear(s|d|ing)?", 0), Map.entry("begun", 0), Map.entry("befall(s|en)?|befell", 0),
      Map.entry("who(so)?ever|somebody", 0), Map.entry("nobody", 0), Map.entry("whose", 0), Map.entry("whom", 0),
      Map.entry("stand(s|ing)?|stood", 123), Map.entry("in place of", 2), Map.entry("for want of", 0),
      Map.entry("begin(s|ning)?|began", 454));
  private static final List<String> KINDS = List.of(".md", ".java", ".txt", ".js");
  private static final Pattern LEFT_OUT = Pattern.compile(
      "(^|/)(target|reference|\\.[^/]*|node_modules)/|WordsTest\\.java$|/src/test/(?!resources/errors/).*|CODE_OF_CONDUCT");

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(Documents.ROOT)) {
      return files.filter(file -> KINDS.stream().anyMatch(file.toString()::endsWith))
          .filter(file -> !LEFT_OUT.matcher(Documents.name(file)).find()).sorted().toList();
    }
  }

  @Test
  void avoidedWordsBecomeFewer() throws IOException {
    Map<String, Map<String, Long>> found = new TreeMap<>();
    for (Path file : files()) {
      String text = Files.readString(file);
      for (String word : BOUNDS.keySet()) {
        long count = Pattern.compile("\\b(" + word + ")\\b", Pattern.CASE_INSENSITIVE).matcher(text).results().count();
        if (count > 0) {
          found.computeIfAbsent(word, none -> new TreeMap<>()).put(Documents.name(file), count);
        }
      }
    }
    assertThat(files()).hasSizeGreaterThan(1000);
    assertThat(BOUNDS).allSatisfy((word, bound) -> {
      Map<String, Long> places = found.getOrDefault(word, Map.of());
      long count = places.values().stream().mapToLong(Long::longValue).sum();
      assertThat(count)
          .as("%s: %s", word.toLowerCase(Locale.ROOT),
              places.entrySet().stream().map(place -> place.getKey() + " " + place.getValue()).collect(Collectors.joining(", ")))
          .isLessThanOrEqualTo(bound);
    });
  }
}
