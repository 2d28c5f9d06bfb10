package dev.inflight.telemetry.util;

/**
 * Utilization of a port over the last full interval, for switches that measure utilization themselves. Each stamped packet
 * updates it; an idle port extends the interval.
 */
public final class UtilizationMeter {
  /** Divisor of the interval: a shorter part of the first interval may be a single packet, which is not a measurement. */
  private static final int LEAST_PART = 4;

  private final double rateBytesPerPs;
  private final long intervalPs;
  private long sincePs = -1;
  private long sinceBytes;
  private boolean measured;
  private double utilization;

  /** Creates a meter for a port of this rate, over intervals of at least {@code intervalPs}, above 0. */
  public UtilizationMeter(long rateBitsPerSec, long intervalPs) {
    Check.check("interval in ps", intervalPs, 1, Long.MAX_VALUE);
    rateBytesPerPs = rateBitsPerSec / 8e12;
    this.intervalPs = intervalPs;
  }

  /**
   * Utilization of the port, 0 to 1. In the first interval it covers the elapsed part, and is 0 in the first quarter.
   *
   * @param nowPs time, not before that of the previous call
   * @param sentBytes bytes that the port has sent before now
   */
  public double at(long nowPs, long sentBytes) {
    if (sincePs < 0) {
      sincePs = nowPs;
      sinceBytes = sentBytes;
      return 0;
    }
    long elapsedPs = nowPs - sincePs;
    boolean full = elapsedPs >= intervalPs;
    if (full || !measured && elapsedPs > intervalPs / LEAST_PART) {
      utilization = Math.min(1, (sentBytes - sinceBytes) / (elapsedPs * rateBytesPerPs));
    }
    if (full) {
      measured = true;
      sincePs = nowPs;
      sinceBytes = sentBytes;
    }
    return utilization;
  }
}
