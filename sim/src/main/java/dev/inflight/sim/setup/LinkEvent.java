package dev.inflight.sim.setup;

/**
 * A cable between two nodes fails or comes back. Parallel cables between the same two nodes share their fate.
 *
 * @param atPs when, in picoseconds
 * @param a one end
 * @param b the other end
 * @param up whether it comes back
 */
public record LinkEvent(long atPs, int a, int b, boolean up) {
  /** Checks the time. */
  public LinkEvent {
    if (atPs < 0) {
      throw new IllegalArgumentException("link event at " + atPs + " ps is before 0");
    }
  }
}
