package dev.inflight.sim.change;

/**
 * A span of time in which an event lasts.
 *
 * @param fromPs start, in picoseconds, 0 or more
 * @param untilPs end, in picoseconds, later; {@link FabricEvent#NEVER} without an end
 */
public record EventSpan(long fromPs, long untilPs) {
  /** Checks both times. */
  public EventSpan {
    check(fromPs, untilPs);
  }

  /**
   * Rejects a start before 0, and an end that is not after the start.
   *
   * @throws IllegalArgumentException with a message that names the wrong one
   */
  public static void check(long fromPs, long untilPs) {
    if (fromPs < 0) {
      throw new IllegalArgumentException("event at " + fromPs + " ps is before 0");
    }
    if (untilPs <= fromPs && untilPs != FabricEvent.NEVER) {
      throw new IllegalArgumentException("event ends at " + untilPs + " ps, which is not after its start at " + fromPs + " ps");
    }
  }
}
