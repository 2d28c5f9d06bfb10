package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.RunFolder;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code inflight help}. */
@Command(name = "help", description = "Shows the help of a command, as COMMAND --help does; without one, that of the program.", footer = {
    "", "Example:", "  ./inflight help run"})
final class HelpCommand implements Callable<Integer> {
  private final PrintStream out;

  @Spec
  private CommandSpec command;

  @Parameters(arity = "0..1", paramLabel = "COMMAND", completionCandidates = HelpCommand.Names.class, description = "such as run")
  private @Nullable String name;

  @SuppressWarnings("NullAway") // picocli sets the command
  HelpCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine program = command.root().commandLine();
    CommandLine shown = name == null ? program : program.getSubcommands().get(name);
    if (shown == null) {
      throw new InputError(
          "unknown command '" + name + "'" + Suggestion.hint(String.valueOf(name), program.getSubcommands().keySet()));
    }
    shown.usage(out);
    out.flush();
    return 0;
  }

  /** Commands. */
  static final class Names extends Candidates {
    Names() {
      super(() -> Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().keySet());
    }
  }
}
