package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import org.jspecify.annotations.Nullable;

/** How a switch divides its memory among ports and priorities, and when it pauses: a buffer profile, as SAI calls it. */
public interface PfcProfile {
  /** The name by which scenarios call it. */
  String name();

  /**
   * What holds for each priority of a port.
   *
   * @param port the cable at it
   * @param nicRateBitsPerSec rate of the slowest NIC, in bit/s
   * @throws IllegalArgumentException when there is a {@link #problem}
   */
  PfcLimits limits(Cable port, long nicRateBitsPerSec);

  /** Why it has nothing for such a port; null when it has. */
  default @Nullable String problem(Cable port) {
    return null;
  }

  /**
   * What a port's headroom follows from.
   *
   * @param rateBitsPerSec rate of the cable, in bit/s
   * @param delayPs its delay, in ps
   * @param framing sizes of frames
   * @param responsePs how long after a pause's arrival the port at the other end goes on starting packets, in ps
   */
  record Cable(long rateBitsPerSec, long delayPs, Framing framing, long responsePs) {
    /** The longest cable that profiles take, in m. */
    static final double LONGEST_METERS = 100_000;
    private static final double METERS_PER_SEC = 1.98e8;
    private static final double PS_PER_SEC = 1e12;

    /** Its length by its delay, at 198000000 m/s as SONiC has it, in m. */
    double meters() {
      return delayPs / PS_PER_SEC * METERS_PER_SEC;
    }

    /** Headroom by the HPCC authors' rule, in bytes. */
    long authorsHeadroomBytes() {
      return Headroom.bytes(this);
    }
  }
}
