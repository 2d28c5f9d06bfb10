package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script, as a shell uses it. */
class CompletionCommandTest {
  @TempDir
  private Path folder;
  private Path script = Path.of("");

  @BeforeEach
  void write() throws IOException {
    OutsideTool.require("bash", "bash");
    script = Files.writeString(folder.resolve("completion"), Program.run("completion", "bash").out());
  }

  /** What bash offers when Tab is pressed behind these words, the last of which is being written. */
  private List<String> complete(String... words) {
    String line = "source " + script + "; COMP_WORDS=('" + String.join("' '", words) + "'); COMP_CWORD=" + (words.length - 1)
        + "; COMP_LINE=\"${COMP_WORDS[*]}\"; _complete_inflight; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return OutsideTool.run(folder, List.of("bash", "-c", line)).expectSuccess().out().lines().map(String::strip).sorted()
        .toList();
  }

  @Test
  void isSound() {
    assertThat(OutsideTool.run(folder, List.of("bash", "-n", script.toString()))).isEqualTo(new OutsideTool.Ended(0, "", ""));
    assertThat(
        OutsideTool.run(folder, List.of("bash", "-c", "source " + script + "; complete -p inflight")).expectSuccess().out())
        .contains("_complete_inflight");
    assertThat(Program.run("completion", "zsh").out()).contains("bashcompinit");
  }

  @Test
  void completesCommandsOptionsAndNames() {
    assertThat(complete("inflight", "co")).containsExactly("compare", "completion");
    assertThat(complete("inflight", "run", "--s")).containsExactly("--scheme", "--seed", "--set", "--snap-length");
    assertThat(complete("inflight", "run", "--scheme", "dcq")).containsExactly("dcqcn", "dcqcn-authors");
    assertThat(complete("inflight", "run", "--telemetry", "csig")).containsExactly("csig", "csig-wide");
    assertThat(complete("inflight", "list", "websearc")).containsExactly("websearch");
    assertThat(complete("inflight", "completion", "z")).containsExactly("zsh");
  }

  @Test
  void otherShellsAreRefused() {
    assertThat(Program.run("completion", "tcshell")).isEqualTo(
        new Program(2, "", "inflight: no completion for the shell 'tcshell'; known: bash, zsh\n"));
  }
}
