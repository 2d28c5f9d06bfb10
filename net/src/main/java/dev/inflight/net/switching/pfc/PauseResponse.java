package dev.inflight.net.switching.pfc;

/**
 * How long after the arrival of a pause frame ports go on starting packets, and after that of a resume frame go on waiting. A packet that has
 * started always ends.
 *
 * @param switchPs of ports of switches, in picoseconds, 0 to {@link #LONGEST_PS}, or {@link #IEEE}
 * @param nicPs of NICs of hosts, likewise
 */
public record PauseResponse(long switchPs, long nicPs) {
  /** As long as IEEE 802.3 allows at the port's rate. */
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

  /** Whether some ports obey later than at once. */
  public boolean isLate() {
    return switchPs != 0 || nicPs != 0;
  }

  /** The time of a port, in picoseconds. */
  public long ps(boolean ofSwitch, long rateBitsPerSec) {
    long ps = ofSwitch ? switchPs : nicPs;
    return ps == IEEE ? Math.round(ieeeBits(rateBitsPerSec) * (PS_PER_SEC / rateBitsPerSec)) : ps;
  }

  /**
   * How long a port may take, in bit times: quanta of 512 bits by its rate (IEEE 802.3, 31B.3.7, as SONiC's buffer_headroom_mellanox.lua has
   * them); between two rates those of the higher.
   */
  static long ieeeBits(long rateBitsPerSec) {
    long gbps = Math.ceilDiv(rateBitsPerSec, GIGA);
    int quanta = gbps <= 10
        ? 67
        : gbps <= 25 ? 80 : gbps <= 40 ? 118 : gbps <= 50 ? 147 : gbps <= 100 ? 394 : gbps <= 200 ? 453 : 905;
    return (long) quanta * BITS_OF_QUANTUM;
  }
}
