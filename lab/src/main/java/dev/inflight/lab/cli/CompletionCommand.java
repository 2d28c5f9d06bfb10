package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code inflight completion}. */
@Command(name = "completion", description = CompletionCommand.SUMMARY, footer = {"", "Examples:",
    "  source <(./inflight completion bash)    in ~/.bashrc, with the path of inflight",
    "  source <(./inflight completion zsh)     in ~/.zshrc"})
final class CompletionCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  static final String SUMMARY = "Prints a script for shell completion of commands, options and names.";

  /** Shells that can run the script: zsh through its own {@code bashcompinit}, which the script loads. */
  static final List<String> SHELLS = List.of("bash", "zsh");

  private final PrintStream out;

  @Spec
  private CommandSpec command;

  @Parameters(paramLabel = "bash|zsh", completionCandidates = CompletionCommand.Shells.class, description = "the shell")
  private String shell = "";

  @SuppressWarnings("NullAway") // picocli sets the command
  CompletionCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new InputError("no completion for the shell '" + shell + "'" + Suggestion.hint(shell, SHELLS));
    }
    out.print(CompletionScript.of(command.root().commandLine()));
    out.flush();
    return 0;
  }

  /** Shells. */
  static final class Shells extends Candidates {
    Shells() {
      super(() -> SHELLS);
    }
  }
}
