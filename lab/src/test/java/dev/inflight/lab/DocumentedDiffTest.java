package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The change in CONTRIBUTING.md that adds a scheme is the one that today's sources have. */
class DocumentedDiffTest {
  private static final String NEW_FILE = "+++ b/";

  @Test
  void theDiffOfASchemeIsTheSchemesSource() throws IOException {
    LinkedHashMap<String, String> files = newSides();
    assertThat(files.keySet()).containsExactly("cc/src/main/java/dev/inflight/cc/rival/FixedWindow.java",
        "cc/src/main/java/dev/inflight/cc/scheme/Schemes.java");
    for (Map.Entry<String, String> file : files.entrySet()) {
      String source = String.join("\n", Documents.lines(Documents.ROOT.resolve(Path.of(file.getKey())))) + "\n";
      for (String hunk : file.getValue().split("@@\n")) {
        assertThat(source).as(file.getKey()).contains(hunk);
      }
    }
    assertThat(files.firstEntry().getValue()).startsWith("@@\npackage ").endsWith("\n}\n");
  }

  /** What each file of the diff has after it, hunk by hunk. */
  private static LinkedHashMap<String, String> newSides() {
    var files = new LinkedHashMap<String, String>();
    List<String> lines = Documents.lines(Documents.ROOT.resolve("CONTRIBUTING.md"));
    int from = lines.indexOf("```diff");
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
