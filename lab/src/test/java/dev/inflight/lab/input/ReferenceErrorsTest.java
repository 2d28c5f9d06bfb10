package dev.inflight.lab.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.GoldenErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors in the authors' files are reported with a sentence: the cases are {@code errors/reference.txt}. */
class ReferenceErrorsTest {
  private static final Path VALID = Path.of("src/test/resources/reference/dumbbell-2to1-hpcc");

  @TempDir
  private Path folder;

  static Stream<GoldenErrors> cases() {
    return GoldenErrors.of("reference.txt");
  }

  /** A case edits a valid experiment, once or more: {@code FILE: old text => new text}, or {@code FILE deleted}. */
  @ParameterizedTest
  @MethodSource("cases")
  void rejectsInvalidFiles(GoldenErrors wrong) throws IOException {
    for (String file : new String[] {"config.txt", "topology.txt", "flow.txt"}) {
      Files.copy(VALID.resolve(file), folder.resolve(file));
    }
    for (String edit : wrong.input()) {
      String file = edit.split("[: ]")[0];
      if (edit.endsWith(" deleted")) {
        Files.delete(folder.resolve(file));
        continue;
      }
      String[] fromAndTo = edit.substring(file.length() + 2).replace("\\n", "\n").split(" => ", -1);
      String text = Files.readString(folder.resolve(file));
      assertThat(text).contains(fromAndTo[0]);
      Files.writeString(folder.resolve(file), text.replace(fromAndTo[0], fromAndTo[1]));
    }
    wrong.check(folder, () -> ScenarioReader.read(folder.resolve("config.txt")));
  }
}
