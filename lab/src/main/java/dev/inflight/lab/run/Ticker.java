package dev.inflight.lab.run;

import dev.inflight.lab.print.TooLittleMemory;

/** Calls an action several times a second in a daemon thread, from one interval after its start until it is closed. */
final class Ticker implements AutoCloseable {
  private static final int EVERY_MILLISECONDS = 200;

  private final Runnable tick;
  private final Thread thread;
  private volatile boolean closed;

  private Ticker(String name, Runnable tick) {
    this.tick = tick;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Starts a ticker with a thread of this name. */
  static Ticker start(String name, Runnable tick) {
    var ticker = new Ticker(name, tick);
    ticker.thread.start();
    return ticker;
  }

  private void run() {
    try {
      while (pause()) {
        tick.run();
      }
    } catch (OutOfMemoryError | LinkageError full) {
      if (!TooLittleMemory.isCause(full)) {
        throw full;
      }
      closed = true; // the working thread encounters and reports the same failure
    }
  }

  private boolean pause() {
    try {
      Thread.sleep(EVERY_MILLISECONDS);
      return !closed;
    } catch (InterruptedException ended) {
      return false;
    }
  }

  /** Stops the calls. The action is not called after this returns. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
