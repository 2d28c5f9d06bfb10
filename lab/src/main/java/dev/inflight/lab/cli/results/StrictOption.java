package dev.inflight.lab.cli.results;

import dev.inflight.lab.store.check.Warnings;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** What becomes of run folders that are not as their runs wrote them. */
final class StrictOption {
  @Option(names = "--strict", description = "exit with 2 where a file is not the one that the run wrote, or rows contradict each other,"
      + " instead of a warning")
  private boolean strict;

  /** Where warnings go, and what is refused. */
  Warnings warnings(PrintStream err) {
    return Warnings.of(err, strict);
  }

  /** The same for those who show rows, or do not read them. */
  Warnings lenient(PrintStream err) {
    return new Warnings(err, strict ? Warnings.Mode.STRICT : Warnings.Mode.LENIENT);
  }
}
