package dev.inflight.lab.verify;

import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.statistics.StudentT;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Measure of full and fast runs.
 *
 * @param key name in JSON
 * @param title name on the screen
 * @param unit unit: s, B, bit/s or share; empty for a count or a ratio
 * @param full values of the full runs that have one
 * @param fast values of the fast runs that have one
 * @param isLacking true if runs of only one kind have a value, {@linkplain VerifiedPair#isApart by more than chance}
 * @param allowed maximum accepted relative difference of the means; null: the measure is shown, but not judged
 */
record VerifiedMeasure(String key, String title, String unit, double[] full, double[] fast, boolean isLacking,
    @Nullable Double allowed) {
  /**
   * Returns a judged measure. The means may differ by the requested error or, with several runs, by chance: the 95 % confidence
   * interval of their difference by Student's t.
   *
   * @param both values of the full runs, followed by those of as many fast runs
   */
  static VerifiedMeasure judged(MeasureSpread both, double error) {
    VerifiedMeasure shown = shown(both);
    return new VerifiedMeasure(both.key(), both.title(), both.unit(), shown.full, shown.fast, shown.isLacking,
        Double.max(error, shown.chance()));
  }

  /** Returns a measure that is not judged. */
  static VerifiedMeasure shown(MeasureSpread both) {
    int runs = both.values().length / 2;
    double[] full = known(both.values(), 0, runs);
    double[] fast = known(both.values(), runs, 2 * runs);
    return new VerifiedMeasure(both.key(), both.title(), both.unit(), full, fast,
        VerifiedPair.isApart(full.length, fast.length, runs), null);
  }

  private static double[] known(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).filter(value -> !Double.isNaN(value)).toArray();
  }

  /**
   * Half the width of the confidence interval, over the mean of the full runs; 0 with one run of a kind, which shows no chance.
   */
  private double chance() {
    if (full.length < 2 || fast.length < 2) {
      return 0;
    }
    double mean = Math.abs(mean(full));
    return mean == 0
        ? 0
        : StudentT.of95(full.length + fast.length - 2) * Math.sqrt(variance(full) / full.length + variance(fast) / fast.length)
            / mean;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / (values.length - 1);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Mean of the full runs; null if none has a value. */
  @Nullable
  Double fullMean() {
    return full.length == 0 ? null : Double.valueOf(mean(full));
  }

  /** Mean of the fast runs; null if none has a value. */
  @Nullable
  Double fastMean() {
    return fast.length == 0 ? null : Double.valueOf(mean(fast));
  }

  /**
   * Excess of the fast runs' mean over the full runs' mean, as a share of the latter; null if only that is 0, or one is unknown.
   */
  @Nullable
  Double difference() {
    if (full.length == 0 || fast.length == 0) {
      return null;
    }
    double of = mean(full);
    double away = mean(fast) - of;
    return away == 0 ? Double.valueOf(0) : of == 0 ? null : Double.valueOf(away / of);
  }

  /** Reports whether the measure is judged and exceeds its limit. */
  boolean isMissed() {
    Double difference = difference();
    return allowed != null && (isLacking || difference == null || Math.abs(difference) > allowed);
  }
}
