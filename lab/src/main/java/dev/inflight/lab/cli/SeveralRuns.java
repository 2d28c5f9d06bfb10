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
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several runs of one scenario: a sweep of the members of its ensemble, of full and fast runs, or of both.
 *
 * @param sweep varies the member and the fidelity, and nothing else
 * @param ensemble number of members
 * @param verify comparison of full and fast runs, where it is requested
 * @param quiet true to print errors and warnings only
 * @param strict true to treat warnings as errors
 */
record SeveralRuns(SweepFile sweep, EnsembleOption ensemble, VerifyOption verify, boolean quiet, boolean strict, PrintStream out,
    PrintStream err) {
  private static final int MOST_THREADS = 1024;
  private static final Set<String> OPTIONS = Set.of(EnsembleOption.NAME, VerifyOption.NAME);

  /** Rejects scenarios that vary in another key. */
  SeveralRuns {
    List<SweepAxis> others = sweep.axes().stream().filter(axis -> !OPTIONS.contains(axis.place().source())).toList();
    if (!others.isEmpty()) {
      throw others.getFirst().place()
          .error("run takes one value at each place, and here "
              + others.stream().map(SweepAxis::key).collect(Collectors.joining(", ")) + " has a list; ./inflight sweep FILE "
              + (verify.isGiven() ? "--fast --verify compares" : "--ensemble N runs an ensemble of") + " each combination");
    }
  }

  /** Reads all scenarios, and returns that of the first run, or of the first fast run. */
  Scenario check() {
    SweepCheck.of(sweep, strict, reading -> reading);
    return sweep.scenario(verify.isGiven() ? sweep.count() / 2 : 0);
  }

  /**
   * Runs the members that have no results yet.
   *
   * @param named folder of all runs; null for a new one
   * @param threads number of runs at a time, as the user wrote it; null: the number of processors, or 1 to compare wall times
   * @return exit code of the program
   */
  int run(@Nullable Path named, boolean overwrite, @Nullable String threads) {
    int atATime = threads != null ? number(threads) : verify.isGiven() ? 1 : Runtime.getRuntime().availableProcessors();
    Path folder = named != null ? named : RunFolder.createNew(Run.RUNS, check().name());
    int exit = new Sweep(sweep, folder, quiet, strict, overwrite, err).run(atATime, Share.ALL);
    if (exit != Run.INTERRUPTED) {
      ensemble.end(folder, quiet || verify.isGiven(), out);
      exit = Run.worse(exit, verify.end(folder, quiet, out, err));
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
      throw place
          .error(Quoted.of(threads) + " is not a whole number; with --ensemble and --verify it is how many runs go on at a time");
    }
    throw place.error(threads.strip() + " is outside 1 to " + MOST_THREADS);
  }
}
