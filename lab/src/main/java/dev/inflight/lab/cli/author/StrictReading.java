package dev.inflight.lab.cli.author;

import dev.inflight.lab.cli.option.CommandOptions;
import dev.inflight.lab.cli.option.OptionValue;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.scenario.Scenario;
import java.io.PrintStream;
import picocli.CommandLine.Model.CommandSpec;

/** Option {@code --strict}, which turns warnings about a scenario and the files that it names into errors. */
public final class StrictReading implements CommandOptions.Part {
  private final CommandOptions options = new CommandOptions(this);
  private final OptionValue<Boolean> strict = options.flag("--strict",
      "treat each warning about the scenario, or a file that it names, as an error");

  @Override
  public CommandSpec spec() {
    return options.spec();
  }

  /** Reports whether warnings are errors. */
  public boolean isStrict() {
    return strict.value();
  }

  /**
   * Prints a scenario's warnings, or rejects a scenario that has some.
   *
   * @param quiet true to leave notes out
   */
  public void check(Scenario scenario, boolean quiet, PrintStream err) {
    if (strict.value()) {
      scenario.requireNoWarnings();
    }
    if (!quiet) {
      WarningLines.printNotes(err, scenario.notes());
    }
    WarningLines.print(err, scenario.warnings());
  }
}
