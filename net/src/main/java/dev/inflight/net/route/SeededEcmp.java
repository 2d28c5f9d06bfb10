package dev.inflight.net.route;

import dev.inflight.telemetry.util.SplitMix;

/** A hash over addresses, ports and node with a seed, so that collisions of flows are a random variable of the run. */
public final class SeededEcmp implements EcmpHash {
  private final long seed;

  /** Makes a hash that depends on the seed. */
  public SeededEcmp(long seed) {
    this.seed = SplitMix.mix(seed);
  }

  @Override
  public int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost) {
    long ends = (long) source << 32 | destination;
    long ports = (long) sourcePort << 48 ^ (long) destinationPort << 32 ^ node;
    return (int) (SplitMix.mix(SplitMix.mix(seed ^ ends) + ports) >>> 32);
  }
}
