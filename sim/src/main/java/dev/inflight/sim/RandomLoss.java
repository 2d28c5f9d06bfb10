package dev.inflight.sim;

import dev.inflight.net.LossModel;
import dev.inflight.net.Packet;
import dev.inflight.net.SplitMix;

/** Loses packets independently with a fixed probability. PFC frames are not lost: a pause that nobody ends would stop a link for good. */
final class RandomLoss implements LossModel {
  private final double rate;
  private final SplitMix random;

  RandomLoss(double rate, long seed, int port) {
    this.rate = rate;
    random = new SplitMix(seed, ~(long) port);
  }

  @Override
  public boolean loses(Packet packet) {
    return packet.flow != null && random.nextDouble() < rate;
  }
}
