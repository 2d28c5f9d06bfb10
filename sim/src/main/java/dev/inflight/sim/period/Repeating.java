package dev.inflight.sim.period;

import org.jspecify.annotations.Nullable;

/** A track that is under way, of which periods can be left out. */
public interface Repeating {
  /** The track. */
  Track track();

  /** How long a period takes, where that was measured on the whole; null where {@link Track#times} are to be judged. */
  default @Nullable KnownPeriod known() {
    return null;
  }

  /** The number of its job. */
  int job();

  /** Whether so many periods can be left out now. */
  boolean isPossible(int periods);

  /**
   * Leaves them out, in a time that was left out.
   *
   * @param periods for which {@link #isPossible} holds
   * @param periodPs how long one takes
   * @param skippedPs that time
   * @param into takes messages that were left out
   */
  void omit(int periods, double periodPs, long skippedPs, OmittedMessages into);
}
