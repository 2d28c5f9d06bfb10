package dev.inflight.net.switching.pfc;

import dev.inflight.telemetry.util.Check;

/**
 * A threshold in proportion to the free part of the shared buffer, equal for ports of all rates: SAI's dynamic threshold
 * (SAI_BUFFER_PROFILE_THRESHOLD_MODE_DYNAMIC; saibuffer.h).
 *
 * @param th the threshold is 2^th times the free part of the shared buffer, -8 to 8: -3 for alpha 1/8, 0 for 1
 * @param xonOffsetBytes a pause ends when shared memory in use is this far below the threshold, 0 to 2147483647
 * @param reservedBytes memory reserved for each port and priority, 0 to 2147483647
 * @param headroomBytes headroom per port and priority, 0 to 2147483647; 0: computed as in by-rate
 */
public record DynamicProfile(int th, int xonOffsetBytes, int reservedBytes, int headroomBytes) implements PfcProfile {
  /** The paper's numbers, for any rate. */
  public static final DynamicProfile DEFAULT = new DynamicProfile(-3, ByRateProfile.XON_OFFSET_BYTES,
      ByRateProfile.RESERVED_BYTES, 0);

  /** Checks the ranges. */
  public DynamicProfile {
    Check.check("th", th, PfcLimits.LEAST_TH, PfcLimits.LARGEST_TH);
    Check.size("xonOffset", xonOffsetBytes, 0);
    Check.size("reserved", reservedBytes, 0);
    Check.size("headroom", headroomBytes, 0);
  }

  @Override
  public String name() {
    return "dynamic";
  }

  @Override
  public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
    return new PfcLimits(reservedBytes, headroomBytes == 0 ? port.authorsHeadroomBytes() : headroomBytes, th, PfcLimits.NEVER, 0,
        xonOffsetBytes);
  }
}
