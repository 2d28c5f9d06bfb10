package dev.inflight.lab.spread;

import java.util.Arrays;

/**
 * Measure of several runs, such as members of an ensemble.
 *
 * @param key name in JSON
 * @param title name on the screen
 * @param unit unit: s, B, bit/s or share; empty for a count or a ratio
 * @param values values of two or more runs, in their order; NaN for a run without a value
 */
public record MeasureSpread(String key, String title, String unit, double[] values) {
  /** Mean of the values. */
  public double mean() {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Coefficient of variation: sample standard deviation over mean; 0 if all values are equal. */
  public double cv() {
    return cv(values);
  }

  /** Least value. */
  public double least() {
    return Arrays.stream(values).min().orElseThrow();
  }

  /** Largest value. */
  public double most() {
    return Arrays.stream(values).max().orElseThrow();
  }

  /** Reports whether each run has a value; an unfinished job, for instance, has no duration. */
  public boolean isKnownToAll() {
    return Arrays.stream(values).noneMatch(Double::isNaN);
  }

  /** Reports whether all values are 0. */
  public boolean isZero() {
    return Arrays.stream(values).allMatch(value -> value == 0);
  }

  /** Coefficient of variation of two or more values. */
  public static double cv(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return squares == 0 ? 0 : Math.sqrt(squares / (values.length - 1)) / Math.abs(mean);
  }
}
