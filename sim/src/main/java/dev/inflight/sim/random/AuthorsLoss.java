package dev.inflight.sim.random;

import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;

/**
 * Random loss as the authors' simulator draws it: one number for every frame that arrives, including PFC frames, in the order of
 * arrival. All of its models read the same stream from its start. A link with a separate loss rate has one model for both
 * directions; all others share one.
 */
public final class AuthorsLoss implements LossModel {
  private static final long STREAM = (1L << 63) + 50;

  private final double rate;
  private final Mrg32k3a random = new Mrg32k3a(1, STREAM, 1);

  public AuthorsLoss(double rate) {
    this.rate = rate;
  }

  @Override
  public boolean loses(Packet packet) {
    return random.nextDouble() < rate;
  }
}
