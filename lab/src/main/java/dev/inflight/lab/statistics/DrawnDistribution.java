package dev.inflight.lab.statistics;

import java.util.StringJoiner;

/** Cumulative distributions in charts and figures: a few hundred points for any number of values. */
public final class DrawnDistribution {
  /** Number of steps up to the tail, half a percent each. */
  private static final int STEPS = 200;
  private static final String TAIL = "0.99, 0.9925, 0.995, 0.9975, 0.999, 0.9995, 0.9999, 1";

  private DrawnDistribution() {
  }

  /** SQL list of the shares of values at which quantiles are drawn, in finer steps toward the tail. */
  public static String shares() {
    var shares = new StringJoiner(", ", "[", "]");
    for (int step = 0; step < STEPS - 2; step++) {
      shares.add(Double.toString(step / (double) STEPS));
    }
    return shares.add(TAIL).toString();
  }

  /**
   * Returns a query of {@code by}, {@code share} and {@code bytes}: the share of samples with queues of up to {@code bytes}.
   *
   * @param by column with a distribution for each value
   * @param lengths query of that column, {@code largest_bytes} and {@code samples}
   * @param steps maximum number of points of each distribution
   */
  public static String ofQueues(String by, String lengths, int steps) {
    return "WITH summed AS (SELECT " + by + ", largest_bytes, sum(samples) AS samples FROM (" + lengths + ") GROUP BY ALL),"
        + " shares AS (SELECT " + by + ", largest_bytes, sum(samples) OVER (PARTITION BY " + by + " ORDER BY largest_bytes)"
        + " / sum(samples) OVER (PARTITION BY " + by + ") AS share FROM summed), parts AS (SELECT *, ntile(" + steps
        + ") OVER (PARTITION BY " + by + " ORDER BY largest_bytes) AS part FROM shares) SELECT " + by
        + ", max(share) AS share, max(largest_bytes) AS bytes FROM parts GROUP BY " + by + ", part ORDER BY " + by + ", bytes";
  }
}
