package dev.inflight.lab.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t, for the confidence interval of the mean of a few runs. */
public final class StudentT {
  private static final double UPPER_BOUND = 0.975;

  private StudentT() {
  }

  /**
   * By how many standard errors of a mean its 95 % confidence interval reaches to each side.
   *
   * @param degreesOfFreedom one less than there are values, 1 or more
   */
  public static double of95(int degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(UPPER_BOUND);
  }
}
