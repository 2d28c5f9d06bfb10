package dev.inflight.lab.statistics;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * 95 % confidence interval of a quantile, from order statistics: the number of n independent values up to the quantile has a
 * binomial distribution, regardless of the values' distribution. Each end excludes 2.5 %. An end that no value can bound at this
 * level is open; the other end then excludes 5 %, and if no value can bound that one either, both are open. A p99 has an upper
 * bound from 368 values on.
 *
 * <p>Ranks alone would cover more than 95 %, because they are integers. An end is therefore between two values, at a point on a
 * logarithmic scale (Nyblom 1992 uses a linear one). It covers 95 % exactly if values beyond the quantile have a Pareto tail, as
 * slow flows have. With a lighter tail it covers more: at most 98.6 %, and more than 97 % only for a p99 of 6 to 22 values or a
 * p95 of 8 to 10. Equal values also make it cover more.
 *
 * @param low lower end; null if open
 * @param high upper end; null if open
 */
public record QuantileInterval(@Nullable Place low, @Nullable Place high) {
  /** Coverage of an interval. */
  public static final double COVERED = 0.95;

  private static final double LEFT_OUT = 1 - COVERED;
  /** Number of values on both sides of the quantile from which the distances to the next values are exponential. */
  private static final int MANY = 40;
  private static final int STEPS = 100;
  private static final double LEAST_LOG = -25;
  private static final double MOST_LOG = 5;
  private static final int HALVINGS = 20;

  /**
   * Place between two values in ascending order.
   *
   * @param rank rank of the lower value, from 1
   * @param weight weight of the upper value, 0 to below 1: the place is {@code below^(1 - weight) * above^weight}
   */
  public record Place(long rank, double weight) {
    /** Value at the place, of values above 0. */
    public double of(double[] sorted) {
      double below = sorted[(int) rank - 1];
      return weight == 0 ? below : below * StrictMath.pow(sorted[(int) rank] / below, weight);
    }
  }

  /**
   * Returns the interval.
   *
   * @param share share of the quantile, above 0 and below 1
   * @param count number of values, 1 or more
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

  /** Returns the place above the quantile with this probability: fewer values than the place's rank are below the quantile. */
  private static Place low(BinomialDistribution below, double share, double leftOut) {
    int rank = greatest(below, leftOut);
    double within = leftOut - below.cumulativeProbability(rank - 1);
    return place(below, share, rank, within);
  }

  /** Returns the place below the quantile with this probability. */
  private static Place high(BinomialDistribution below, double share, double leftOut) {
    int count = below.getNumberOfTrials();
    // finally the least rank with P(B >= rank) <= leftOut: the place is there, or between that rank and the one before
    int rank = count;
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

  /** Greatest rank, 1 to n, such that fewer values are below the quantile with at most this probability. */
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
   * Returns the place between the values of a rank and the next one that is above the quantile with this probability, if the
   * quantile is between these values.
   */
  private static Place place(BinomialDistribution below, double share, int rank, double above) {
    int beyond = below.getNumberOfTrials() - rank;
    double part = above / below.probability(rank);
    if (beyond == 0 || part <= 0 || part >= 1) {
      return new Place(rank, part >= 1 ? 1 : 0);
    }
    double ofGaps = StrictMath.log((1 - share) / beyond) - StrictMath.log(share / rank);
    double guess = ofGaps + StrictMath.log(1 - part) - StrictMath.log(part); // if both gaps are exponential (Nyblom)
    return new Place(rank, weight(Math.min(rank, beyond) > MANY ? guess : solve(share, rank, beyond, part, guess)));
  }

  /** Weight of the upper value, from the logarithm of {@code (1 - weight) / weight}. */
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
   * Probability, for values with a Pareto tail, that the distance from the quantile to the next value above exceeds some odds
   * times that to the next value below, in logarithms. The distance above is exponential, as the least of {@code beyond} such
   * distances. The value below is the greatest of {@code rank} values below the quantile; its share is {@code p exp(-t / rank)}
   * with exponential t. The probability is {@code E[((1 - p) / (1 - p exp(-t / rank)))^(beyond odds)]}.
   */
  private static double aboveQuantile(double share, int rank, int beyond, double logOdds) {
    double power = beyond * StrictMath.exp(logOdds);
    double sum = 0;
    for (int step = 0; step < STEPS; step++) { // trapezoidal rule over log t, exact enough because both ends vanish
      double t = StrictMath.exp(LEAST_LOG + (MOST_LOG - LEAST_LOG) * step / STEPS);
      double away = -share / (1 - share) * StrictMath.expm1(-t / rank);
      sum += t * StrictMath.exp(-t - power * StrictMath.log1p(away));
    }
    return sum * (MOST_LOG - LEAST_LOG) / STEPS;
  }
}
