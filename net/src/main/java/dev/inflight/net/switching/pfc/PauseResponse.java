package dev.inflight.net.switching.pfc;

/**
 * Delay from the arrival of a pause frame until a port starts no more packets, and from that of a resume frame until it starts
 * again. A packet that has started always ends.
 *
 * @param switchPs delay of switches' ports, in picoseconds, 0 to {@link #LONGEST_PS}, or {@link #IEEE}
 * @param nicPs delay of hosts' NICs, likewise
 */
public record PauseResponse(long switchPs, long nicPs) {
  /** The longest delay that IEEE 802.3 allows at the port's rate. */
  public static final long IEEE = -1;
  /** The longest time, in picoseconds: 1 ms. */
  public static final long LONGEST_PS = 1_000_000_000L;
  /** At once. */
  public static final PauseResponse NONE = new PauseResponse(0, 0);

  private static final int BITS_OF_QUANTUM = 512;
  private static final long GIGA = 1_000_000_000L;
  private static final double PS_PER_SEC = 1e12;

  /** Checks the ranges. */
  public PauseResponse {
    check("switches", switchPs);
    check("nics", nicPs);
  }

  private static void check(String name, long ps) {
    if (ps != IEEE && (ps < 0 || ps > LONGEST_PS)) {
      throw new IllegalArgumentException(name + " of " + ps + " ps is outside 0 to " + LONGEST_PS + " ps");
    }
  }

  /** True if some ports respond with a delay. */
  public boolean isLate() {
    return switchPs != 0 || nicPs != 0;
  }

  /** The time of a port, in picoseconds. */
  public long ps(boolean ofSwitch, long rateBitsPerSec) {
    long ps = ofSwitch ? switchPs : nicPs;
    return ps == IEEE ? Math.round(ieeeBits(rateBitsPerSec) * (PS_PER_SEC / rateBitsPerSec)) : ps;
  }

  /**
   * Longest response of a port, in bit times: quanta of 512 bits by rate (IEEE 802.3, 31B.3.7, as in SONiC's
   * buffer_headroom_mellanox.lua). A rate in between has the value of the next higher one.
   */
  static long ieeeBits(long rateBitsPerSec) {
    long gbps = Math.ceilDiv(rateBitsPerSec, GIGA);
    int quanta = gbps <= 10
        ? 67
        : gbps <= 25 ? 80 : gbps <= 40 ? 118 : gbps <= 50 ? 147 : gbps <= 100 ? 394 : gbps <= 200 ? 453 : 905;
    return (long) quanta * BITS_OF_QUANTUM;
  }
}
