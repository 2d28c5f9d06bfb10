package dev.inflight.lab.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t, for the confidence interval of the mean of a few runs. */
public final class StudentT {
  private static final double UPPER_BOUND = 0.975;

  private StudentT() {
  }

  /**
   * Half the width of the 95 % confidence interval of a mean, in standard errors.
   *
   * @param degreesOfFreedom number of values less one, 1 or more
   */
  public static double of95(int degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(UPPER_BOUND);
  }
}
