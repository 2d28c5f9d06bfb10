package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choice of the file with process groups in a trace's folder. */
class GroupsFileTest {
  /** File that no user can read, root included; Linux lets some users write it. */
  private static final Path WRITE_ONLY = Path.of("/proc/sys/vm/compact_memory");

  @TempDir
  private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The first key of other files may have a list of whole numbers too. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"x\": [1, 0.5]}", "{\"x\": [1, 0], \"y\": 3}", "{\"x\": [1, [0]]}", "{\"x\": [1, 0], \"y\": [null]}",
      "{\"x\": [1, 0]", "{}", "[1, 0]", ""})
  void takesNoOtherFileForGroups(String other) throws IOException {
    write("stats.json", other);
    Path trace = write("workload.0.et", "");
    assertThat(GroupsFile.beside(trace)).isEmpty();
    Path groups = write("any.json", "{\"7\": [1, 0], \"8\": []}");
    assertThat(GroupsFile.beside(trace)).contains(groups);
  }

  @Test
  void skipsUnreadableFiles() throws IOException {
    assumeThat(Files.isRegularFile(WRITE_ONLY) && !Files.isReadable(WRITE_ONLY)).isTrue();
    Files.createSymbolicLink(folder.resolve("unreadable.json"), WRITE_ONLY);
    Path trace = write("workload.0.et", "");
    assertThat(GroupsFile.beside(trace)).isEmpty();
    Path groups = write("any.json", "{\"7\": [1, 0]}");
    assertThat(GroupsFile.beside(trace)).contains(groups);
  }
}
