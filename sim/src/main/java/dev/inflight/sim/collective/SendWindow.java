package dev.inflight.sim.collective;

import java.util.Arrays;

/** A bound of the simultaneous sends of each line: its next send starts when the send one window before has ended. */
final class SendWindow {
  private final Members members;
  private final int slots;
  private final int[] earlier; // by line and slot
  private final long[] sent;

  /**
   * Makes lines without sends.
   *
   * @param slots number of a line's simultaneous sends, 1 or more
   */
  SendWindow(Members members, int lines, int slots) {
    this.members = members;
    this.slots = slots;
    earlier = new int[lines * slots];
    sent = new long[lines];
    Arrays.fill(earlier, Collectives.NONE);
  }

  /** Adds the next send of a line. */
  void add(int line, int send) {
    int slot = line * slots + (int) (sent[line]++ % slots);
    if (earlier[slot] != Collectives.NONE) {
      members.requires(send, earlier[slot]);
    }
    earlier[slot] = send;
  }
}
