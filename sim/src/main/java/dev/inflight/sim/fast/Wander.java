package dev.inflight.sim.fast;

import dev.inflight.sim.measure.Batches;
import java.util.List;
import java.util.Objects;

/**
 * Fluctuation of flows' shares about their mean: a stationary process with a correlation that falls with time as (s / (s + t))^2,
 * as shares lose their memory slowly. HPCC's are 0.86, 0.71, 0.53, 0.34, 0.21 after 1, 2, 4, 8, 16 ms with 16 flows on a link of
 * 100 Gb/s.
 *
 * @param variance variance of a share
 * @param scalePs the time after which a quarter of a difference is left, in picoseconds; also the integral of the correlation
 */
record Wander(double variance, double scalePs) {
  /** No fluctuation. */
  static final Wander NONE = new Wander(0, 1);
  private static final int TRIES = 96;

  /** Fits a process to covariances of means by the batches between them; the variance of a batch does not count. */
  static Wander fit(double[] covariance, double batchPs) {
    Wander best = NONE;
    double least = Double.MAX_VALUE;
    for (int number = 0; number < TRIES; number++) {
      double scalePs = batchPs / 4 * StrictMath.pow(2, number / 12.0);
      double both = 0;
      double model = 0;
      double seen = 0;
      for (int lag = 1; lag <= 3 * Batches.NUMBER / 4; lag++) {
        double of = unitCovariance(scalePs, lag, batchPs);
        both += of * covariance[lag];
        model += of * of;
        seen += covariance[lag] * covariance[lag];
      }
      double variance = Math.max(0, both / model);
      double left = seen - 2 * variance * both + variance * variance * model;
      if (left < least) {
        least = left;
        best = new Wander(variance, scalePs);
      }
    }
    return best;
  }

  /** Mean of the known fluctuations of flows. */
  static Wander mean(List<SampledFlow> flows) {
    double variance = 0;
    double scalePs = 0;
    for (SampledFlow flow : flows) {
      Wander of = Objects.requireNonNull(flow.wander);
      variance += of.variance / flows.size();
      scalePs += of.scalePs / flows.size();
    }
    return new Wander(variance, scalePs);
  }

  /** Fluctuation of shares that are larger by a factor. */
  Wander times(double factor) {
    return new Wander(variance * factor * factor, scalePs);
  }

  /** Fluctuation of shares divided by a mean. */
  Wander over(double mean) {
    return times(1 / mean);
  }

  /** The correlation, integrated twice. */
  private static double twice(double scalePs, double ps) {
    return scalePs * (ps - scalePs * StrictMath.log1p(ps / scalePs));
  }

  private double twice(double ps) {
    return twice(scalePs, ps);
  }

  private static double unitCovariance(double scalePs, int lag, double batchPs) {
    return (twice(scalePs, (lag + 1) * batchPs) - 2 * twice(scalePs, lag * batchPs) + twice(scalePs, (lag - 1) * batchPs))
        / (batchPs * batchPs);
  }

  /** Covariance of the integrals over a time and over one before it, for a variance of 1. */
  private double across(double ps, double beforePs) {
    return twice(ps + beforePs) - twice(ps) - twice(beforePs);
  }

  /**
   * Equivalent time, within a time after a window, for which a share keeps its mean deviation in the window; in picoseconds.
   */
  double persistence(double ps, double windowPs) {
    return windowPs * across(ps, windowPs) / (2 * twice(windowPs));
  }

  /** Variance of a share's sum over a time, given its mean in a window before. */
  double variance(double ps, double windowPs) {
    double across = across(ps, windowPs);
    return variance * Math.max(0, 2 * twice(ps) - across * across / (2 * twice(windowPs)));
  }
}
