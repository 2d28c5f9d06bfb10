package dev.inflight.net.nic.slot;

import java.util.Arrays;

/** Numbers below a capacity, each with a time, the earliest first: a four-ary heap with the position of each number. */
public final class SlotTimes {
  private static final int ARITY = 4;
  private static final int ABSENT = -1;

  private final int[] placeOf;
  private long[] times = new long[16];
  private int[] slots = new int[16];
  private int count;

  public SlotTimes(int capacity) {
    placeOf = new int[capacity];
    Arrays.fill(placeOf, ABSENT);
  }

  /** The earliest time in picoseconds; {@link Long#MAX_VALUE} when there is none. */
  public long earliestPs() {
    return count == 0 ? Long.MAX_VALUE : times[0];
  }

  /** The number with the earliest time, which must exist. */
  public int first() {
    return slots[0];
  }

  /** Sets the time of a number. */
  public void put(int slot, long timePs) {
    int at = placeOf[slot];
    if (at == ABSENT) {
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
        slots = Arrays.copyOf(slots, 2 * count);
      }
      at = count++;
    }
    settle(at, slot, timePs);
  }

  /** Removes a number, which must be present. */
  public void remove(int slot) {
    int at = placeOf[slot];
    placeOf[slot] = ABSENT;
    int last = --count;
    if (at != last) {
      settle(at, slots[last], times[last]);
    }
  }

  /** Moves an entry to its place, from a free place. */
  private void settle(int from, int slot, long timePs) {
    int at = from;
    while (at > 0 && times[(at - 1) / ARITY] > timePs) {
      int parent = (at - 1) / ARITY;
      move(parent, at);
      at = parent;
    }
    for (int child = ARITY * at + 1; child < count; child = ARITY * at + 1) {
      int least = child;
      for (int other = child + 1; other < Math.min(child + ARITY, count); other++) {
        if (times[other] < times[least]) {
          least = other;
        }
      }
      if (times[least] >= timePs) {
        break;
      }
      move(least, at);
      at = least;
    }
    place(at, slot, timePs);
  }

  private void move(int from, int to) {
    place(to, slots[from], times[from]);
  }

  private void place(int at, int slot, long timePs) {
    times[at] = timePs;
    slots[at] = slot;
    placeOf[slot] = at;
  }
}
