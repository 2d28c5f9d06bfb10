package dev.inflight.livetools.cli;

import dev.inflight.lab.cli.HelpOptions;
import dev.inflight.lab.extension.Extension;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code inflight live}. */
@Command(name = "live", description = LiveCommand.SUMMARY, synopsisSubcommandLabel = "COMMAND", footer = {"", "Examples:",
    "  ./inflight live run scenarios/live/incast.yaml --out runs/live", "  ./inflight live up scenarios/live/incast.yaml"})
public final class LiveCommand implements Runnable, Extension.Group {
  /** What the command does, as the help of the program prints it. */
  public static final String SUMMARY = "Runs a scenario's hosts and switches in real time, with real packets between network namespaces of this machine. Needs root.";

  private final Extension.Streams with;

  @Spec
  private @Nullable CommandSpec command;

  LiveCommand(Extension.Streams with) {
    this.with = with;
  }

  @Override
  public CommandLine withSubcommands() {
    var live = new CommandLine(this);
    live.addSubcommand(new LiveRunCommand(with.out(), with.err(), with.disk()));
    live.addSubcommand(new LiveUpCommand(with.out(), with.err()));
    live.addSubcommand(new LiveStatusCommand(with.out()));
    live.addSubcommand(new LiveDownCommand(with.out()));
    for (CommandLine one : live.getSubcommands().values()) {
      HelpOptions.add(one.getCommandSpec()).usageMessage().sortOptions(false);
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
