package dev.inflight.lab.spread;

import java.util.Arrays;
import java.util.List;

/**
 * Differences of the same flow's FCT between two members of an ensemble, over all pairs of members and all flows that all members
 * finished. Each difference is relative to the flow's mean FCT over the members.
 *
 * @param flows number of flows that all members finished
 * @param leftOut number of flows that only some members finished
 * @param differenceMean mean difference between two members
 * @param differenceRms root mean square of the difference
 * @param differenceMax largest difference
 * @param furthest number, as in results, of the flow with the largest difference
 * @param cvMean mean of the flows' coefficients of variation
 * @param cvMax largest of them
 */
public record FlowSpread(int flows, int leftOut, double differenceMean, double differenceRms, double differenceMax,
    String furthest, double cvMean, double cvMax) {
  /**
   * Returns the spread of FCTs.
   *
   * @param names names of the flows
   * @param fctPs FCTs of each flow in two or more members, in ps
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
      squares += 2 * cv * cv; // the mean square difference of two members is twice the variance
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

  /** Mean over all pairs: each value is above those before it, and below those after it. */
  private static double meanDifference(double[] sorted) {
    double sum = 0;
    for (int at = 0; at < sorted.length; at++) {
      sum += (2 * at - sorted.length + 1) * sorted[at];
    }
    return sum / (sorted.length * (sorted.length - 1) / 2.0);
  }
}
