package dev.inflight.sim.parts;

/**
 * Measures whether the windows of a run hold enough events for several threads. It counts events instead of measuring time, so
 * the answer is the same each time.
 */
final class Density {
  private static final int BLOCK_WINDOWS = 64;

  private final long leastEvents;
  private long blockEnd = BLOCK_WINDOWS;
  private long eventsBefore;
  private boolean low;

  /**
   * Makes a measure by which windows hold enough events at first.
   *
   * @param leastEvents least number of events in a window that justifies several threads, on average over some windows in a row
   */
  Density(long leastEvents) {
    this.leastEvents = leastEvents;
  }

  /**
   * Called when a window starts.
   *
   * @param windows number of windows that have started so far
   * @param events number of events that all parts have fired so far
   */
  void windowBegins(long windows, long events) {
    if (windows >= blockEnd) {
      low = events - eventsBefore < leastEvents * BLOCK_WINDOWS;
      eventsBefore = events;
      blockEnd = windows + BLOCK_WINDOWS;
    }
  }

  /** True if one thread is to run all parts for now. */
  boolean isLow() {
    return low;
  }
}
