package dev.inflight.net.switching.ecn;

import dev.inflight.telemetry.util.Check;

/**
 * When a switch marks packets (RED on the instantaneous queue): never up to {@code kMinBytes}, with a probability that rises linearly
 * to {@code pMax} at {@code kMaxBytes}, always above.
 *
 * @param kMinBytes queue length up to which nothing is marked, 0 or more
 * @param kMaxBytes queue length above which everything is marked, at least {@code kMinBytes}
 * @param pMax marking probability at {@code kMaxBytes}, 0 to 1
 */
public record EcnThresholds(long kMinBytes, long kMaxBytes, double pMax) implements EcnMarking {
  /** Checks the ranges. */
  public EcnThresholds {
    if (kMinBytes < 0 || kMaxBytes < kMinBytes) {
      throw new IllegalArgumentException(
          "ECN thresholds must satisfy 0 <= Kmin <= Kmax: Kmin " + kMinBytes + " B, Kmax " + kMaxBytes + " B");
    }
    Check.within("ECN Pmax", pMax, 0, 1);
  }

  @Override
  public EcnMarker marker(MarkingRandom random) {
    return new RedMarker(this, random);
  }
}
