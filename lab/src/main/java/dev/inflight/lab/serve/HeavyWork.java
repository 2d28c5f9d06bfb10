package dev.inflight.lab.serve;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limit of concurrent requests that read many rows. Further requests wait, and are rejected after a while. */
final class HeavyWork {
  private static final int AT_A_TIME = 2;
  private static final int PATIENCE_SECONDS = 60;

  private final Semaphore free = new Semaphore(AT_A_TIME, true);

  /** Work for one request. */
  interface Work {
    void run() throws IOException, Refusal;
  }

  void run(Work work) throws IOException, Refusal {
    boolean taken = false;
    try {
      taken = free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!taken) {
        throw new Refusal(503, "the server is busy with other reports, comparisons and queries; try again");
      }
      work.run();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new Refusal(503, "the server is ending");
    } finally {
      if (taken) {
        free.release();
      }
    }
  }
}
