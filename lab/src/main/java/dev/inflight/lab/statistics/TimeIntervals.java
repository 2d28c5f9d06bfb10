package dev.inflight.lab.statistics;

/** Intervals of simulated time; charts and figures show one value per interval. */
public final class TimeIntervals {
  private TimeIntervals() {
  }

  /**
   * Returns the length of an interval in ns, as SQL over a table with the column {@code time_ns}.
   *
   * @param most SQL expression of the maximum number of intervals in the time span of all rows
   */
  public static String widthNs(String most) {
    return "greatest(1, ceil((max(time_ns) - min(time_ns)) / (" + most + ")))";
  }
}
