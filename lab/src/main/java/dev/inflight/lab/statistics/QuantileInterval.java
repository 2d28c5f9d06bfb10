package dev.inflight.lab.statistics;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The 95 % confidence interval of a quantile, from order statistics: of n independent values, the number that is at most the quantile has a
 * binomial distribution, whatever the distribution of the values. Each end leaves out 2.5 %. An end that no value can bound so is open; the
 * other one leaves out 5 % then, and where that is too little for it as well, both are open. A p99 has a bound above from 368 values on.
 *
 * <p>Ranks alone would cover more than 95 %, as they are whole. So an end is between two values, at a point of the logarithmic scale
 * between them (Nyblom 1992 has the same on a linear one). It covers 95 % exactly where values beyond the quantile have a Pareto tail, as
 * slow flows have; with a lighter tail it covers more, at most 98.6 %, and more than 97 % only for a p99 of 6 to 22 values or for a p95 of
 * 8 to 10. Equal values make it cover more, too.
 *
 * @param low lower end; null where it is open
 * @param high upper end; null where it is open
 */
public record QuantileInterval(@Nullable Place low, @Nullable Place high) {
  /** Coverage of an interval. */
  public static final double COVERED = 0.95;

  private static final double LEFT_OUT = 1 - COVERED;
  /** Values on both sides of the quantile from which the distances to the next ones are exponential. */
  private static final int MANY = 40;
  private static final int STEPS = 100;
  private static final double LEAST_LOG = -25;
  private static final double MOST_LOG = 5;
  private static final int HALVINGS = 20;

  /**
   * A place between two values in rising order.
   *
   * @param rank of the one below, counted from 1
   * @param weight of the one above, 0 to below 1: the place is {@code below^(1 - weight) * above^weight}
   */
  public record Place(long rank, double weight) {
    /** The value at the place, of values above 0. */
    public double of(double[] sorted) {
      double below = sorted[(int) rank - 1];
      return weight == 0 ? below : below * StrictMath.pow(sorted[(int) rank] / below, weight);
    }
  }

  /**
   * The interval.
   *
   * @param share of the quantile, above 0 and below 1
   * @param count of the values, 1 or more
   */
  public static QuantileInterval of(double share, int count) {
    if (count < 1 || !(share > 0 && share < 1)) {
      throw new IllegalArgumentException("no interval of a quantile: share " + share + " of " + count + " values");
    }
    var below = BinomialDistribution.of(count, share);
    double nothingBelow = below.cumulativeProbability(0);
    double allBelow = below.survivalProbability(count - 1);
    boolean bothLow = nothingBelow <= LEFT_OUT / 2;
    boolean bothHigh = allBelow <= LEFT_OUT / 2;
    if (bothLow && bothHigh) {
      return new QuantileInterval(low(below, share, LEFT_OUT / 2), high(below, share, LEFT_OUT / 2));
    }
    if (nothingBelow <= allBelow) {
      return new QuantileInterval(nothingBelow <= LEFT_OUT ? low(below, share, LEFT_OUT) : null, null);
    }
    return new QuantileInterval(null, allBelow <= LEFT_OUT ? high(below, share, LEFT_OUT) : null);
  }

  /** Least number of values for an interval with both bounds. */
  public static int leastCount(double share) {
    double rarer = Math.max(share, 1 - share);
    return (int) Math.ceil(StrictMath.log(LEFT_OUT / 2) / StrictMath.log(rarer));
  }

  /** The place that is above the quantile with this probability: fewer values than its rank are below the quantile. */
  private static Place low(BinomialDistribution below, double share, double leftOut) {
    int rank = greatest(below, leftOut);
    double within = leftOut - below.cumulativeProbability(rank - 1);
    return place(below, share, rank, within);
  }

  /** The place that is below the quantile with this probability. */
  private static Place high(BinomialDistribution below, double share, double leftOut) {
    int count = below.getNumberOfTrials();
    int rank = count; // becomes the least with P(B >= rank) <= leftOut, so that the place is at that one or between it and the one before
    int low = 1;
    while (low < rank) {
      int middle = (low + rank) >>> 1;
      if (below.survivalProbability(middle - 1) <= leftOut) {
        rank = middle;
      } else {
        low = middle + 1;
      }
    }
    if (rank == 1) {
      return new Place(1, 0);
    }
    double beyond = leftOut - below.survivalProbability(rank - 1);
    Place place = place(below, share, rank - 1, below.probability(rank - 1) - beyond);
    return place.weight() >= 1 ? new Place(rank, 0) : place;
  }

  /** The greatest rank, 1 to n, such that fewer values are below the quantile with at most this probability. */
  private static int greatest(BinomialDistribution below, double leftOut) {
    int rank = 1;
    int high = below.getNumberOfTrials();
    while (rank < high) {
      int middle = (rank + high + 1) >>> 1;
      if (below.cumulativeProbability(middle - 1) <= leftOut) {
        rank = middle;
      } else {
        high = middle - 1;
      }
    }
    return rank;
  }

  /**
   * Returns the place between the values of a rank and the next that is above the quantile with this probability, if the quantile is
   * between them.
   */
  private static Place place(BinomialDistribution below, double share, int rank, double above) {
    int beyond = below.getNumberOfTrials() - rank;
    double part = above / below.probability(rank);
    if (beyond == 0 || part <= 0 || part >= 1) {
      return new Place(rank, part >= 1 ? 1 : 0);
    }
    double ofGaps = StrictMath.log((1 - share) / beyond) - StrictMath.log(share / rank);
    double guess = ofGaps + StrictMath.log(1 - part) - StrictMath.log(part); // where both gaps are exponential (Nyblom)
    return new Place(rank, weight(Math.min(rank, beyond) > MANY ? guess : solve(share, rank, beyond, part, guess)));
  }

  /** The weight of the value above, of the logarithm of {@code (1 - weight) / weight}. */
  private static double weight(double logOdds) {
    return 1 / (1 + StrictMath.exp(logOdds));
  }

  private static double solve(double share, int rank, int beyond, double part, double guess) {
    double low = guess - 1;
    double high = guess + 1;
    while (aboveQuantile(share, rank, beyond, low) < part) {
      low -= 1;
    }
    while (aboveQuantile(share, rank, beyond, high) > part) {
      high += 1;
    }
    for (int halving = 0; halving < HALVINGS; halving++) {
      double middle = (low + high) / 2;
      if (aboveQuantile(share, rank, beyond, middle) > part) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * Probability that, of values with a Pareto tail, the distance from the quantile to the next value above is more than some odds times
   * that to the one below, in logarithms. The one above is exponential, as the least of {@code beyond} are; the one below is the greatest
   * of {@code rank} values below the quantile with the share {@code p exp(-t / rank)} with t exponential. That is
   * {@code E[((1 - p) / (1 - p exp(-t / rank)))^(beyond odds)]}.
   */
  private static double aboveQuantile(double share, int rank, int beyond, double logOdds) {
    double power = beyond * StrictMath.exp(logOdds);
    double sum = 0;
    for (int step = 0; step < STEPS; step++) { // the trapezoidal rule over log t, which is exact enough where both ends vanish
      double t = StrictMath.exp(LEAST_LOG + (MOST_LOG - LEAST_LOG) * step / STEPS);
      double away = -share / (1 - share) * StrictMath.expm1(-t / rank);
      sum += t * StrictMath.exp(-t - power * StrictMath.log1p(away));
    }
    return sum * (MOST_LOG - LEAST_LOG) / STEPS;
  }
}
