package dev.inflight.net.balance;

import dev.inflight.telemetry.util.SplitMix;

/** The random numbers of one switch, which depend on the seed and on its number alone. */
public final class Draws {
  /** Offset of balancers' streams from those of ports, of which there are as many and more. */
  private static final long OF_BALANCERS = 0x62616C616E636572L;

  private final SplitMix random;

  /** Makes the random draws of a switch. */
  public Draws(long seed, int node) {
    random = new SplitMix(seed ^ OF_BALANCERS, node);
  }

  /** A number from 0 to one less than {@code count}. */
  public int below(int count) {
    return (int) (random.nextDouble() * count);
  }
}
