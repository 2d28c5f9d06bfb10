package dev.inflight.sim.measure;

/** Means of a quantity over equal, successive batches of time: the error of its mean, and its drift. */
public final class Batches {
  /** Number of batches. */
  public static final int NUMBER = 8;
  private static final double LEAST_RATIO = 1;

  private Batches() {
  }

  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The mean of the second half less that of the first half; one in the middle belongs to neither. */
  public static double drift(double[] values) {
    int half = values.length / 2;
    double difference = 0;
    for (int at = 0; at < half; at++) {
      difference += values[values.length - 1 - at] - values[at];
    }
    return difference / half;
  }

  /** The largest value less the least. */
  public static double spread(double[] values) {
    double least = values[0];
    double most = values[0];
    for (double value : values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return most - least;
  }

  /** True if successive values are not correlated: von Neumann's ratio of differences to spread averages 2 for such values. */
  public static boolean areNoise(double[] values) {
    double mean = mean(values);
    double steps = 0;
    double squares = 0;
    for (int at = 0; at < values.length; at++) {
      squares += (values[at] - mean) * (values[at] - mean);
      if (at > 0) {
        steps += (values[at] - values[at - 1]) * (values[at] - values[at - 1]);
      }
    }
    return steps * values.length >= LEAST_RATIO * squares * (values.length - 1);
  }

  /** The standard error of the mean, from the deviations from a straight line. */
  public static double error(double[] values) {
    double mean = mean(values);
    double squares = 0;
    double along = 0;
    double spread = 0;
    for (int at = 0; at < values.length; at++) {
      double from = at - (values.length - 1) / 2.0;
      squares += (values[at] - mean) * (values[at] - mean);
      along += from * values[at];
      spread += from * from;
    }
    double left = Math.max(0, squares - along * along / spread);
    return Math.sqrt(left / (values.length - 2) / values.length);
  }
}
