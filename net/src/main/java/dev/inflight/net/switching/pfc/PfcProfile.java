package dev.inflight.net.switching.pfc;

import dev.inflight.net.link.Framing;
import org.jspecify.annotations.Nullable;

/** Division of a switch's memory among ports and priorities, and the thresholds of pauses: a buffer profile, in SAI's term. */
public interface PfcProfile {
  /** The name by which scenarios call it. */
  String name();

  /**
   * Limits of each priority of a port.
   *
   * @param port the cable at it
   * @param nicRateBitsPerSec rate of the slowest NIC, in bit/s
   * @throws IllegalArgumentException if there is a {@link #problem}
   */
  PfcLimits limits(Cable port, long nicRateBitsPerSec);

  /** Reason for which it has no limits of such a port; null if it has. */
  default @Nullable String problem(Cable port) {
    return null;
  }

  /**
   * Properties of a cable that determine a port's headroom.
   *
   * @param rateBitsPerSec rate of the cable, in bit/s
   * @param delayPs its delay, in ps
   * @param framing sizes of frames
   * @param responsePs time from a pause's arrival until the port at the other end starts no more packets, in picoseconds
   */
  record Cable(long rateBitsPerSec, long delayPs, Framing framing, long responsePs) {
    /** The longest cable that profiles take, in m. */
    static final double LONGEST_METERS = 100_000;
    private static final double METERS_PER_SEC = 1.98e8;
    private static final double PS_PER_SEC = 1e12;

    /** Length of the cable by its delay, at 198000000 m/s as in SONiC, in m. */
    double meters() {
      return delayPs / PS_PER_SEC * METERS_PER_SEC;
    }

    /** Headroom by the HPCC authors' rule, in bytes. */
    long authorsHeadroomBytes() {
      return Headroom.bytes(this);
    }
  }
}
