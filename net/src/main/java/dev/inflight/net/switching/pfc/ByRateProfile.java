package dev.inflight.net.switching.pfc;

/**
 * The HPCC paper's rule (§5.1: PFC at about 11 % of the free buffer): the threshold is 1/8 of the free part of the shared buffer
 * for a port at the slowest NIC's rate, doubling with each doubling of the rate, up to the whole free part.
 */
public record ByRateProfile() implements PfcProfile {
  /** The only one. */
  public static final ByRateProfile DEFAULT = new ByRateProfile();
  /** Reserved for each port and priority, in bytes. */
  public static final int RESERVED_BYTES = 4096;
  static final int XON_OFFSET_BYTES = 3072;
  private static final int SMALLEST_TH = -3;

  @Override
  public String name() {
    return "by-rate";
  }

  @Override
  public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
    int th = SMALLEST_TH;
    for (long rate = port.rateBitsPerSec(); rate > nicRateBitsPerSec && th < 0; rate /= 2) {
      th++;
    }
    return new PfcLimits(RESERVED_BYTES, port.authorsHeadroomBytes(), th, PfcLimits.NEVER, 0, XON_OFFSET_BYTES);
  }
}
