package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.ns3.Ns3Compatibility;

/** Memory that a port reserves for packets in flight when it sends a pause. */
public final class Headroom {
  /** A frame as large as Ethernet switches take. */
  public static final int LARGEST_FRAME_BYTES = 9216;
  private static final double PS_BITS_PER_BYTE = 8e12;
  static final double MOST_IN_DELAY = 1e15; // more than any buffer, and three times it fits a long

  private Headroom() {
  }

  /**
   * Headroom of one port, in bytes: three times rate times delay (the HPCC authors' rule). RoCEv2 framing has at least the data
   * that can arrive after a pause: during the delays of pause and data, the peer's response, and, at each end, a frame that has
   * started.
   */
  public static long bytes(PfcProfile.Cable cable) {
    long inDelay = bytesIn(cable.delayPs(), cable.rateBitsPerSec());
    long authors = 3 * inDelay;
    return Ns3Compatibility.of(cable.framing()).coversPausesOnTheirWay()
        ? Math.max(authors, 2 * inDelay + bytesIn(cable.responsePs(), cable.rateBitsPerSec()) + 3L * LARGEST_FRAME_BYTES)
        : authors;
  }

  private static long bytesIn(long ps, long rateBitsPerSec) {
    return (long) Math.min(rateBitsPerSec * (ps / PS_BITS_PER_BYTE) + 1e-6, MOST_IN_DELAY);
  }

  /**
   * Largest number of bytes that can arrive at a port after it must pause its peer: the frame without shared room, and the peer's
   * data until it stops. This takes the time of the largest frame (which delays the pause), of pauses of other priorities, of
   * both directions of the cable, of the peer's response, and of a frame that the peer has just started.
   *
   * @param frameBytes the largest frame of either direction
   * @param lossless number of priorities that may pause at once, 1 or more
   */
  public static long neededBytes(PfcProfile.Cable cable, int frameBytes, int lossless) {
    int gap = cable.framing().gapBytes();
    double wireBytes = frameBytes + gap + (double) lossless * (cable.framing().pauseBytes() + gap)
        + cable.rateBitsPerSec() * ((2.0 * cable.delayPs() + cable.responsePs()) / PS_BITS_PER_BYTE);
    return (long) Math.min(Math.ceil(2.0 * frameBytes + wireBytes * frameBytes / (frameBytes + gap)), MOST_IN_DELAY);
  }

  /**
   * Number of priorities for which a switch reserves memory at every port: the flows' lossless ones and, if some packets use a
   * separate priority, that one. In the reference framing it is one per port (the HPCC authors' rule).
   *
   * @param priorities the priorities of flows, a bit each
   * @param apart true with congestion notification packets or answers of switches
   * @param lossless the priorities with PFC, a bit each
   */
  static int priorities(int priorities, boolean apart, int lossless, Framing framing) {
    return Ns3Compatibility.of(framing).countsHeadroomPerPriority()
        ? Integer.bitCount(reserving(priorities, apart, lossless))
        : 1;
  }

  /** The priorities of flows, and the separate one if there is one, that are lossless, a bit each. */
  static int reserving(int priorities, boolean apart, int lossless) {
    return (priorities | (apart ? 1 << Packet.APART_PRIORITY : 0)) & lossless;
  }
}
