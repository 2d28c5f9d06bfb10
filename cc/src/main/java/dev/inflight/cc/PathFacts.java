package dev.inflight.cc;

/**
 * Facts about a flow's path before its first packet.
 *
 * @param lineRateBitsPerSec rate of the sending NIC, above 0
 * @param baseRttPs round-trip time without any queueing, in picoseconds, above 0: the paper's T
 * @param bdpBytes line rate times base RTT, as the transport counts it, 1 or more: the initial window
 * @param payloadBytes the largest payload of a packet, 1 or more
 * @param trims true if switches trim packets for lack of room, and so report each loss at once
 */
public record PathFacts(long lineRateBitsPerSec, long baseRttPs, long bdpBytes, int payloadBytes, boolean trims) {
  /** Checks the ranges. */
  public PathFacts {
    if (lineRateBitsPerSec <= 0 || baseRttPs <= 0 || bdpBytes <= 0 || payloadBytes <= 0) {
      throw new IllegalArgumentException(
          "path facts must be above 0: line rate " + lineRateBitsPerSec + " b/s, base RTT " + baseRttPs
              + " ps, bandwidth-delay product " + bdpBytes + " B, payload " + payloadBytes + " B");
    }
  }

  /** Creates a path without trimming. */
  public PathFacts(long lineRateBitsPerSec, long baseRttPs, long bdpBytes, int payloadBytes) {
    this(lineRateBitsPerSec, baseRttPs, bdpBytes, payloadBytes, false);
  }

  /** Same path, with or without trimming. */
  public PathFacts trimming(boolean trimming) {
    return new PathFacts(lineRateBitsPerSec, baseRttPs, bdpBytes, payloadBytes, trimming);
  }

  /** Same path with another base RTT and the corresponding bandwidth-delay product; 0 keeps its own. */
  public PathFacts withBaseRtt(long rttPs) {
    return rttPs == 0 ? this : of(lineRateBitsPerSec, rttPs, payloadBytes).trimming(trims);
  }

  /** Rate at which a window leaves in one base RTT, R = W / T, in bit/s: 1 or more, at most the line rate. */
  public long paceOf(double windowBytes) {
    return Math.clamp((long) (windowBytes * 8e12 / baseRttPs), 1, lineRateBitsPerSec);
  }

  /** Facts with the product of rate and base RTT as the bandwidth-delay product. */
  public static PathFacts of(long lineRateBitsPerSec, long baseRttPs, int payloadBytes) {
    long bdp = (long) (lineRateBitsPerSec * (baseRttPs / 8e12));
    return new PathFacts(lineRateBitsPerSec, baseRttPs, Math.max(1, bdp), payloadBytes);
  }
}
