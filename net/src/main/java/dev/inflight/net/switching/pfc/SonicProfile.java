package dev.inflight.net.switching.pfc;

import dev.inflight.telemetry.util.Check;

/**
 * The lossless profile that SONiC computes for each port from its speed and cable (doc/qos/dynamically-headroom-calculation.md):
 * reserved bytes and XON from the size of the ASIC's packet pipeline, headroom for the bytes that arrive until the peer has
 * stopped.
 *
 * @param platform the switch ASIC
 * @param cableMeters length of cables, 0 to 100000; 0: from each cable's delay, at 198000000 m/s
 * @param th the threshold is 2^th times the free part of the shared buffer, -8 to 8
 * @param portMtuBytes largest frame of a port, 64 to 65536
 * @param losslessMtuBytes largest frame of the lossless priorities, 64 to 65536
 */
public record SonicProfile(SonicPlatform platform, double cableMeters, int th, int portMtuBytes,
    int losslessMtuBytes) implements PfcProfile {
  /** SONiC's packet sizes; th of its profiles of Spectrum. */
  public static final SonicProfile DEFAULT = new SonicProfile(SonicPlatform.SPECTRUM_4, 0, 0, 9100, 1024);
  private static final double METERS_PER_SEC = 1.98e8;

  /** Checks the ranges. */
  public SonicProfile {
    Check.within("cableMeters", cableMeters, 0, Cable.LONGEST_METERS);
    Check.check("th", th, PfcLimits.LEAST_TH, PfcLimits.LARGEST_TH);
    Check.check("portMtu", portMtuBytes, 64, 65_536);
    Check.check("losslessMtu", losslessMtuBytes, 64, 65_536);
  }

  @Override
  public String name() {
    return "sonic";
  }

  @Override
  public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
    double seconds = cableMeters > 0 ? cableMeters / METERS_PER_SEC : port.delayPs() / 1e12;
    double xoff = platform.xoffBytes(port.rateBitsPerSec(), port.rateBitsPerSec() / 8.0 * seconds, portMtuBytes,
        losslessMtuBytes);
    long headroomBytes = (long) Math.min(xoff, Headroom.MOST_IN_DELAY);
    return new PfcLimits(platform.xonBytes(port.rateBitsPerSec()), headroomBytes, th, PfcLimits.NEVER, 0, PfcLimits.NEVER);
  }
}
