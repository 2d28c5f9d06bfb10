package dev.inflight.sim.random;

import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.SplitMix;

/**
 * Loses each packet that has a wrong bit. Each bit is wrong with a fixed probability p, so a packet is lost with probability 1 -
 * (1 - p)^bits. PFC frames are not lost.
 */
public final class BitErrors implements LossModel {
  private static final int BITS = 8;

  private final double logRight; // of the probability that a bit is right
  private final SplitMix random;

  /** Makes the errors of a port, by its number in the fabric. */
  public BitErrors(double bitErrorRate, long seed, int port) {
    logRight = StrictMath.log1p(-bitErrorRate);
    random = new SplitMix(seed, ~(long) port);
  }

  @Override
  public boolean loses(Packet packet) {
    return packet.flow != null && random.nextDouble() < -StrictMath.expm1((double) BITS * packet.sizeBytes * logRight);
  }
}
