package dev.inflight.lab.spread;

import java.util.Arrays;

/**
 * A measure of several runs, such as the members of an ensemble.
 *
 * @param key what JSON calls it
 * @param title what the screen calls it
 * @param unit its unit: s, B, bit/s or share; empty for a count or a ratio
 * @param values one for each run, in their order, two or more; NaN where a run does not know it
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

  /** Whether each run knows it: the job has ended, say. */
  public boolean isKnownToAll() {
    return Arrays.stream(values).noneMatch(Double::isNaN);
  }

  /** Whether there is nothing to see: all are 0. */
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
