package dev.inflight.lab.spread;

import java.util.Arrays;

/**
 * Measure of several runs, such as the members of an ensemble.
 *
 * @param key name in JSON
 * @param title name on the screen
 * @param unit unit: s, B, bit/s or share; empty for a count or a ratio
 * @param values value of each run, in their order, two or more; NaN where a run has none
 */
public record MeasureSpread(String key, String title, String unit, double[] values) {
  /** Their mean. */
  public double mean() {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Their coefficient of variation: the standard deviation of a sample over the mean; 0 where all are equal. */
  public double cv() {
    return cv(values);
  }

  /** The least. */
  public double least() {
    return Arrays.stream(values).min().orElseThrow();
  }

  /** The most. */
  public double most() {
    return Arrays.stream(values).max().orElseThrow();
  }

  /** Reports whether each run has a value; a job that has not ended has no time, for instance. */
  public boolean isKnownToAll() {
    return Arrays.stream(values).noneMatch(Double::isNaN);
  }

  /** Reports whether all values are 0. */
  public boolean isZero() {
    return Arrays.stream(values).allMatch(value -> value == 0);
  }

  /** The coefficient of variation of some values, two or more. */
  public static double cv(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return squares == 0 ? 0 : Math.sqrt(squares / (values.length - 1)) / Math.abs(mean);
  }
}
