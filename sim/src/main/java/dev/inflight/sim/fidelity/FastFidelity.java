package dev.inflight.sim.fidelity;

import dev.inflight.telemetry.util.Check;

/**
 * Periods in which all flows continue unchanged are not simulated; their results are extrapolated.
 *
 * @param errorPercent the largest intended error of completion times, 0.01 to 5
 */
public record FastFidelity(double errorPercent) implements Fidelity {
  /** Half a percent. */
  public static final FastFidelity DEFAULT = new FastFidelity(0.5);

  private static final double LEAST_PERCENT = 0.01;
  private static final double MOST_PERCENT = 5;

  /** Checks the range. */
  public FastFidelity {
    Check.within("error (percent)", errorPercent, LEAST_PERCENT, MOST_PERCENT);
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
