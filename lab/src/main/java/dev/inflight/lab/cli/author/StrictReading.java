package dev.inflight.lab.cli.author;

import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.scenario.Scenario;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** What becomes of warnings about a scenario and the files that it names. */
public final class StrictReading {
  @Option(names = "--strict", description = "treat each warning about the scenario, or a file that it names, as an error")
  private Boolean strict = false; // an object, as picocli reads primitive ones by methods that the start-up cache does not hold

  /** Whether warnings are errors. */
  public boolean isStrict() {
    return strict;
  }

  /**
   * Refuses a scenario with warnings, or prints them.
   *
   * @param quiet whether notes are left out
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
