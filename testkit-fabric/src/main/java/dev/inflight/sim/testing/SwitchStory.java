package dev.inflight.sim.testing;

import dev.inflight.net.link.Packet;
import java.util.SplittableRandom;

/** Random packets at a switch: the same ones from the same seed. It makes no objects while it goes on. */
abstract class SwitchStory {
  /** Packet kinds of flows: data, and what answers it. */
  private static final Packet.Kind ANSWER = Packet.Kind.ACK;
  private static final int MOST_BYTES = 1500;
  private static final int LEAST_BYTES = 64;
  private static final long MOST_GAP_PS = 1_000_000;

  final SplittableRandom random;
  final Packet packet = new Packet(0);
  long nowPs;
  /** Of all results so far: equal for equal results. */
  private long digest;

  SwitchStory(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Goes on by one packet. */
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

  /** Asks what is tested about the packet; the answer as a number. */
  abstract long decide();

  final long digest() {
    return digest;
  }

  /** Makes a story anew: of what is tested anew, from a seed. */
  @FunctionalInterface
  interface Maker {
    SwitchStory of(long seed);
  }

  /** Requires the same results alone and beside another story. */
  static void requireNothingShared(Maker maker, int steps, String what) {
    SwitchStory alone = maker.of(1);
    alone.steps(steps);
    SwitchStory again = maker.of(1);
    SwitchStory other = maker.of(2);
    for (int step = 0; step < steps; step++) {
      again.step();
      other.step();
    }
    Contract.require(alone.digest() == again.digest(), "the same " + steps + " calls give other results beside " + what);
  }
}
