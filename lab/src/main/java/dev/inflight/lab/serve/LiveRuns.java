package dev.inflight.lab.serve;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The runs that were begun here, one at a time. */
final class LiveRuns implements AutoCloseable {
  private static final int MOST_WAITING = 32;

  private final Map<String, ServedRun> runs = new ConcurrentHashMap<>();
  private final ExecutorService worker = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("runs").daemon().factory());

  @Nullable
  ServedRun find(String name) {
    return runs.get(name);
  }

  /** Begins a run once those before it have ended. */
  ServedRun begin(String name, Scenario scenario, Path folder) throws Refusal {
    if (runs.values().stream().filter(run -> !run.isOver()).count() >= MOST_WAITING) {
      throw new Refusal(429, MOST_WAITING + " runs are waiting already");
    }
    var live = new ServedRun(name);
    ServedRun before = runs.putIfAbsent(name, live);
    if (before != null && !before.isOver()) {
      throw new Refusal(409, "a run of this name is under way");
    }
    runs.put(name, live);
    worker.execute(() -> run(live, scenario, folder));
    return live;
  }

  private void run(ServedRun live, Scenario scenario, Path folder) {
    var said = new ByteArrayOutputStream();
    var aside = new PrintStream(said, true, StandardCharsets.UTF_8);
    try (var interruption = new Interruption()) { // only while there is something to be written
      var options = new Run.Options(folder, false, true, RunFolder.Opener.DISK,
          CaptureFiles.of(List.of(), null, scenario.setup()), Threads.choose(scenario.setup(), null), () -> {
          }, live);
      int exit = new Run(scenario, options, aside, aside).run(interruption);
      live.is(ServedRun.State.DONE, exit == Run.DONE ? "all flows finished" : said.toString(StandardCharsets.UTF_8).strip());
    } catch (InputError | OutputError refused) {
      live.is(ServedRun.State.FAILED, String.valueOf(refused.getMessage()));
    } catch (OutOfMemoryError full) {
      live.is(ServedRun.State.FAILED,
          full instanceof TooLittleMemory.OfRun ? String.valueOf(full.getMessage()) : TooLittleMemory.sentence());
    } catch (RuntimeException failed) {
      live.is(ServedRun.State.FAILED, "this run failed: " + failed);
    }
  }

  @Override
  public void close() {
    runs.values().forEach(ServedRun::stop);
    worker.shutdownNow();
  }
}
