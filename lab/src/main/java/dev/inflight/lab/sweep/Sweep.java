package dev.inflight.lab.sweep;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.RunInput;
import dev.inflight.lab.run.SideBySide;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.check.Finding;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the points of a sweep in parallel in this JVM, each on one thread. A point's folder is that of an ordinary run, with a
 * hash of its input. An existing point with the same hash is kept, so that a killed sweep can resume.
 */
public final class Sweep {
  private static final double NS_PER_SECOND = 1e9;
  private static final int MOST_NAMED = 10;
  /** Time to read, set up and write a point, as a number of packet-hops. */
  private static final double HOPS_OF_OTHER_WORK = 300_000;

  private final SweepFile file;
  private final Path folder;
  private final boolean quiet;
  private final boolean strict;
  private final boolean overwrite;
  private final PrintStream err;
  private final long beganNs = System.nanoTime();
  private final List<String> stalled = new ArrayList<>();
  private final List<String> missed = new ArrayList<>();
  private int mine;
  private int done;
  private double workDone;
  private double workLeft;

  /**
   * Creates the sweep of a file into a folder.
   *
   * @param quiet true to report only unfinished flows and warnings
   * @param strict true if warnings about points are errors
   * @param overwrite true to replace another sweep's points, which are errors otherwise
   */
  public Sweep(SweepFile file, Path folder, boolean quiet, boolean strict, boolean overwrite, PrintStream err) {
    this.file = file;
    this.folder = folder;
    this.quiet = quiet;
    this.strict = strict;
    this.overwrite = overwrite;
    this.err = err;
  }

  /**
   * Runs the missing points, and writes the table of points.
   *
   * @param threads number of parallel points
   * @param share points to run
   * @return exit code of the program: the {@linkplain Run#worse worst} of all points, including kept ones
   * @throws InputError if a point is invalid; then no point runs, and nothing is written
   */
  public int run(int threads, Share share) {
    SweepCheck check = prepare();
    List<Integer> points = IntStream.range(0, file.count()).filter(share::has).boxed().toList();
    mine = points.size();
    workLeft = points.stream().mapToDouble(point -> work(check, point)).sum();
    var lines = new SweepLines(file.axes(), mine, check.flows());
    show(lines.titles(mine));
    try (var interruption = new Interruption()) {
      int exit = SideBySide.run(threads, interruption, points,
          point -> one(point, work(check, point), lines, interruption, Follower.NONE));
      end(exit);
      return exit;
    }
  }

  /**
   * Runs one point without output, unless its results exist. Callers have {@linkplain #prepare prepared} all points.
   *
   * @param point counted from 0
   * @param follower follows its simulation
   * @return the exit code of its run
   */
  public int runPoint(int point, Follower follower) {
    try (var interruption = new Interruption()) {
      return one(point, 0, null, interruption, follower);
    }
  }

  /** Rejects invalid points, and writes the table of points. */
  public SweepCheck prepare() {
    SweepCheck check = SweepCheck.of(file, strict, reading -> reading);
    if (!quiet) {
      WarningLines.printNotes(err, check.notes());
    }
    WarningLines.print(err, check.warnings());
    PointsTable.checkFolder(folder);
    if (!overwrite) {
      EarlierSweep.check(folder, file);
    }
    PointsTable.write(folder, file);
    return check;
  }

  private int one(int point, double work, @Nullable SweepLines lines, Interruption interruption, Follower follower) {
    String name = PointsTable.folderOf(point, file.count());
    Path at = folder.resolve(name);
    Scenario scenario = file.scenario(point);
    var input = new RunInput(at, scenario);
    if (input.isThere()) {
      List<Finding> changes = input.changes();
      if (changes.isEmpty()) {
        take(point, 0, work, lines, true);
        fail(name, input.exitCode());
        return input.exitCode();
      }
      changes.forEach(change -> err.println("inflight: warning: " + change.text() + "; this point runs again"));
    }
    PointsTable.forget(folder);
    // A run's own output is discarded: its folder has it, and pages of text per point would hide the results.
    var aside = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var options = new Run.Options(at, true, true, RunFolder.Opener.DISK, CaptureFiles.of(List.of(), null, scenario.setup()),
        Threads.choose(scenario.setup(), "1"), () -> {
        }, follower);
    int exit = new Run(scenario, options, aside, aside).run(interruption);
    if (exit != Run.INTERRUPTED) {
      input.note();
      take(point, work, work, lines, false);
    }
    fail(name, exit);
    return exit;
  }

  private static double work(SweepCheck check, int point) {
    return check.packetHops().get(point) + HOPS_OF_OTHER_WORK;
  }

  /** Counts a finished point. */
  private synchronized void take(int point, double ran, double work, @Nullable SweepLines lines, boolean kept) {
    done++;
    workDone += ran;
    workLeft -= work;
    if (!quiet && lines != null) {
      Path summary = folder.resolve(PointsTable.folderOf(point, file.count())).resolve(RunFolder.SUMMARY);
      Double left = done == mine || workDone <= 0 ? null : (System.nanoTime() - beganNs) / NS_PER_SECOND * workLeft / workDone;
      show(lines.point(done, mine, file.valuesOf(point), SummaryFile.read(summary), kept, left));
    }
  }

  /** Keeps the name of a failed point. */
  private synchronized void fail(String name, int exit) {
    if (exit == Run.STALLED) {
      stalled.add(name);
    } else if (exit == Run.MISSED) {
      missed.add(name);
    }
  }

  private static String named(List<String> points) {
    List<String> first = points.stream().sorted().limit(MOST_NAMED).toList();
    return String.join(", ", first) + (points.size() > first.size() ? " and " + (points.size() - first.size()) + " more" : "");
  }

  private void show(String line) {
    if (!quiet) {
      err.println(line);
      err.flush();
    }
  }

  private void end(int exit) {
    if (!stalled.isEmpty()) {
      err.println("flows of " + Humanize.count(stalled.size(), "point") + " did not finish: " + named(stalled)
          + "; the reasons are in " + folder.resolve(Collections.min(stalled)).resolve(ResultFiles.STALLED.name()));
    }
    if (!missed.isEmpty()) {
      err.println(Humanize.count(missed.size(), "point") + " missed targets: " + named(missed) + "; ./inflight query " + folder
          + " \"FROM targets WHERE NOT met\"");
    }
    if (exit == Run.INTERRUPTED) {
      err.println("interrupted: " + done + " of " + Humanize.count(mine, "point") + " done, " + (mine - done)
          + " left; the same command runs the remaining points");
    }
    err.flush();
  }
}
