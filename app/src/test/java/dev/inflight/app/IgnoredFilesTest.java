package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Git ignores the files that a reader makes by following README and the tutorials. */
class IgnoredFilesTest {
  private static final List<String> OPTIONS = List.of("--out", "--report", "--figures", "--perfetto");

  private static Set<String> written() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (Path document : Documents.all().filter(one -> one.toString().matches(".*(README\\.md|/tutorials/.*)")).toList()) {
      for (DocumentedCommand command : DocumentedCommand.of(document)) {
        List<String> words = command.words();
        Stream.of("init", "run", "sweep", "check").filter(command::isInflight).map(one -> words.get(2))
            .filter(file -> !file.contains("/")).forEach(names::add);
        OPTIONS.forEach(option -> command.valueOf(option).ifPresent(names::add));
      }
    }
    return names;
  }

  private static boolean isIgnored(String name, List<String> patterns) {
    String top = name.replaceFirst("/.*", "");
    return patterns.stream().map(pattern -> pattern.replaceFirst("^/", "").replaceFirst("/$", ""))
        .anyMatch(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(top)));
  }

  @Test
  void filesOfTutorialsAreIgnored() throws IOException {
    List<String> patterns = Files.readAllLines(Documents.ROOT.resolve(".gitignore")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    var names = new ArrayList<>(written());
    assertThat(names).contains("my.yaml", "runs/hpcc", "both.html", "figures");
    assertThat(names).allSatisfy(name -> assertThat(isIgnored(name, patterns)).as(name).isTrue());
    assertThat(isIgnored("pom.xml", patterns)).isFalse();
  }
}
