package dev.inflight.sim.parts;

import java.util.function.IntConsumer;

/** Team of one member, in a browser's worker. */
final class ThreadTeam {
  private ThreadTeam() {
  }

  /**
   * Runs the only member's work.
   *
   * @param members 1
   * @param work work of a member, by its number from 0; ends by itself
   * @throws IllegalArgumentException for more members
   */
  static void run(int members, IntConsumer work) {
    if (members != 1) {
      throw new IllegalArgumentException("a browser's worker has one thread, not " + members);
    }
    work.accept(0);
  }
}
