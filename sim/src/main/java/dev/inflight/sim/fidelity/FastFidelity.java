package dev.inflight.sim.fidelity;

import dev.inflight.telemetry.util.Check;

/**
 * Skips stretches in which all flows continue as before, and credits the data that they would have carried.
 *
 * @param errorPercent the error that completion times may have by that, written as in 0.5%, 0.01 to 5
 */
public record FastFidelity(double errorPercent) implements Fidelity {
  /** Half a percent. */
  public static final FastFidelity DEFAULT = new FastFidelity(0.5);

  private static final double LEAST_PERCENT = 0.01;
  private static final double MOST_PERCENT = 5;

  /** Checks the range. */
  public FastFidelity {
    Check.within("error in percent", errorPercent, LEAST_PERCENT, MOST_PERCENT);
  }

  @Override
  public String name() {
    return "fast";
  }

  @Override
  public double error() {
    return errorPercent / 100;
  }
}
