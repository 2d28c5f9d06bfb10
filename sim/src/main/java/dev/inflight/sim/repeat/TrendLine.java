package dev.inflight.sim.repeat;

/**
 * A straight line through times of events that follow each other about evenly, such as the ends of periods, and how well its
 * slope is known. Times of such events waver about the line by as much however long they go on, so a slope over many of them is
 * known far better than from differences of neighbors.
 */
final class TrendLine {
  private static final int FEWEST_FOR_GROWTH = 4;
  /** Of few differences over a long lag the largest may be missing. */
  private static final double SAFETY = 2;

  private final double slope;
  private final double error;
  private final double bend;

  /**
   * Through the values of 0, 1, 2, ...
   *
   * @param values three or more
   */
  TrendLine(double[] values) {
    slope = slope(values, 0, values.length);
    int lag = values.length / 2;
    double wide = waver(values, lag);
    double narrow = waver(values, Math.max(1, lag / 2));
    // Differences over a lag grow with the root of the lag at most where single durations are independent.
    double growth = values.length < FEWEST_FOR_GROWTH || narrow == 0 ? Math.sqrt(2) : Math.clamp(wide / narrow, 1, Math.sqrt(2));
    error = SAFETY * Math.max(wide, narrow) * growth / (values.length - 1);
    bend = slope(values, values.length / 2, values.length) - slope(values, 0, (values.length + 1) / 2);
  }

  /** By how much differences over a lag are other than the slope has them: the root of their mean square. */
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

  /** What a value is above the one before. */
  double slope() {
    return slope;
  }

  /** The standard error of the slope, in its unit, rather too large. */
  double error() {
    return error;
  }

  /** The slope of the later half less that of the former one. */
  double bend() {
    return bend;
  }
}
