package dev.inflight.cc.hpcc;

/**
 * Additive step that grows with the unused headroom of the busiest link: an automatic speed-up of convergence to fairness, for
 * which draft-pan-tsvwg-hpccplus-00 §6.1 leaves the mechanism open.
 *
 * <p>By §5, N flows that add W_AI each need N * W_AI / W_init of the headroom 1 - eta, which U shows: at equilibrium U - eta is
 * this sum. The step is W_AI * speedUp^(1 - x), where x is the used share (U - eta) / (1 - eta), from 0 to 1, averaged over the
 * last round trips: few flows leave headroom and take large steps, and W_AI remains where the headroom is used up. The average is
 * the step's only state, so flows of one link take equal steps.
 */
final class RaisedStep {
  /**
   * Weight of a new value in the average: the loop from step to U and back is then stable for each multiple up to
   * {@link #LARGEST}.
   */
  static final double WEIGHT = 1.0 / 16;

  /** Largest multiple of W_AI. */
  static final double LARGEST = 1000;

  private final double leastBytes;
  private final double largestMultiple;
  private final double eta;
  private double used = 1;

  /**
   * Creates the step of a new flow, which is the smallest one until the flow has measured headroom.
   *
   * @param leastBytes W_AI, in bytes
   * @param largestMultiple speedUp: largest multiple of W_AI, 1 to {@link #LARGEST}
   * @param eta target utilization, above 0 to 1; there is no headroom at 1, and no larger step
   */
  RaisedStep(double leastBytes, double largestMultiple, double eta) {
    this.leastBytes = leastBytes;
    this.largestMultiple = largestMultiple;
    this.eta = eta;
  }

  /** Returns the step in bytes after a round trip with this U, 0 or more. */
  double next(double utilization) {
    double share = eta < 1 ? Math.clamp((utilization - eta) / (1 - eta), 0, 1) : 1;
    used += WEIGHT * (share - used);
    return leastBytes * StrictMath.pow(largestMultiple, 1 - used);
  }

  /** Restarts on another path: the headroom of its links is unknown. */
  double restart() {
    used = 1;
    return leastBytes;
  }
}
