package dev.inflight.lab.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options {@code --help} and {@code --version} of each command. Those that picocli mixes in have annotations, and the JVM creates
 * a class for each kind of annotation at each start.
 */
public final class HelpOptions {
  /** Adds the options after a command's own, and returns the command. */
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
