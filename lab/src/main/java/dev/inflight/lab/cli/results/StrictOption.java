package dev.inflight.lab.cli.results;

import dev.inflight.lab.store.check.Warnings;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** Option {@code --strict}, which rejects run folders with changed files. */
final class StrictOption {
  @Option(names = "--strict", description = "exit with 2, instead of a warning, if a file differs from the one that the run wrote, or its rows are inconsistent")
  private boolean strict;

  /** Returns warnings that go to {@code err}; with {@code --strict} they are errors. */
  Warnings warnings(PrintStream err) {
    return Warnings.of(err, strict);
  }

  /** Returns warnings for commands that show rows, or do not read them. */
  Warnings lenient(PrintStream err) {
    return new Warnings(err, strict ? Warnings.Mode.STRICT : Warnings.Mode.LENIENT);
  }
}
