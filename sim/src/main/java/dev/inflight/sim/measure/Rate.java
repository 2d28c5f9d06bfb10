package dev.inflight.sim.measure;

/** Definitions of rates and of shares of time in results. */
public final class Rate {
  private static final double BITS_PER_BYTE = 8;
  private static final double BIT_PS_PER_BYTE_S = 8e12;

  private Rate() {
  }

  /** Bits per second, of bytes over a time in picoseconds. */
  public static double bitsPerSec(double bytes, double ps) {
    return bytes * BIT_PS_PER_BYTE_S / ps;
  }

  /** Bits per second, of bytes over a time in seconds, as in summaries. */
  public static double overSeconds(double bytes, double seconds) {
    return BITS_PER_BYTE * bytes / seconds;
  }

  /** Share of one time in another; 0 when that is 0. A port's utilization is its sending time's share of the simulated time. */
  public static double share(double ps, double ofPs) {
    return ofPs == 0 ? 0 : ps / ofPs;
  }
}
