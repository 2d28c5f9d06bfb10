package dev.inflight.lab.compare;

import dev.inflight.lab.statistics.StudentT;
import java.util.stream.IntStream;

/**
 * How much a measure of one configuration is above that of another, over runs with the same seeds: the mean of the differences of the
 * pairs, and its 95 % confidence interval by Student's t. To pair takes out what seeds have in common, such as their traffic.
 *
 * @param pairs how many seeds both have, 2 or more
 * @param meanFirst mean of the first configuration's measures
 * @param meanOther mean of the other one's
 * @param difference mean of other - first
 * @param halfWidth half the width of the interval around it
 */
public record PairedDifference(int pairs, double meanFirst, double meanOther, double difference, double halfWidth) {
  /** What the interval says. */
  public enum Verdict {
    EQUAL, LOWER, HIGHER, NOT_TOLD_APART
  }

  /** Of measures by seed. */
  static PairedDifference of(double[] first, double[] other) {
    int pairs = first.length;
    double[] differences = IntStream.range(0, pairs).mapToDouble(at -> other[at] - first[at]).toArray();
    double mean = mean(differences);
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    double standardError = Math.sqrt(squares / (pairs - 1) / pairs);
    return new PairedDifference(pairs, mean(first), mean(other), mean, StudentT.of95(pairs - 1) * standardError);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** Whether the other one is below or above the first, or the interval holds 0, so that it may be noise. */
  public Verdict verdict() {
    if (difference == 0 && halfWidth == 0) {
      return Verdict.EQUAL;
    }
    if (Math.abs(difference) <= halfWidth) {
      return Verdict.NOT_TOLD_APART;
    }
    return difference < 0 ? Verdict.LOWER : Verdict.HIGHER;
  }
}
