package dev.inflight.net.switching.ecn;

import dev.inflight.telemetry.util.Check;

/**
 * Marking by queue length (RED), instantaneous or averaged: never up to {@code kMinBytes}, with a probability that rises linearly
 * to {@code pMax} at {@code kMaxBytes}, always above. In the terms of SAI's and SONiC's WRED profiles:
 * {@code green_min_threshold}, {@code green_max_threshold}, {@code green_drop_probability} and {@code weight}.
 *
 * @param kMinBytes queue length up to which nothing is marked, 0 or more
 * @param kMaxBytes queue length above which everything is marked, at least {@code kMinBytes}
 * @param pMax marking probability at {@code kMaxBytes}, 0 to 1
 * @param weight 0: the queue as it is decides; 1 to 15: its moving average, in which a sample counts for 2 to the power of minus
 * this
 */
public record EcnThresholds(long kMinBytes, long kMaxBytes, double pMax, int weight) implements EcnMarking {
  /** The largest weight in SAI. */
  public static final int MOST_WEIGHT = 15;

  /** Checks the ranges. */
  public EcnThresholds {
    if (kMinBytes < 0 || kMaxBytes < kMinBytes) {
      throw new IllegalArgumentException(
          "ECN thresholds must satisfy 0 <= Kmin <= Kmax, found Kmin " + kMinBytes + " B, Kmax " + kMaxBytes + " B");
    }
    Check.within("ECN Pmax", pMax, 0, 1);
    Check.check("ECN weight", weight, 0, MOST_WEIGHT);
  }

  /** Makes thresholds of the instantaneous queue. */
  public EcnThresholds(long kMinBytes, long kMaxBytes, double pMax) {
    this(kMinBytes, kMaxBytes, pMax, 0);
  }

  @Override
  public EcnMarker marker(MarkingRandom random, long rateBitsPerSec) {
    var now = new RedMarker(this, random);
    return weight == 0 ? now : new AverageMarker(now, weight, rateBitsPerSec);
  }
}
