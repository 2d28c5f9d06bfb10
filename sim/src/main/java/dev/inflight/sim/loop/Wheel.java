package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a timing wheel: each holds events in the order in which they were added. They are in arrays instead of linked
 * lists, so that all events of a slot can be loaded at once: memory then answers for many, while each element of a list waits for
 * the one before.
 */
final class Wheel {
  private final int width;
  private final int shift;
  private final @Nullable Event[] first;
  private final @Nullable Event[] @Nullable [] further;
  /** Arrays of {@link #further} that no slot needs now. */
  private @Nullable Event[] @Nullable [] spare = new Event[8][];
  private int spares;
  private final int[] counts;
  private final long[] occupied;
  private int held;

  /**
   * Makes an empty wheel.
   *
   * @param slots number of slots, a power of two and 64 or more
   * @param width number of a slot's events that are adjacent to those of the next slot, a power of two; others are elsewhere
   */
  Wheel(int slots, int width) {
    this.width = width;
    shift = Integer.numberOfTrailingZeros(width);
    first = new Event[slots * width];
    further = new Event[slots][];
    counts = new int[slots];
    occupied = new long[slots >> 6];
  }

  /** Adds an event after those of a slot. */
  void add(Event event, int slot) {
    int count = counts[slot];
    counts[slot] = count + 1;
    held++;
    if (count == 0) {
      occupy(slot);
    }
    if (count < width) {
      first[(slot << shift) + count] = event;
    } else {
      addFurther(event, slot, count - width);
    }
  }

  @SuppressWarnings("NullAway") // spares below their number are there
  private void addFurther(Event event, int slot, int at) {
    @Nullable
    Event[] events = further[slot];
    if (events == null) {
      events = spares > 0 ? spare[--spares] : new Event[width];
      further[slot] = events;
    } else if (at == events.length) {
      events = Arrays.copyOf(events, 2 * at);
      further[slot] = events;
    }
    events[at] = event;
  }

  /** Number of events in a slot. */
  int count(int slot) {
    return counts[slot];
  }

  /** Number of events in all slots. */
  int held() {
    return held;
  }

  /** One of the events of a slot, by the order in which they were added. */
  @SuppressWarnings("NullAway") // places below the count are filled
  Event get(int slot, int at) {
    return at < width ? first[(slot << shift) + at] : further[slot][at - width];
  }

  /** Empties a slot. */
  void clear(int slot) {
    int count = counts[slot];
    counts[slot] = 0;
    held -= count;
    occupied[slot >> 6] &= ~(1L << slot);
    int from = slot << shift;
    int to = from + Math.min(count, width);
    for (int at = from; at < to; at++) {
      first[at] = null;
    }
    if (count > width) {
      clearFurther(slot, count - width);
    }
  }

  /** Frees the array for the next crowded slot, so that there are only as many arrays as there were crowded slots at once. */
  @SuppressWarnings("NullAway") // used for filled slots
  private void clearFurther(int slot, int count) {
    Arrays.fill(further[slot], 0, count, null);
    if (spares == spare.length) {
      spare = Arrays.copyOf(spare, 2 * spares);
    }
    spare[spares++] = further[slot];
    further[slot] = null;
  }

  /** Marks a slot for {@link #toNext}, until it is cleared. */
  void occupy(int slot) {
    occupied[slot >> 6] |= 1L << slot;
  }

  /** Distance from a slot to the first marked one, 0 for the slot itself; -1 if none is marked. */
  int toNext(int slot) {
    int word = slot >> 6;
    long bits = occupied[word] >>> slot;
    if (bits != 0) {
      return Long.numberOfTrailingZeros(bits);
    }
    int words = occupied.length;
    int passed = 64 - (slot & 63);
    for (int i = 1; i <= words; i++, passed += 64) {
      bits = occupied[word + i & words - 1];
      if (bits != 0) {
        return passed + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }
}
