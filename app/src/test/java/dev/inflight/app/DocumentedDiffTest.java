package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The change in CONTRIBUTING.md that adds a scheme is the one that today's sources have. */
class DocumentedDiffTest {
  private static final String NEW_FILE = "+++ b/";

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aDiffIsTheSource(int which) throws IOException {
    LinkedHashMap<String, String> files = newSides(which);
    assertThat(files).hasSize(2);
    for (Map.Entry<String, String> file : files.entrySet()) {
      String source = String.join("\n", Documents.lines(Documents.ROOT.resolve(Path.of(file.getKey())))) + "\n";
      for (String hunk : file.getValue().split("@@\n")) {
        assertThat(source).as(file.getKey()).contains(hunk);
      }
    }
    assertThat(files.values()).as("a new file, whole")
        .anyMatch(text -> text.startsWith("@@\npackage ") && text.endsWith("\n}\n"));
  }

  @Test
  void allDiffsAreLookedAt() {
    assertThat(Documents.lines(Documents.ROOT.resolve("CONTRIBUTING.md"))).filteredOn(line -> line.equals("```diff")).hasSize(2);
  }

  /** What each file of a diff has after it, hunk by hunk. */
  private static LinkedHashMap<String, String> newSides(int which) {
    var files = new LinkedHashMap<String, String>();
    List<String> lines = Documents.lines(Documents.ROOT.resolve("CONTRIBUTING.md"));
    int from = IntStream.range(0, lines.size()).filter(at -> lines.get(at).equals("```diff")).skip(which).findFirst()
        .orElseThrow();
    String file = "";
    for (String line : lines.subList(from + 1, lines.size())) {
      if (line.equals("```")) {
        break;
      }
      if (line.startsWith(NEW_FILE)) {
        file = line.substring(NEW_FILE.length());
        files.put(file, "");
      } else if (line.startsWith("@@")) {
        files.merge(file, "@@\n", String::concat);
      } else if (line.startsWith("diff ") || line.startsWith("---")) {
        file = "";
      } else if (!file.isEmpty() && !line.startsWith("-")) {
        files.merge(file, (line.isEmpty() ? line : line.substring(1)) + "\n", String::concat);
      }
    }
    return files;
  }
}
