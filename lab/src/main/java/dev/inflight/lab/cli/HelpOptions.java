package dev.inflight.lab.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options {@code --help} and {@code --version}, which each command has. Those that picocli mixes in have annotations, and the JVM makes a
 * class for each kind of annotation at each start.
 */
public final class HelpOptions {
  /** Adds the options behind those of a command, and returns the command. */
  public static CommandSpec add(CommandSpec command) {
    return command
        .addOption(OptionSpec.builder("-h", "--help").usageHelp(true).type(boolean.class).arity("0")
            .description("Show this help message and exit.").build())
        .addOption(OptionSpec.builder("-V", "--version").versionHelp(true).type(boolean.class).arity("0")
            .description("Print version information and exit.").build());
  }

  private HelpOptions() {
  }
}
