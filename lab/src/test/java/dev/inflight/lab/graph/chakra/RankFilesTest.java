package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Choice of the files of a trace's ranks. */
class RankFilesTest {
  @TempDir
  Path folder;

  private List<Path> beside(String first) {
    return RankFiles.beside(folder.resolve(first), 8);
  }

  @ParameterizedTest
  @ValueSource(strings = {".et", ".et.gz", ".json", ".json.gz"})
  void findsTheFilesOfAllRanks(String end) throws IOException {
    for (int rank = 0; rank < 3; rank++) {
      Files.createFile(folder.resolve("a." + rank + end));
    }
    assertThat(beside("a.0" + end)).extracting(file -> file.getFileName().toString()).containsExactly("a.0" + end, "a.1" + end,
        "a.2" + end);
  }

  @Test
  void takesANameWithoutARankForATraceOfOne() throws IOException {
    Files.createFile(folder.resolve("trace.json"));
    var notices = new ArrayList<String>();
    assertThat(Notices.collect(notices, () -> beside("trace.json"))).containsExactly(folder.resolve("trace.json"));
    assertThat(notices)
        .containsExactly(folder.resolve("trace.json") + ": the name has no number of a rank, so this is a trace of one"
            + " rank; the files of several are called NAME.0.et, NAME.1.et and so on");
  }

  @Test
  void rejectsTheFileOfAnotherRank() throws IOException {
    Files.createFile(folder.resolve("a.4.json"));
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> beside("a.4.json"))
        .withMessageContaining("the file of rank 0, 'a.0.json', does not exist");
  }
}
