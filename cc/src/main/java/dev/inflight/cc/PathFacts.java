package dev.inflight.cc;

/**
 * What a flow knows of its path before its first packet.
 *
 * @param lineRateBitsPerSec the rate of the sending NIC, above 0
 * @param baseRttPs round-trip time without any queueing, in picoseconds, above 0: the paper's T
 * @param bdpBytes line rate times base RTT, as the transport counts it, 1 or more: the initial window
 * @param payloadBytes the largest payload of a packet, 1 or more
 * @param trims whether switches trim packets that they have no room for, and so report each loss at once
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

  /** A path on which nothing is trimmed. */
  public PathFacts(long lineRateBitsPerSec, long baseRttPs, long bdpBytes, int payloadBytes) {
    this(lineRateBitsPerSec, baseRttPs, bdpBytes, payloadBytes, false);
  }

  /** The same path, which says whether packets are trimmed. */
  public PathFacts trimming(boolean trimming) {
    return new PathFacts(lineRateBitsPerSec, baseRttPs, bdpBytes, payloadBytes, trimming);
  }

  /** The same path with another base RTT and the product that goes with it; 0 keeps its own. */
  public PathFacts withBaseRtt(long rttPs) {
    return rttPs == 0 ? this : of(lineRateBitsPerSec, rttPs, payloadBytes).trimming(trims);
  }

  /** The rate at which a window leaves in one base RTT, R = W / T, in bit/s: 1 or more, at most the line rate. */
  public long paceOf(double windowBytes) {
    return Math.clamp((long) (windowBytes * 8e12 / baseRttPs), 1, lineRateBitsPerSec);
  }

  /** Facts with the product of rate and base RTT as bandwidth-delay product. */
  public static PathFacts of(long lineRateBitsPerSec, long baseRttPs, int payloadBytes) {
    long bdp = (long) (lineRateBitsPerSec * (baseRttPs / 8e12));
    return new PathFacts(lineRateBitsPerSec, baseRttPs, Math.max(1, bdp), payloadBytes);
  }
}
