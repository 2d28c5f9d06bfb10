package dev.inflight.lab.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t, for the confidence interval of a mean of a few runs. */
public final class StudentT {
  private static final double UPPER_BOUND = 0.975;

  private StudentT() {
  }

  /**
   * Half the width of a mean's 95 % confidence interval, in standard errors.
   *
   * @param degreesOfFreedom number of values minus one, 1 or more
   */
  public static double of95(int degreesOfFreedom) {
    return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(UPPER_BOUND);
  }
}
