package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All commands that read runs report a missing one with the same message, which suggests a similar name. */
class MissingRunTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"query", "report", "compare", "explain"})
  void reportsMissingRunWithASimilarName(String command) throws IOException {
    Files.createDirectory(folder.resolve("hpcc"));
    Path missing = folder.resolve("hpc");
    Program program = switch (command) {
      case "explain" -> Program.run(command, missing.toString(), "0");
      case "compare" -> Program.run(command, missing.toString(), folder.resolve("other").toString());
      default -> Program.run(command, missing.toString());
    };
    assertThat(program.err())
        .isEqualTo("inflight: " + missing + ": there is no such run; did you mean " + folder.resolve("hpcc") + "?\n");
    assertThat(program.exit()).isEqualTo(2);
  }
}
