package dev.inflight.lab.compare;

import dev.inflight.lab.statistics.StudentT;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Difference of a measure between two configurations, over runs with the same seeds: the mean of the differences of the pairs,
 * and its 95 % confidence interval by Student's t. Pairs remove the common effects of a seed, such as its traffic. Where all
 * measures are above 0, their ratios have an interval too: Student's t over the logarithms of the ratios keeps it above 0.
 *
 * @param pairs number of seeds that both configurations have, 2 or more
 * @param meanFirst mean of the first configuration's measures
 * @param meanOther mean of the other configuration's measures
 * @param difference mean of other - first
 * @param halfWidth half the width of the interval around the difference
 * @param ratio other / first; null where a measure is 0 or less
 */
public record PairedDifference(int pairs, double meanFirst, double meanOther, double difference, double halfWidth,
    @Nullable Ratio ratio) {
  /**
   * A ratio above 0 and its 95 % confidence interval.
   *
   * @param mean geometric mean of the pairs' ratios
   * @param low lower end of the interval
   * @param high upper end of the interval; infinite where two seeds are that far apart
   */
  public record Ratio(double mean, double low, double high) {
  }

  /** Verdict of the interval. */
  public enum Verdict {
    EQUAL, LOWER, HIGHER, NOT_SIGNIFICANT
  }

  /** Returns the difference of measures by seed. */
  static PairedDifference of(double[] first, double[] other) {
    double[] differences = IntStream.range(0, first.length).mapToDouble(at -> other[at] - first[at]).toArray();
    return new PairedDifference(first.length, mean(first), mean(other), mean(differences), halfWidth(differences),
        ratio(first, other));
  }

  private static @Nullable Ratio ratio(double[] first, double[] other) {
    if (!Arrays.stream(first).allMatch(value -> value > 0) || !Arrays.stream(other).allMatch(value -> value > 0)) {
      return null;
    }
    double[] logarithms = IntStream.range(0, first.length).mapToDouble(at -> StrictMath.log(other[at] / first[at])).toArray();
    double mean = mean(logarithms);
    double half = halfWidth(logarithms);
    return new Ratio(StrictMath.exp(mean), StrictMath.exp(mean - half), StrictMath.exp(mean + half));
  }

  private static double halfWidth(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    int pairs = values.length;
    return StudentT.of95(pairs - 1) * Math.sqrt(squares / (pairs - 1) / pairs);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /**
   * Returns whether the other configuration is below or above the first, or the interval includes "no difference", so that the
   * difference may be noise: by the ratio where there is one, otherwise by the difference.
   */
  public Verdict verdict() {
    return ratio == null
        ? verdict(difference, difference - halfWidth, difference + halfWidth, 0)
        : verdict(ratio.mean, ratio.low, ratio.high, 1);
  }

  private static Verdict verdict(double mean, double low, double high, double none) {
    if (mean == none && low == none && high == none) {
      return Verdict.EQUAL;
    }
    return low > none ? Verdict.HIGHER : high < none ? Verdict.LOWER : Verdict.NOT_SIGNIFICANT;
  }
}
