package dev.inflight.sim.testing;

import dev.inflight.net.link.Packet;
import java.util.SplittableRandom;

/** Random packets at a switch: the same ones from the same seed. Its steps create no objects. */
abstract class SwitchStory {
  /** Packet kinds of flows: data, and their answers. */
  private static final Packet.Kind ANSWER = Packet.Kind.ACK;
  private static final int MOST_BYTES = 1500;
  private static final int LEAST_BYTES = 64;
  private static final long MOST_GAP_PS = 1_000_000;

  final SplittableRandom random;
  final Packet packet = new Packet(0);
  long nowPs;
  /** Digest of all results so far: equal for equal results. */
  private long digest;

  SwitchStory(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Advances by one packet. */
  final void step() {
    nowPs += random.nextLong(MOST_GAP_PS);
    packet.kind = random.nextInt(4) == 0 ? ANSWER : Packet.Kind.DATA;
    packet.priority = (byte) random.nextInt(1, Packet.PRIORITIES);
    packet.sizeBytes = random.nextInt(LEAST_BYTES, MOST_BYTES);
    packet.timePs = nowPs;
    digest = 31 * digest + decide();
  }

  final void steps(int count) {
    for (int step = 0; step < count; step++) {
      step();
    }
  }

  /** Passes the packet to the tested object; returns its result as a number. */
  abstract long decide();

  final long digest() {
    return digest;
  }

  /** Factory of a story with a new tested object, from a seed. */
  @FunctionalInterface
  interface Maker {
    SwitchStory of(long seed);
  }

  /** Requires the same results alone and in parallel with another story. */
  static void requireNothingShared(Maker maker, int steps, String what) {
    SwitchStory alone = maker.of(1);
    alone.steps(steps);
    SwitchStory again = maker.of(1);
    SwitchStory other = maker.of(2);
    for (int step = 0; step < steps; step++) {
      again.step();
      other.step();
    }
    Contract.require(alone.digest() == again.digest(),
        "the same " + steps + " calls give other results in parallel with " + what);
  }
}
