package dev.inflight.sim.loop;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.SplitMix;

/**
 * A 64-bit sum over a whole trajectory: for each packet-hop, the port and the time at which the packet arrives, its sequence and
 * its size. A sum does not depend on the order of packet-hops, so it is the same for any division of a simulation. Every
 * packet-hop adds a term, so a term costs only two multiplications.
 */
public final class Fingerprint {
  private static final long SEQUENCE = 0xC2B2AE3D27D4EB4FL;

  private Fingerprint() {
  }

  /** A port's factor: odd, so that a product loses nothing. */
  public static long portFactor(int port) {
    return SplitMix.mix(port + 1L) | 1;
  }

  public static long hop(long portFactor, long arrivalPs, Packet packet) {
    return (arrivalPs ^ (packet.sequence << 16 | packet.sizeBytes) * SEQUENCE) * portFactor;
  }
}
