package dev.inflight.sim.fast;

import dev.inflight.sim.measure.Batches;

/** Mean pace, window and bytes in flight of some flows' senders in each batch. They may vary while a rate is constant. */
final class SenderBatches {
  private final double[] paces = new double[Batches.NUMBER];
  private final double[] windows = new double[Batches.NUMBER];
  private final double[] inflight = new double[Batches.NUMBER];
  private final int last;
  private final int batch;
  private double rate;

  /** Makes batches of this many samples, without flows; the last batch ends with this sample. */
  SenderBatches(int last, int batch) {
    this.last = last;
    this.batch = batch;
  }

  /** Adds a flow with a known rate. */
  SenderBatches with(SampledFlow flow) {
    flow.addSender(last, batch, paces, windows, inflight);
    rate += flow.rate;
    return this;
  }

  /**
   * Time until the mean rate has changed by a share, if it follows the senders' limits; in picoseconds. 0 if the sent rate
   * differs from the arriving rate by more than that share.
   *
   * @param windowPs span of the batches, in picoseconds
   */
  double horizonPs(double share, double windowPs) {
    if (seenDrift(inflight) > batch * share * rate * windowPs / 2) {
      return 0;
    }
    return Math.min(untilChanged(paces, share, windowPs), untilChanged(windows, share, windowPs));
  }

  private static double untilChanged(double[] values, double share, double windowPs) {
    double drift = seenDrift(values);
    return drift == 0 ? Double.MAX_VALUE : share * Batches.mean(values) * windowPs / drift;
  }

  /** Drift beyond chance. */
  private static double seenDrift(double[] values) {
    return Math.max(0, Math.abs(Batches.drift(values)) - 2 * Batches.error(values));
  }
}
