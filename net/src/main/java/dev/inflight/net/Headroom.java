package dev.inflight.net;

/** How much buffer a port keeps for packets that are still on their way when it has sent a pause. */
public final class Headroom {
  private static final int LARGEST_FRAME_BYTES = 9216;

  private Headroom() {
  }

  /**
   * Headroom of one port, in bytes: three times rate times delay (the HPCC authors' rule). In the RoCEv2 framing at least what a pause
   * can let through: the pause's way and the data's way back, and at each end a frame that has already begun, behind another one.
   */
  public static long bytes(long rateBitsPerSec, long delayPs, Framing framing) {
    long inDelay = (long) (rateBitsPerSec * (delayPs / 8e12) + 1e-6);
    long authors = 3 * inDelay;
    return framing == Framing.REFERENCE ? authors : Math.max(authors, 2 * inDelay + 3L * LARGEST_FRAME_BYTES);
  }

  /** What a switch sets aside for ports of these rates and delays before anything is shared: headrooms and reserved parts. */
  public static long setAsideBytes(long[] ratesBitsPerSec, long[] delaysPs, Framing framing) {
    long total = 0;
    for (int port = 0; port < ratesBitsPerSec.length; port++) {
      total += bytes(ratesBitsPerSec[port], delaysPs[port], framing) + SharedBuffer.RESERVED_BYTES;
    }
    return total;
  }
}
