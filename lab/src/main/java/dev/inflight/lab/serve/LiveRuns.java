package dev.inflight.lab.serve;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.sweep.Sweep;
import dev.inflight.lab.sweep.SweepFile;
import dev.inflight.lab.spec.Extensions;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Runs and sweeps that were started on this server, one run at a time. */
final class LiveRuns implements AutoCloseable {
  private static final int MOST_WAITING = 32;
  private static final int MOST_POINTS = 1000;

  private final Map<String, ServedRun> runs = new ConcurrentHashMap<>();
  private final ExecutorService worker = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("runs").daemon().factory());

  @Nullable
  ServedRun find(String name) {
    return runs.get(name);
  }

  /**
   * Starts a run after the previous ones; for a scenario with lists of values, the runs of a sweep.
   *
   * @throws InputError if the scenario is invalid; then nothing is written
   */
  void begin(String name, InputText sent, Path folder) throws Refusal {
    if (runs.values().stream().filter(run -> !run.isOver()).count() >= MOST_WAITING) {
      throw new Refusal(429, MOST_WAITING + " runs are waiting already");
    }
    Optional<SweepFile> points = SweepFile.find(sent, Overrides.NONE);
    if (points.isEmpty()) {
      Scenario scenario = ScenarioReader.read(sent, Overrides.NONE);
      ServedRun live = place(name);
      worker.execute(Extensions.current().carriedTo(() -> work(live, () -> run(live, scenario, folder))));
      return;
    }
    SweepFile file = points.get();
    if (file.count() > MOST_POINTS) {
      throw new Refusal(400,
          "this sweep has " + file.count() + " points, and here one has " + MOST_POINTS + " at most; ./inflight sweep runs it");
    }
    ServedRun live = place(name);
    live.points(0, file.count());
    var sweep = new Sweep(file, folder, true, false, false, new PrintStream(OutputStream.nullOutputStream()));
    try {
      sweep.prepare();
    } catch (InputError | OutputError refused) {
      runs.remove(name);
      throw refused;
    }
    worker.execute(Extensions.current().carriedTo(() -> work(live, () -> sweep(live, sweep, file.count()))));
  }

  private ServedRun place(String name) throws Refusal {
    var live = new ServedRun(name);
    ServedRun before = runs.putIfAbsent(name, live);
    if (before != null && !before.isOver()) {
      throw new Refusal(409, "a run of this name is under way");
    }
    runs.put(name, live);
    return live;
  }

  private static void work(ServedRun live, Runnable work) {
    try {
      if (live.isStopping()) {
        live.is(ServedRun.State.FAILED, "this was stopped before it started");
      } else {
        work.run();
      }
    } catch (InputError | OutputError refused) {
      live.is(ServedRun.State.FAILED, InputError.sentences(refused));
    } catch (OutOfMemoryError full) {
      live.is(ServedRun.State.FAILED,
          full instanceof TooLittleMemory.OfRun ? String.valueOf(full.getMessage()) : TooLittleMemory.sentence());
    } catch (RuntimeException failed) {
      live.is(ServedRun.State.FAILED, "this run failed: " + failed);
    }
  }

  private static void run(ServedRun live, Scenario scenario, Path folder) {
    var printed = new ByteArrayOutputStream();
    var aside = new PrintStream(printed, true, StandardCharsets.UTF_8);
    try (var interruption = new Interruption()) { // only during writing
      var options = new Run.Options(folder, false, true, RunFolder.Opener.DISK,
          CaptureFiles.of(List.of(), null, scenario.setup()), Threads.choose(scenario.setup(), null), () -> {
          }, live);
      int exit = new Run(scenario, options, aside, aside).run(interruption);
      live.is(ServedRun.State.DONE, switch (exit) {
        case Run.DONE -> live.flowsSentence();
        case Run.MISSED -> live.flowsSentence() + "; targets were missed";
        default -> printed.toString(StandardCharsets.UTF_8).strip();
      });
    }
  }

  /** Runs the points in order. After a stop, the remaining points are left out. */
  private static void sweep(ServedRun live, Sweep sweep, int points) {
    int done = 0;
    boolean allFinished = true;
    int missed = 0;
    for (int point = 0; point < points && !live.isStopping(); point++) {
      int exit = sweep.runPoint(point, live);
      allFinished &= exit != Run.STALLED && live.hasAllFlowsFinished();
      missed += exit == Run.MISSED ? 1 : 0;
      done += exit == Run.INTERRUPTED ? 0 : 1;
      live.points(done, points);
    }
    live.is(ServedRun.State.DONE,
        done < points
            ? "stopped after " + done + " of " + points + " points"
            : (allFinished ? "all flows of all points finished" : "all points were run; flows of some did not finish")
                + (missed == 0 ? "" : "; targets of " + Humanize.count(missed, "point") + " were missed"));
  }

  @Override
  public void close() {
    runs.values().forEach(ServedRun::stop);
    worker.shutdownNow();
  }
}
