package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.Candidates;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.result.RunFolder;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

  @Parameters(arity = "0..*", paramLabel = "COMMAND", completionCandidates = HelpCommand.Names.class, description = "such as run, or live up")
  private List<String> names = List.of();

  @SuppressWarnings("NullAway") // picocli sets the command
  HelpCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine shown = command.root().commandLine();
    for (String name : names) {
      Map<String, CommandLine> known = shown.getSubcommands();
      CommandLine next = known.get(name);
      if (next == null) {
        String where = shown.getParent() == null ? "" : " of " + shown.getCommandName();
        throw new InputError("unknown command " + Quoted.of(name) + where + Suggestion.hint(name, known.keySet()));
      }
      shown = next;
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
