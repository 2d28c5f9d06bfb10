package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.ns3.Ns3Compatibility;

/** How much buffer a port keeps for packets that are still on their way when it has sent a pause. */
public final class Headroom {
  /** A frame as large as Ethernet switches take. */
  public static final int LARGEST_FRAME_BYTES = 9216;
  static final double MOST_IN_DELAY = 1e15; // more than any buffer, and three times it fits a long

  private Headroom() {
  }

  /**
   * Headroom of one port, in bytes: three times rate times delay (the HPCC authors' rule). In the RoCEv2 framing at least what a pause
   * can let through: the pause's way and the data's way back, and at each end a frame that has already started, behind another one.
   */
  public static long bytes(long rateBitsPerSec, long delayPs, Framing framing) {
    long inDelay = (long) Math.min(rateBitsPerSec * (delayPs / 8e12) + 1e-6, MOST_IN_DELAY);
    long authors = 3 * inDelay;
    return Ns3Compatibility.of(framing).coversPausesOnTheirWay()
        ? Math.max(authors, 2 * inDelay + 3L * LARGEST_FRAME_BYTES)
        : authors;
  }

  /**
   * How many priorities a switch sets memory aside for at every port: those of flows and, where packets travel apart from them,
   * the priority of those. One in the reference framing, whose switches count each port once (the HPCC authors' rule).
   *
   * @param priorities the priorities of flows, a bit each
   * @param apart whether there are congestion notification packets, or answers of switches
   */
  public static int priorities(int priorities, boolean apart, Framing framing) {
    return Ns3Compatibility.of(framing).countsHeadroomPerPriority()
        ? Integer.bitCount(priorities | (apart ? 1 << Packet.APART_PRIORITY : 0))
        : 1;
  }
}
