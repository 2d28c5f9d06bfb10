package dev.inflight.telemetry.util;

/**
 * How busy a port was over the last full interval, as switches report it that measure utilization themselves. Looked at whenever a
 * packet is stamped; a port that was idle in between is averaged over the longer time.
 */
public final class UtilizationMeter {
  /** A shorter part of the first interval than this fraction may be a single packet, and says nothing. */
  private static final int LEAST_PART = 4;

  private final double rateBytesPerPs;
  private final long intervalPs;
  private long sincePs = -1;
  private long sinceBytes;
  private boolean measured;
  private double utilization;

  /** A meter for a port of this rate, over intervals of at least {@code intervalPs}, above 0. */
  public UtilizationMeter(long rateBitsPerSec, long intervalPs) {
    Check.check("interval in ps", intervalPs, 1, Long.MAX_VALUE);
    rateBytesPerPs = rateBitsPerSec / 8e12;
    this.intervalPs = intervalPs;
  }

  /**
   * The port's utilization, 0 to 1; until the first interval is full, that of the part of it that there is, and 0 in its first quarter.
   *
   * @param nowPs not before that of the call before
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
