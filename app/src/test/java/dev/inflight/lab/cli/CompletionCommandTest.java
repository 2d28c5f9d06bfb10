package dev.inflight.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import dev.inflight.lab.result.RunFolder;
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

  /** Returns bash's candidates when Tab is pressed after these words, the last of which is incomplete. */
  private List<String> complete(String... words) {
    String line = "source " + script + "; COMP_WORDS=('" + String.join("' '", words) + "'); COMP_CWORD=" + (words.length - 1)
        + "; COMP_LINE=\"${COMP_WORDS[*]}\"; of=$(complete -p inflight); of=${of#*-F }; ${of%% *}; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return OutsideTool.run(folder, List.of("bash", "-c", line)).expectSuccess().out().lines().map(String::strip).sorted()
        .toList();
  }

  @Test
  void scriptHasValidSyntax() {
    assertThat(OutsideTool.run(folder, List.of("bash", "-n", script.toString()))).isEqualTo(new OutsideTool.Ended(0, "", ""));
    assertThat(
        OutsideTool.run(folder, List.of("bash", "-c", "source " + script + "; complete -p inflight")).expectSuccess().out())
        .contains("_complete_inflight");
    assertThat(Program.run("completion", "zsh").out()).contains("bashcompinit");
  }

  @Test
  void completesCommandsOptionsAndNames() {
    assertThat(complete("inflight", "co")).containsExactly("compare", "completion");
    assertThat(complete("inflight", "run", "--s")).containsExactly("--scheme", "--seed", "--set", "--snap-length", "--strict");
    assertThat(complete("inflight", "run", "--scheme", "dcq")).containsExactly("dcqcn", "dcqcn-authors");
    assertThat(complete("inflight", "run", "--telemetry", "csig")).containsExactly("csig", "csig-wide");
    assertThat(complete("inflight", "list", "websearc")).containsExactly("websearch");
    assertThat(complete("inflight", "completion", "z")).containsExactly("zsh");
    assertThat(complete("inflight", "live", "up", "--waiting", "")).containsExactly("park", "spin");
    assertThat(complete("inflight", "live", "run", "--device", "x")).containsExactly("xdp");
  }

  @Test
  void completesTheCommandsOfHelp() {
    assertThat(complete("inflight", "help", "co")).containsExactly("compare", "completion");
    assertThat(complete("inflight", "help", "live", "")).containsExactlyInAnyOrder("run", "up", "status", "down");
    assertThat(complete("inflight", "help", "")).containsExactlyInAnyOrderElementsOf(
        Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().keySet());
  }

  /** Bash passes them as separate words, with {@code =} between them. */
  @Test
  void completesValuesBehindAnEqualsSign() {
    assertThat(complete("inflight", "run", "--scheme", "=", "dcq")).containsExactly("dcqcn", "dcqcn-authors");
    assertThat(complete("inflight", "run", "--ties", "=")).containsExactly("port", "scheduling");
    assertThat(complete("inflight", "run", "--seed", "=", "3", "--recovery", "=", "i")).containsExactly("irn");
    assertThat(complete("inflight", "run", "--seed", "=", "3", "--sch")).containsExactly("--scheme");
  }

  /** Completion of zsh, and of bash where {@code COMP_WORDBREAKS} has no {@code =}. */
  @Test
  void completesValuesBehindAnEqualsSignInOneWord() {
    assertThat(complete("inflight", "run", "--scheme=dcq")).containsExactly("--scheme=dcqcn", "--scheme=dcqcn-authors");
    assertThat(complete("inflight", "run", "--seed=3", "--ties=")).containsExactly("--ties=port", "--ties=scheduling");
    assertThat(complete("inflight", "run", "--seed=3", "--scheme", "dcq")).containsExactly("dcqcn", "dcqcn-authors");
  }

  @Test
  void completesKeysOfTheScenario() {
    assertThat(complete("inflight", "run", "--set", "tel")).containsExactly("telemetry=", "telemetryPackets=");
    assertThat(complete("inflight", "run", "--set", "=", "buf")).containsExactly("buffer=", "bufferProfiles=");
    assertThat(complete("inflight", "run", "--set=buf")).containsExactly("--set=buffer=", "--set=bufferProfiles=");
    assertThat(complete("inflight", "run", "--set", "acks.")).containsExactly("acks.delay=", "acks.every=", "acks.ignorePause=",
        "acks.promptFrom=");
  }

  /** Each key that is offered can be set. */
  @Test
  void keysAreThoseOfScenarios() throws IOException {
    String file = Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=3)\nflows: incast(senders=2, size=20KB)\n")
        .toString();
    for (String key : new Candidates.Keys()) {
      assertThat(Program.run("run", file, "--check", "--quiet", "--set", key + "x").err()).as(key).doesNotContain("unknown key",
          "has no entries", "takes no");
    }
    assertThat(Program.run("run", file, "--check", "--quiet", "--set", "acks.often=x").err()).contains("unknown key");
  }

  @Test
  void rejectsOtherShells() {
    assertThat(Program.run("completion", "tcshell")).isEqualTo(
        new Program(2, "", "inflight: no completion for the shell 'tcshell'; known: bash, zsh\n"));
  }
}
