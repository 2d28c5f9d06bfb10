package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;

/** How a switch divides its memory among ports and priorities, and when it pauses: a buffer profile, as SAI calls it. */
public interface PfcProfile {
  /** The name by which scenarios call it. */
  String name();

  /**
   * What holds for each priority of a port.
   *
   * @param port the cable at it
   * @param nicRateBitsPerSec rate of the slowest NIC, in bit/s
   */
  PfcLimits limits(Cable port, long nicRateBitsPerSec);

  /**
   * What a port's headroom follows from.
   *
   * @param rateBitsPerSec rate of the cable, in bit/s
   * @param delayPs its delay, in ps
   * @param framing sizes of frames
   */
  record Cable(long rateBitsPerSec, long delayPs, Framing framing) {
    /** Headroom by the HPCC authors' rule, in bytes. */
    long authorsHeadroomBytes() {
      return Headroom.bytes(rateBitsPerSec, delayPs, framing);
    }
  }
}
