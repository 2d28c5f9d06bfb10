package dev.inflight.lab.verify;

import dev.inflight.lab.spread.FlowTimes;
import dev.inflight.lab.spread.MeasureSpread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FCTs of the same flows in full and in fast runs, for the flows that all runs finished.
 *
 * @param common number of these flows
 * @param leftOut number of flows that only some runs finished
 * @param onlyFull flows among the left-out ones that full runs finish and fast ones do not,
 *     {@linkplain VerifiedPair#isApart by more than chance}
 * @param onlyFast flows among them that fast runs finish and full ones do not
 * @param differenceMean mean over the flows of the distance of the fast runs' mean from the full runs' mean, over the latter
 * @param differenceMax largest such distance
 * @param furthest number, as in results, of the flow with the largest distance
 * @param spread share of chance in the differences; null for one run of each kind
 */
record VerifiedFlows(int common, int leftOut, List<String> onlyFull, List<String> onlyFast, double differenceMean,
    double differenceMax, String furthest, @Nullable Spread spread) {
  /** Maximum accepted rms of z. */
  static final double MOST_Z = 1.3;
  /** Least number of runs of each kind to judge z; with fewer, chance dominates its rms. */
  private static final int LEAST_RUNS = 8;

  /**
   * Differences of flows by chance.
   *
   * @param zRms root mean square over the flows of z, the difference of the means over its standard error, to which the requested
   *     error is added as another standard error
   * @param cvFull mean of the flows' coefficients of variation in the full runs
   * @param cvFast same mean of the fast runs
   * @param isJudged true if there are enough runs to judge z
   */
  record Spread(double zRms, double cvFull, double cvFast, boolean isJudged) {
  }

  /**
   * Returns the comparison of FCTs in full runs, followed by those in as many fast runs.
   *
   * @param error requested relative error
   */
  static VerifiedFlows of(FlowTimes times, int runs, double error) {
    double sum = 0;
    double largest = 0;
    double squares = 0;
    double cvFull = 0;
    double cvFast = 0;
    int flows = times.fctPs().size();
    String furthest = flows == 0 ? "" : times.names().getFirst();
    for (int flow = 0; flow < flows; flow++) {
      double[] full = Arrays.copyOf(times.fctPs().get(flow), runs);
      double[] fast = Arrays.copyOfRange(times.fctPs().get(flow), runs, 2 * runs);
      double ratio = mean(fast) / mean(full);
      double away = Math.abs(ratio - 1);
      sum += away;
      if (away > largest) {
        largest = away;
        furthest = times.names().get(flow);
      }
      if (runs > 1) {
        double ofFull = MeasureSpread.cv(full);
        double ofFast = MeasureSpread.cv(fast);
        cvFull += ofFull;
        cvFast += ofFast;
        squares += away * away / ((ofFull * ofFull + ratio * ratio * ofFast * ofFast) / runs + error * error);
      }
    }
    int most = Math.max(1, flows);
    Spread spread = runs < 2
        ? null
        : new Spread(Math.sqrt(squares / most), cvFull / most, cvFast / most, runs >= LEAST_RUNS && flows > 0);
    var onlyFull = new ArrayList<String>();
    var onlyFast = new ArrayList<String>();
    for (FlowTimes.Partial flow : times.partial()) {
      int ofFull = finished(flow, 0, runs);
      int ofFast = finished(flow, runs, 2 * runs);
      if (VerifiedPair.isApart(ofFull, ofFast, runs)) {
        (ofFull > ofFast ? onlyFull : onlyFast).add(flow.name());
      }
    }
    return new VerifiedFlows(flows, times.leftOut(), List.copyOf(onlyFull), List.copyOf(onlyFast), sum / most, largest, furthest,
        spread);
  }

  private static int finished(FlowTimes.Partial flow, int from, int to) {
    return (int) Arrays.stream(flow.fctPs(), from, to).filter(ps -> ps > 0).count();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Reports whether flows differ by more than chance and the requested error explain. */
  boolean isFurther() {
    return spread != null && spread.isJudged && spread.zRms > MOST_Z;
  }

  /** Reports the same, or whether runs of only one kind finish a flow. */
  boolean isMissed() {
    return isFurther() || !onlyFull.isEmpty() || !onlyFast.isEmpty();
  }
}
