package dev.inflight.lab.run;

import dev.inflight.lab.result.RunFolder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Requests every second that a run's results so far are written, for readers during the run or after a kill. */
final class Flushing implements AutoCloseable {
  private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);

  private final Thread clock;
  private volatile boolean over;

  private Flushing(RunFolder folder) {
    clock = Thread.ofPlatform().daemon().name("flushing").unstarted(() -> {
      while (!over) {
        LockSupport.parkNanos(PERIOD_NS); // an early wake-up is harmless
        folder.askToFlush();
      }
    });
  }

  /** Starts. */
  static Flushing of(RunFolder folder) {
    var flushing = new Flushing(folder);
    flushing.clock.start();
    return flushing;
  }

  @Override
  public void close() {
    over = true;
    LockSupport.unpark(clock);
  }
}
