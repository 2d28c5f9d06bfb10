package dev.inflight.lab.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.capture.OutsideTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that are invalid here. Other scripts need a locale with them, which the launcher sets. */
class FileNameTest {
  @TempDir
  private Path folder;

  @Test
  void reportsNamesThatTheLocaleCannotEncode() throws IOException {
    OutsideTool.require("env", "coreutils");
    Path file = Files.writeString(folder.resolve("тест.yaml"), "topology: star\nflows: incast\n");
    OutsideTool.Ended ended = OutsideTool.run(folder,
        List.of("env", "LC_ALL=C", java(), "-cp", classPath(), "dev.inflight.lab.cli.Main", "run", file.toString()));
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.err()).contains("cannot be a file's name here: the locale's character set, ",
        "does not have all its letters; set LC_ALL=C.UTF-8").doesNotContain("Exception");
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElseThrow();
  }

  private static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(Objects::nonNull)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
