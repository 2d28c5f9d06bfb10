package dev.inflight.sim.random;

import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.util.SplitMix;

/** Loses packets independently with a fixed probability. PFC frames are not lost: a pause without end would stop a link. */
public final class RandomLoss implements LossModel {
  private final double rate;
  private final SplitMix random;

  public RandomLoss(double rate, long seed, int port) {
    this.rate = rate;
    random = new SplitMix(seed, ~(long) port);
  }

  @Override
  public boolean loses(Packet packet) {
    return packet.flow != null && random.nextDouble() < rate;
  }
}
