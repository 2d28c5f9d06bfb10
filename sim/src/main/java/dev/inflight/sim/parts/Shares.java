package dev.inflight.sim.parts;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Shares of a team's members in the parts of a step. Each member has the same parts in every step, because they are in its
 * processor's cache; a member that has done its parts helps the others.
 */
final class Shares {
  private final int parts;
  private final int members;
  /** Numbers of parts that are not taken yet, by member, spaced so that members do not share cache lines. */
  private final AtomicIntegerArray next;

  private static final int SPREAD = 32;

  /** Divides parts among members; each gets one part or more. */
  Shares(int parts, int members) {
    this.parts = parts;
    this.members = members;
    next = new AtomicIntegerArray(members * SPREAD);
    begin();
  }

  private int first(int member) {
    return (int) ((long) parts * member / members);
  }

  /** Starts a step; no part is taken meanwhile. */
  void begin() {
    for (int member = 0; member < members; member++) {
      next.setPlain(member * SPREAD, first(member));
    }
  }

  /** Takes a part for a member; -1 when none is left. */
  int take(int member) {
    for (int step = 0; step < members; step++) {
      int of = (member + step) % members;
      int end = first(of + 1);
      if (next.getPlain(of * SPREAD) < end) {
        int part = next.getAndIncrement(of * SPREAD);
        if (part < end) {
          return part;
        }
      }
    }
    return -1;
  }
}
