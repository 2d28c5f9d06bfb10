package dev.inflight.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.scenario.key.ScenarioKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of docs/reference are those that follow from the code; {@code -Dreference.write=true} writes them. */
class ReferencePagesTest {
  private static final Path FOLDER = Path.of("../docs/reference");

  static List<ReferencePage> pages() {
    return ReferencePages.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void committedPageIsThatOfTheCode(ReferencePage page) throws IOException {
    Path file = FOLDER.resolve(page.file());
    if (Boolean.getBoolean("reference.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, page.text());
    }
    assertThat(file).as("run scripts/reference.sh").exists().hasContent(page.text());
  }

  @Test
  void folderHasNoOtherPages() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(pages().stream().map(ReferencePage::file).toList());
    }
  }

  @Test
  void eachKeyHasARow() {
    String page = new ScenarioKeysPage().text();
    assertThat(ScenarioKeys.all()).allSatisfy(key -> assertThat(page).contains("</a>`" + key + "` | "));
  }
}
