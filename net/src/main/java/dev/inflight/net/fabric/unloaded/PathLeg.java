package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Sums along a path, or along its last part.
 *
 * @param switches number of switches that it crosses
 * @param delayPs propagation, in picoseconds
 * @param psPerByte transmission of one byte on all cables, in picoseconds
 * @param hopNs transmission of a full payload, in whole nanoseconds for each cable
 * @param bottleneckBitsPerSec the slowest cable's rate; 0 where there is no path
 */
record PathLeg(int switches, long delayPs, double psPerByte, long hopNs, long bottleneckBitsPerSec) {
  /** The path of a host to itself, or none. */
  static final PathLeg NONE = new PathLeg(0, 0, 0, 0, 0);
  /** The leg without a cable. */
  static final PathLeg START = new PathLeg(0, 0, 0, 0, Long.MAX_VALUE);

  // A record's own equality is made at each start, as the start-up cache cannot hold it.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathLeg that && switches == that.switches && delayPs == that.delayPs && hopNs == that.hopNs
        && Double.doubleToLongBits(psPerByte) == Double.doubleToLongBits(that.psPerByte)
        && bottleneckBitsPerSec == that.bottleneckBitsPerSec;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(((switches * 31L + delayPs) * 31 + hopNs) * 31 + bottleneckBitsPerSec) ^ Double.hashCode(psPerByte);
  }

  /** Returns this path with a cable before it, which starts behind this number of further switches. */
  PathLeg behind(Topology.Link link, int moreSwitches, int payloadBytes) {
    long rate = link.rateBitsPerSec();
    return new PathLeg(switches + moreSwitches, delayPs + link.delayPs(), psPerByte + 8e12 / rate,
        hopNs + payloadBytes * 1_000_000_000L * 8 / rate, Math.min(bottleneckBitsPerSec, rate));
  }

  boolean exists() {
    return bottleneckBitsPerSec > 0;
  }

  /**
   * True if no number of the other leg exceeds this one's. No function that grows with all these numbers is then larger for the
   * other leg.
   */
  boolean covers(PathLeg other) {
    return switches >= other.switches && delayPs >= other.delayPs && psPerByte >= other.psPerByte && hopNs >= other.hopNs
        && bottleneckBitsPerSec >= other.bottleneckBitsPerSec;
  }
}
