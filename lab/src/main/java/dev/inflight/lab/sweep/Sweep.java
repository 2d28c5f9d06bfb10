package dev.inflight.lab.sweep;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.RunInput;
import dev.inflight.lab.run.SideBySide;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.store.check.Finding;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Collectors;

/**
 * Runs the points of a sweep side by side in this JVM, each on one thread. A point's folder is that of an ordinary run, with the hash of its input; a
 * point that is there with the hash that it would get is kept, so a sweep that was killed goes on where it was.
 */
public final class Sweep {
  private final SweepFile file;
  private final Path folder;
  private final boolean quiet;
  private final boolean strict;
  private final PrintStream err;
  private int mine;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger ran = new AtomicInteger();
  private final long beganNs = System.nanoTime();

  /**
   * The sweep of a file into a folder.
   *
   * @param quiet whether to report only which flows did not finish, and warnings
   * @param strict whether a warning about a point is an error
   */
  public Sweep(SweepFile file, Path folder, boolean quiet, boolean strict, PrintStream err) {
    this.file = file;
    this.folder = folder;
    this.quiet = quiet;
    this.strict = strict;
    this.err = err;
  }

  /**
   * Runs what is missing, and writes the table of points.
   *
   * @param threads how many points run at a time
   * @param share which points
   * @return the program's exit code: that of an interruption, or of flows that did not finish, if there was one
   * @throws InputError when a point cannot be run; then none is, and nothing is written
   */
  public int run(int threads, Share share) {
    prepare();
    mine = (int) IntStream.range(0, file.count()).filter(share::has).count();
    try (var interruption = new Interruption()) {
      return SideBySide.run(threads, interruption, IntStream.range(0, file.count()).filter(share::has).boxed().toList(),
          point -> one(point, interruption));
    }
  }

  /**
   * Runs one point, unless it is there.
   *
   * @param point counted from 0
   * @return the exit code of its run
   */
  public int runPoint(int point) {
    try (var interruption = new Interruption()) {
      return one(point, interruption);
    }
  }

  /** Refuses what cannot be run, and writes the table of points; for whoever runs points one by one. */
  public void prepare() {
    checkAll();
    PointsTable.checkFolder(folder);
    PointsTable.write(folder, file);
  }

  /** Refuses what cannot be run before anything is: one combination in a thousand may be the wrong one. */
  private void checkAll() {
    Set<String> notes = new LinkedHashSet<>();
    Set<String> warnings = new LinkedHashSet<>(); // most points have the same
    for (int point = 0; point < file.count(); point++) {
      try {
        Scenario scenario = file.scenario(point);
        if (strict) {
          scenario.requireNoWarnings();
        }
        notes.addAll(scenario.notes());
        warnings.addAll(scenario.warnings());
      } catch (InputError refused) {
        String which = " (point " + (point + 1) + " of " + file.count() + ": " + text(file.valuesOf(point)) + ")";
        throw InputError
            .of(String.valueOf(refused.getMessage()).lines().map(sentence -> new InputError(sentence + which)).toList());
      }
    }
    if (!quiet) {
      WarningLines.printNotes(err, notes);
    }
    WarningLines.print(err, warnings);
  }

  private int one(int point, Interruption interruption) {
    Path at = folder.resolve(PointsTable.folderOf(point, file.count()));
    Scenario scenario = file.scenario(point);
    var input = new RunInput(at, scenario);
    if (input.isThere()) {
      List<Finding> changes = input.changes();
      if (changes.isEmpty()) {
        say(point, "kept");
        return Run.DONE;
      }
      changes.forEach(change -> err.println("inflight: warning: " + change.text() + "; this point is run again"));
    }
    var heard = new ByteArrayOutputStream();
    var aside = new PrintStream(heard, true, StandardCharsets.UTF_8);
    try {
      var options = new Run.Options(at, true, true, RunFolder.Opener.DISK, CaptureFiles.of(List.of(), null, scenario.setup()),
          Threads.choose(scenario.setup(), "1"), () -> {
          }, Follower.NONE);
      int exit = new Run(scenario, options, aside, aside).run(interruption);
      if (exit == Run.DONE || exit == Run.STALLED) {
        input.note();
      }
      ran.incrementAndGet();
      say(point, exit == Run.DONE ? "done" : exit == Run.STALLED ? "done, with flows that did not finish" : "interrupted");
      return exit;
    } finally {
      if (heard.size() > 0) {
        err.print(heard.toString(StandardCharsets.UTF_8).indent(2));
      }
    }
  }

  private synchronized void say(int point, String how) {
    int finished = done.incrementAndGet();
    if (!quiet) {
      int left = mine - finished;
      double secondsLeft = ran.get() == 0 ? 0 : (System.nanoTime() - beganNs) / 1e9 / ran.get() * left;
      err.println(finished + " of " + mine + "  " + text(file.valuesOf(point)) + ": " + how
          + (left > 0 && ran.get() > 0 ? "; about " + Humanize.seconds(secondsLeft) + " left" : ""));
    }
  }

  private static String text(Map<String, String> values) {
    return values.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).collect(Collectors.joining(" "));
  }
}
