package dev.inflight.lab.spread;

import java.util.Arrays;
import java.util.List;

/**
 * Spread of the completion times of the same flow in two members of an ensemble, over all flows that all members finished and all pairs of
 * members; each relative to the flow's mean over the members.
 *
 * @param flows number of flows that all members finished
 * @param leftOut number of flows that some members finished and others did not
 * @param differenceMean mean difference of two members
 * @param differenceRms root mean square of the difference
 * @param differenceMax largest difference
 * @param furthest flow with the largest difference, as results number it
 * @param cvMean mean of the flows' coefficients of variation
 * @param cvMax largest of them
 */
public record FlowSpread(int flows, int leftOut, double differenceMean, double differenceRms, double differenceMax,
    String furthest, double cvMean, double cvMax) {
  /**
   * Returns the spread of completion times.
   *
   * @param names names of the flows
   * @param fctPs completion times of each flow in the members, two or more, in picoseconds
   * @param leftOut number of flows that are not among them
   */
  static FlowSpread of(List<String> names, List<double[]> fctPs, int leftOut) {
    double sum = 0;
    double squares = 0;
    double largest = 0;
    double cvs = 0;
    double cvMax = 0;
    String furthest = names.isEmpty() ? "" : names.getFirst();
    for (int flow = 0; flow < fctPs.size(); flow++) {
      double[] sorted = fctPs.get(flow).clone();
      Arrays.sort(sorted);
      double mean = Arrays.stream(sorted).average().orElseThrow();
      double cv = MeasureSpread.cv(sorted);
      sum += meanDifference(sorted) / mean;
      squares += 2 * cv * cv; // the mean square of the difference of two members is twice the variance
      cvs += cv;
      cvMax = Math.max(cvMax, cv);
      double most = (sorted[sorted.length - 1] - sorted[0]) / mean;
      if (most > largest) {
        largest = most;
        furthest = names.get(flow);
      }
    }
    int flows = Math.max(1, fctPs.size());
    return new FlowSpread(fctPs.size(), leftOut, sum / flows, Math.sqrt(squares / flows), largest, furthest, cvs / flows, cvMax);
  }

  /** The mean over all pairs: a value is above as many as precede it, and below as many as follow it. */
  private static double meanDifference(double[] sorted) {
    double sum = 0;
    for (int at = 0; at < sorted.length; at++) {
      sum += (2 * at - sorted.length + 1) * sorted[at];
    }
    return sum / (sorted.length * (sorted.length - 1) / 2.0);
  }
}
