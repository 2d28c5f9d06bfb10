package dev.inflight.live.loop;

import java.util.List;

/** Sleeps until a source has work, the thread is woken, or time is up. */
public interface Sleeper extends AutoCloseable {
  /** The sources that may end its sleep. */
  void watch(List<? extends Source> sources);

  /**
   * Sleeps.
   *
   * @param mostNanos for at most so long; above 0
   */
  void sleep(long mostNanos);

  /** Ends the sleep; from any thread. */
  void wake();

  @Override
  void close();
}
