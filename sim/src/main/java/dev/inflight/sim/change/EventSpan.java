package dev.inflight.sim.change;

/**
 * A time for which an event lasts.
 *
 * @param fromPs when it starts, in picoseconds, 0 or more
 * @param untilPs when it ends, later; {@link FabricEvent#NEVER} when it does not
 */
public record EventSpan(long fromPs, long untilPs) {
  /** Checks both times. */
  public EventSpan {
    check(fromPs, untilPs);
  }

  /**
   * Refuses a time before 0, and an end that is not after the start.
   *
   * @throws IllegalArgumentException saying which
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
