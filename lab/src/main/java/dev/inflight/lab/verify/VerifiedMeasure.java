package dev.inflight.lab.verify;

import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.statistics.StudentT;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A measure of full runs and of fast ones.
 *
 * @param key what JSON calls it
 * @param title what the screen calls it
 * @param unit its unit: s, B, bit/s or share; empty for a count or a ratio
 * @param full one value for each full run
 * @param fast one for each fast run, as many
 * @param allowed the largest relative difference of the means that counts as right; null: it is shown, and not judged
 */
record VerifiedMeasure(String key, String title, String unit, double[] full, double[] fast, @Nullable Double allowed) {
  /**
   * A measure that is judged: the means may differ by the error that was asked for, or of several runs by what is chance, the 95 % confidence interval of
   * their difference by Student's t.
   *
   * @param both values of the full runs, and then of as many fast ones
   */
  static VerifiedMeasure judged(MeasureSpread both, double error) {
    VerifiedMeasure shown = shown(both);
    return new VerifiedMeasure(both.key(), both.title(), both.unit(), shown.full, shown.fast, Double.max(error, shown.chance()));
  }

  /** A measure that is not judged. */
  static VerifiedMeasure shown(MeasureSpread both) {
    int runs = both.values().length / 2;
    return new VerifiedMeasure(both.key(), both.title(), both.unit(), Arrays.copyOf(both.values(), runs),
        Arrays.copyOfRange(both.values(), runs, 2 * runs), null);
  }

  /** Half the width of the confidence interval, over the mean of the full runs; 0 of one run each, of which no chance is known. */
  private double chance() {
    int runs = full.length;
    double mean = mean(full);
    return runs < 2 || mean == 0
        ? 0
        : StudentT.of95(2 * runs - 2) * Math.sqrt((variance(full) + variance(fast)) / runs) / Math.abs(mean);
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** The mean of the full runs. */
  double fullMean() {
    return mean(full);
  }

  /** The mean of the fast runs. */
  double fastMean() {
    return mean(fast);
  }

  /** By how much the fast runs' mean is above the full runs', over the latter; null where that is 0 and the other is not. */
  @Nullable
  Double difference() {
    double of = fullMean();
    double away = fastMean() - of;
    return away == 0 ? Double.valueOf(0) : of == 0 ? null : Double.valueOf(away / of);
  }

  /** Whether it is judged, and beyond what is allowed. */
  boolean isMissed() {
    Double difference = difference();
    return allowed != null && (difference == null || Math.abs(difference) > allowed);
  }
}
