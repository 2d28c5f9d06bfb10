package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.ns3.Ns3Compatibility;

/** Buffer that a port reserves for packets that are on their way when it sends a pause. */
public final class Headroom {
  /** A frame as large as Ethernet switches take. */
  public static final int LARGEST_FRAME_BYTES = 9216;
  private static final double PS_BITS_PER_BYTE = 8e12;
  static final double MOST_IN_DELAY = 1e15; // more than any buffer, and three times it fits a long

  private Headroom() {
  }

  /**
   * Headroom of one port, in bytes: three times rate times delay (the HPCC authors' rule). In the RoCEv2 framing at least the data that can
   * arrive after a pause: during the pause's way and the data's way back, until the peer responds, and at each end a frame that has already
   * started, behind another one.
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
   * Largest number of bytes that can arrive at a port after it has to pause its peer: the frame that finds no shared room, and the peer's
   * data until it stops. The peer stops after the time of the largest frame, which keeps the port from sending the pause, those of pauses
   * of other priorities, both ways of the cable, and the peer's response; and then a frame that has just started ends.
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
   * Number of priorities for which a switch reserves memory at every port: the lossless ones of flows and, if some packets travel in a
   * separate priority, that one. One in the reference framing, where switches count each port once (the HPCC authors' rule).
   *
   * @param priorities the priorities of flows, a bit each
   * @param apart true with congestion notification packets or answers of switches
   * @param lossless the priorities with PFC, a bit each
   */
  static int priorities(int priorities, boolean apart, int lossless, Framing framing) {
    return Ns3Compatibility.of(framing).countsHeadroomPerPriority()
        ? Integer.bitCount((priorities | (apart ? 1 << Packet.APART_PRIORITY : 0)) & lossless)
        : 1;
  }
}
