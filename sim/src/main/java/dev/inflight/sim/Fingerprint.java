package dev.inflight.sim;

import dev.inflight.net.Packet;
import dev.inflight.net.SplitMix;

/**
 * A 64-bit sum over a whole trajectory: of each packet-hop, where and when the packet arrives, its kind, sequence and size. A sum does
 * not depend on the order in which hops are added, so it stays the same however a simulation is divided.
 */
final class Fingerprint {
  private static final long TIME = 0x9E3779B97F4A7C15L;
  private static final long SEQUENCE = 0xC2B2AE3D27D4EB4FL;
  private static final long KIND = 0x165667B19E3779F9L;

  private Fingerprint() {
  }

  static long portTerm(int port) {
    return SplitMix.mix(port + 1L);
  }

  static long hop(long portTerm, long arrivalPs, Packet packet) {
    long hash = portTerm ^ arrivalPs * TIME ^ (packet.sequence + packet.sizeBytes * 0x100000000L) * SEQUENCE
        ^ packet.kind.ordinal() * KIND;
    hash = (hash ^ hash >>> 29) * TIME;
    return hash ^ hash >>> 32;
  }
}
