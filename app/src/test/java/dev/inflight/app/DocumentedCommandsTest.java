package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commands of documents and scripts name modules with the tests that the commands use. */
class DocumentedCommandsTest {
  private static final Pattern TEST = Pattern.compile("-pl ([a-z,-]+) .*-Dtest=(\\w+)");
  private static final Pattern BUILT = Pattern.compile("([a-z]+(?:-[a-z]+)*)/target/(?:inflight\\.jar|lib\\b)");

  /** The lines of all documents and scripts that match, with the parts of the match. */
  private static List<MatchResult> matches(Pattern pattern) throws IOException {
    var found = new ArrayList<MatchResult>();
    for (String folder : List.of("docs", "scripts", ".ci")) {
      try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(folder))) {
        for (Path file : files.filter(path -> path.toString().matches(".*(\\.md|\\.sh|/run)")).toList()) {
          pattern.matcher(Files.readString(file)).results().forEach(found::add);
        }
      }
    }
    return found;
  }

  @Test
  void testIsInTheModuleThatTheCommandNames() throws IOException {
    List<MatchResult> commands = matches(TEST);
    assertThat(commands).isNotEmpty().allSatisfy(command -> {
      boolean isThere = false;
      for (String module : command.group(1).split(",")) {
        try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(module).resolve("src/test"))) {
          isThere |= files.anyMatch(file -> file.endsWith(command.group(2) + ".java"));
        }
      }
      assertThat(isThere).as(command.group()).isTrue();
    });
  }

  @Test
  void programIsWhereItsModuleBuildsIt() throws IOException {
    assertThat(matches(BUILT)).isNotEmpty().allSatisfy(path -> assertThat(path.group(1)).as(path.group()).isEqualTo("app"));
  }
}
