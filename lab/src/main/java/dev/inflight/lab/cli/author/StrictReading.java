package dev.inflight.lab.cli.author;

import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.scenario.Scenario;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** Option {@code --strict}, which turns warnings about a scenario and the files that it names into errors. */
public final class StrictReading {
  @Option(names = "--strict", description = "treat each warning about the scenario, or a file that it names, as an error")
  private Boolean strict = false; // an object, as picocli reads primitive ones by methods that the start-up cache does not hold

  /** Reports whether warnings are errors. */
  public boolean isStrict() {
    return strict;
  }

  /**
   * Prints a scenario's warnings, or rejects a scenario that has some.
   *
   * @param quiet true to leave notes out
   */
  public void check(Scenario scenario, boolean quiet, PrintStream err) {
    if (strict) {
      scenario.requireNoWarnings();
    }
    if (!quiet) {
      WarningLines.printNotes(err, scenario.notes());
    }
    WarningLines.print(err, scenario.warnings());
  }
}
