package dev.inflight.lab.run;

import dev.inflight.lab.result.RunFolder;

/** Has what a run has found out written down each second, for whoever reads the folder meanwhile or after a kill. */
final class Flushing implements AutoCloseable {
  private static final long PERIOD_MS = 1000;

  private final Thread clock;

  private Flushing(RunFolder folder) {
    clock = Thread.ofPlatform().daemon().name("flushing").start(() -> {
      try {
        while (true) {
          Thread.sleep(PERIOD_MS);
          folder.askToFlush();
        }
      } catch (InterruptedException ended) {
        // as close() asks
      }
    });
  }

  /** Begins. */
  static Flushing of(RunFolder folder) {
    return new Flushing(folder);
  }

  @Override
  public void close() {
    clock.interrupt();
  }
}
