package dev.inflight.live.loop;

import java.util.List;

/** Sleep until a source has work, the thread is woken, or the time has passed. */
public interface Sleeper extends AutoCloseable {
  /** Sets the sources that may end its sleep. */
  void watch(List<? extends Source> sources);

  /**
   * Sleeps.
   *
   * @param mostNanos longest sleep, in nanoseconds; above 0
   */
  void sleep(long mostNanos);

  /** Ends the sleep; from any thread. */
  void wake();

  @Override
  void close();
}
