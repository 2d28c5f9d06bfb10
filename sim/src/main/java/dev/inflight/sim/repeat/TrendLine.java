package dev.inflight.sim.repeat;

/**
 * A straight line through times of events that follow each other about evenly, such as the ends of periods, and the error of its
 * slope. Times of such events waver about the line by the same amount however long they go on, so a slope over many of them is
 * known far better than from differences of neighbors.
 */
final class TrendLine {
  private static final int FEWEST_FOR_GROWTH = 4;
  /** Factor of the error: few differences over a long lag may lack the largest one. */
  private static final double SAFETY = 2;

  private final double slope;
  private final double error;
  private final double bend;

  /**
   * Makes the line through the values of 0, 1, 2, ...
   *
   * @param values three or more
   */
  TrendLine(double[] values) {
    slope = slope(values, 0, values.length);
    int lag = values.length / 2;
    double wide = waver(values, lag);
    double narrow = waver(values, Math.max(1, lag / 2));
    // Differences over a lag grow at most with the root of the lag if single durations are independent.
    double growth = values.length < FEWEST_FOR_GROWTH || narrow == 0 ? Math.sqrt(2) : Math.clamp(wide / narrow, 1, Math.sqrt(2));
    error = SAFETY * Math.max(wide, narrow) * growth / (values.length - 1);
    bend = slope(values, values.length / 2, values.length) - slope(values, 0, (values.length + 1) / 2);
  }

  /** Deviation of differences over a lag from the slope: the root of their mean square. */
  private double waver(double[] values, int lag) {
    double squares = 0;
    for (int at = lag; at < values.length; at++) {
      double off = values[at] - values[at - lag] - slope * lag;
      squares += off * off;
    }
    return Math.sqrt(squares / (values.length - lag));
  }

  private static double slope(double[] values, int from, int end) {
    double middle = (from + end - 1) / 2.0;
    double along = 0;
    double spread = 0;
    for (int at = from; at < end; at++) {
      along += (at - middle) * values[at];
      spread += (at - middle) * (at - middle);
    }
    return spread == 0 ? 0 : along / spread;
  }

  /** Increase from one value to the next. */
  double slope() {
    return slope;
  }

  /** The standard error of the slope, in its unit, rather overestimated. */
  double error() {
    return error;
  }

  /** The slope of the later half less that of the earlier one. */
  double bend() {
    return bend;
  }
}
