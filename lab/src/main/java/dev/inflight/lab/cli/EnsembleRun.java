package dev.inflight.lab.cli;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.sweep.Share;
import dev.inflight.lab.sweep.Sweep;
import dev.inflight.lab.sweep.SweepAxis;
import dev.inflight.lab.sweep.SweepCheck;
import dev.inflight.lab.sweep.SweepFile;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The ensemble of one scenario: a sweep of its members.
 *
 * @param sweep varies the member, and nothing else
 * @param option how many members
 * @param quiet whether to report only what went wrong, and warnings
 * @param strict whether a warning is an error
 */
record EnsembleRun(SweepFile sweep, EnsembleOption option, boolean quiet, boolean strict, PrintStream out, PrintStream err) {
  private static final int MOST_THREADS = 1024;

  /** Refuses scenarios that vary in something else. */
  EnsembleRun {
    List<SweepAxis> others = sweep.axes().stream().filter(axis -> !axis.place().source().equals(EnsembleOption.NAME)).toList();
    if (!others.isEmpty()) {
      throw others.getFirst().place()
          .error("run takes one value at each place, and here "
              + others.stream().map(SweepAxis::key).collect(Collectors.joining(", "))
              + " has a list; ./inflight sweep FILE --ensemble N runs an ensemble of each combination");
    }
  }

  /** Reads all members, and returns the scenario of the first. */
  Scenario check() {
    SweepCheck.of(sweep, strict, reading -> reading);
    return sweep.scenario(0);
  }

  /**
   * Runs what is missing.
   *
   * @param named the folder of the ensemble; null: a new one
   * @param threads how many members run at a time, as written; null: as many as the machine has processors
   * @return the program's exit code
   */
  int run(@Nullable Path named, boolean overwrite, @Nullable String threads) {
    int atATime = threads == null ? Runtime.getRuntime().availableProcessors() : number(threads);
    Path folder = named != null ? named : RunFolder.createNew(Run.RUNS, check().name());
    int exit = new Sweep(sweep, folder, quiet, strict, overwrite, err).run(atATime, Share.ALL);
    if (exit != Run.INTERRUPTED) {
      option.end(folder, quiet, out);
      if (!quiet) {
        out.println("results  " + Quoted.printable(folder.toString()));
        out.flush();
      }
    }
    return exit;
  }

  private static int number(String threads) {
    SourceLocation place = SourceLocation.of("--threads");
    try {
      int number = Integer.parseInt(threads.strip());
      if (number >= 1 && number <= MOST_THREADS) {
        return number;
      }
    } catch (NumberFormatException none) {
      throw place.error(Quoted.of(threads) + " is not a whole number; with --ensemble it is how many members run at a time");
    }
    throw place.error(threads.strip() + " is outside 1 to " + MOST_THREADS);
  }
}
