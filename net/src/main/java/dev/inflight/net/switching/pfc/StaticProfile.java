package dev.inflight.net.switching.pfc;

import dev.inflight.telemetry.util.Check;

/**
 * A fixed threshold in bytes, which applies until the shared buffer is full: SAI's static threshold
 * (SAI_BUFFER_PROFILE_THRESHOLD_MODE_STATIC; saibuffer.h).
 *
 * @param xoffBytes a port pauses its neighbor when it uses this much shared memory (above 0, at least {@code xonBytes})
 * @param xonBytes a pause ends when shared memory in use is at most this (0 to {@code xoffBytes})
 * @param reservedBytes memory reserved for each port and priority, 0 to 2147483647
 * @param headroomBytes headroom per port and priority, 0 to 2147483647; 0: computed as in by-rate
 */
public record StaticProfile(int xoffBytes, int xonBytes, int reservedBytes, int headroomBytes) implements PfcProfile {
  /** About the share that the paper's rule leaves to a port of a switch of 16 ports at 100 Gb/s: of 4 MB an eighth. */
  public static final StaticProfile DEFAULT = new StaticProfile(512_000, 508_928, ByRateProfile.RESERVED_BYTES, 0);

  /** Checks the ranges. */
  public StaticProfile {
    Check.size("xoff", xoffBytes, 1);
    if (xonBytes < 0 || xonBytes > xoffBytes) {
      throw new IllegalArgumentException("xon " + xonBytes + " bytes is outside 0 to xoff " + xoffBytes + " bytes");
    }
    Check.size("reserved", reservedBytes, 0);
    Check.size("headroom", headroomBytes, 0);
  }

  @Override
  public String name() {
    return "static";
  }

  @Override
  public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
    return new PfcLimits(reservedBytes, headroomBytes == 0 ? port.authorsHeadroomBytes() : headroomBytes, PfcLimits.UNLIMITED_TH,
        xoffBytes, xonBytes, PfcLimits.NEVER);
  }
}
