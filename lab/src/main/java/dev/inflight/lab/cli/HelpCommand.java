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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code inflight help}. */
@Command(name = "help", description = HelpCommand.SUMMARY, footer = {"", "Example:", "  ./inflight help run"})
final class HelpCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  static final String SUMMARY = "Shows the help of a command, as COMMAND --help does; without a command, the help of the"
      + " program.";

  private final PrintStream out;

  @Spec
  private CommandSpec command;

  @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "a command, such as"
      + " run", completionCandidates = HelpCommand.Names.class)
  private @Nullable String name;

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "SUBCOMMAND", description = "its subcommand, such as"
      + " up for live", completionCandidates = HelpCommand.Subcommands.class)
  private List<String> further = List.of();

  @SuppressWarnings("NullAway") // picocli sets the command
  HelpCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine shown = command.root().commandLine();
    for (String word : Stream.concat(Stream.ofNullable(name), further.stream()).toList()) {
      Map<String, CommandLine> known = shown.getSubcommands();
      CommandLine next = known.get(word);
      if (next == null) {
        String where = shown.getParent() == null
            ? ""
            : " of " + shown.getCommandSpec().qualifiedName().replaceFirst("^inflight ", "");
        throw new InputError("unknown command " + Quoted.of(word) + where + Suggestion.hint(word, known.keySet()));
      }
      shown = next;
    }
    shown.usage(out);
    out.flush();
    return 0;
  }

  /** Names of commands. */
  static final class Names extends Candidates {
    Names() {
      super(() -> commands().keySet());
    }
  }

  /** Names of subcommands. */
  static final class Subcommands extends Candidates {
    Subcommands() {
      super(() -> commands().values().stream().flatMap(one -> one.getSubcommands().keySet().stream()).toList());
    }
  }

  private static Map<String, CommandLine> commands() {
    return Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands();
  }
}
