package dev.inflight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A reader may run the commands of all documents in one folder: none writes where another one has written before. */
class DocumentedFoldersTest {
  private static final List<String> WRITING = List.of("run", "sweep");

  private static List<DocumentedCommand> commands() throws IOException {
    return Documents.all().flatMap(document -> DocumentedCommand.of(document).stream())
        .filter(command -> WRITING.stream().anyMatch(command::isInflight)).toList();
  }

  @Test
  void eachCommandHasItsOwnFolder() throws IOException {
    Map<String, DocumentedCommand> takenBy = new HashMap<>();
    for (DocumentedCommand command : commands()) {
      command.valueOf("--out").ifPresent(folder -> {
        DocumentedCommand before = takenBy.put(folder, command);
        assertThat(before).as("%s writes to the folder of an earlier command", command).isNull();
      });
    }
    assertThat(takenBy).containsKey("runs/hpcc");
  }

  /** A run without a folder makes one named after its scenario, and finds another name where that is taken; one with a folder does not. */
  @Test
  void namedFoldersAreNotThoseOfOtherRuns() throws IOException {
    List<DocumentedCommand> all = commands();
    List<String> byDefault = all.stream().filter(command -> command.isInflight("run") && command.valueOf("--out").isEmpty())
        .map(command -> String.valueOf(Path.of(command.words().get(2)).getFileName()).replaceFirst("\\.\\w+$", "")).distinct()
        .toList();
    assertThat(byDefault).contains("incast");
    assertThat(all).allSatisfy(command -> assertThat(command.valueOf("--out").orElse("")).as(command.toString())
        .isNotIn(byDefault.stream().map(name -> "runs/" + name).toList()));
  }
}
