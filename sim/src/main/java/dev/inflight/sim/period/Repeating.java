package dev.inflight.sim.period;

import org.jspecify.annotations.Nullable;

/** A track in progress with periods that can be skipped. */
public interface Repeating {
  /** The track. */
  Track track();

  /** Duration of a period if it was measured as a whole; null if {@link Track#times} are to be judged. */
  default @Nullable KnownPeriod known() {
    return null;
  }

  /** The number of its job. */
  int job();

  /** True if this number of periods can be skipped now. */
  boolean isPossible(int periods);

  /**
   * Skips periods, in a skipped time.
   *
   * @param periods number for which {@link #isPossible} is true
   * @param periodPs duration of one, in picoseconds
   * @param skippedPs the skipped time, in picoseconds
   * @param into receives skipped messages
   */
  void omit(int periods, double periodPs, long skippedPs, OmittedMessages into);
}
