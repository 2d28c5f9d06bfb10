package dev.inflight.livetools.cli;

import dev.inflight.lab.result.RunFolder;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code inflight live}. */
@Command(name = "live", description = "Runs a scenario's hosts and switches in real time, with real packets between network namespaces of this machine. Needs root.", synopsisSubcommandLabel = "COMMAND", footer = {
    "", "Examples:", "  ./inflight live run scenarios/live/incast.yaml --out runs/live",
    "  ./inflight live up scenarios/live/incast.yaml"})
public final class LiveCommand implements Runnable {
  @Spec
  private @Nullable CommandSpec command;

  private LiveCommand() {
  }

  /** The command with all that follow it. */
  public static CommandLine of(PrintStream out, PrintStream err, RunFolder.Opener opener) {
    var live = new CommandLine(new LiveCommand());
    live.addSubcommand(new LiveRunCommand(out, err, opener));
    live.addSubcommand(new LiveUpCommand(out, err));
    live.addSubcommand(new LiveStatusCommand(out));
    live.addSubcommand(new LiveDownCommand(out));
    for (CommandLine one : live.getSubcommands().values()) {
      one.getCommandSpec().mixinStandardHelpOptions(true).usageMessage().sortOptions(false);
    }
    return live;
  }

  @Override
  @SuppressWarnings("NullAway") // picocli sets it
  public void run() {
    throw new ParameterException(command.commandLine(),
        "a command is missing: " + String.join(", ", command.subcommands().keySet()));
  }
}
