package dev.inflight.lab.scenario.key;

import dev.inflight.lab.GoldenErrors;
import dev.inflight.lab.input.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors in a scenario are reported with a sentence: the cases are {@code errors/scenario.txt}. */
class ScenarioErrorsTest {
  @TempDir
  private Path folder;

  static Stream<GoldenErrors> cases() {
    return GoldenErrors.of("scenario.txt");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rejectsInvalidScenarios(GoldenErrors wrong) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), String.join("\n", wrong.input()).replace("\\t", "\t"));
    wrong.check(folder, () -> ScenarioReader.read(file));
  }
}
