package dev.inflight.reproduction.figure;

import dev.inflight.plot.Line;
import dev.inflight.lab.statistics.Quantile;
import java.util.Arrays;

/** Statistics for figures. */
public final class Statistics {
  private Statistics() {
  }

  /** Returns the {@link Quantile}; NaN without values. */
  public static double percentile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : Quantile.of(sorted, share);
  }

  /** Returns Jain's fairness index: 1 if all shares are equal, 1/n if one of n has everything. */
  static double jain(double[] shares) {
    double sum = Arrays.stream(shares).sum();
    double squares = Arrays.stream(shares).map(share -> share * share).sum();
    return sum * sum / (shares.length * squares);
  }

  /** Returns a cumulative distribution: the percentage of values up to each of {@code points} + 1 points from 0 to {@code to}. */
  static Line cumulative(String name, double[] values, double to, int points) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    var x = new double[points + 1];
    var y = new double[points + 1];
    for (int point = 0, below = 0; point <= points; point++) {
      x[point] = to * point / points;
      while (below < sorted.length && sorted[below] <= x[point]) {
        below++;
      }
      y[point] = 100.0 * below / sorted.length;
    }
    return new Line(name, x, y);
  }
}
