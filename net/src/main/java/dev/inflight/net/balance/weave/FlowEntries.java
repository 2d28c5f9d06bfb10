package dev.inflight.net.balance.weave;

import dev.inflight.telemetry.util.SplitMix;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Entries by flow. Those of flows that have been idle for long are used again before the table grows, so that its size follows
 * the flows that are active at once.
 */
final class FlowEntries<E extends FlowEntry> {
  private static final int FIRST_SIZE = 64;

  private final Supplier<E> make;
  private final long idlePs;
  private @Nullable FlowEntry[] heads = new FlowEntry[FIRST_SIZE];
  private @Nullable FlowEntry free;
  private int count;

  /**
   * Makes an empty table.
   *
   * @param make factory of entries
   * @param idlePs time without packets after which a flow's entry may be reused, in picoseconds
   */
  FlowEntries(Supplier<E> make, long idlePs) {
    this.make = make;
    this.idlePs = idlePs;
  }

  private static int slot(int flow, int size) {
    return (int) SplitMix.mix(flow) & size - 1;
  }

  /** The entry of a flow; null when there is none. */
  @SuppressWarnings("unchecked") // all are made by the supplier
  @Nullable
  E find(int flow) {
    FlowEntry entry = heads[slot(flow, heads.length)];
    while (entry != null && entry.flow != flow) {
      entry = entry.next;
    }
    return (E) entry;
  }

  /** Makes an entry for a flow that has none. */
  @SuppressWarnings("unchecked") // all are made by the supplier
  E add(int flow, long nowPs) {
    if (count >= heads.length) {
      removeIdle(nowPs);
      if (count > heads.length / 2) {
        grow();
      }
    }
    E entry = (E) free;
    if (entry == null) {
      entry = make.get();
    } else {
      free = entry.next;
    }
    entry.clear();
    entry.flow = flow;
    entry.lastPs = nowPs;
    put(entry, heads);
    count++;
    return entry;
  }

  private static void put(FlowEntry entry, @Nullable FlowEntry[] into) {
    int slot = slot(entry.flow, into.length);
    entry.next = into[slot];
    into[slot] = entry;
  }

  private void removeIdle(long nowPs) {
    for (int slot = 0; slot < heads.length; slot++) {
      FlowEntry entry = heads[slot];
      heads[slot] = null;
      while (entry != null) {
        FlowEntry after = entry.next;
        if (nowPs - entry.lastPs > idlePs && !entry.isNeeded()) {
          entry.next = free;
          free = entry;
          count--;
        } else {
          entry.next = heads[slot];
          heads[slot] = entry;
        }
        entry = after;
      }
    }
  }

  private void grow() {
    var larger = new FlowEntry[2 * heads.length];
    for (FlowEntry entry : heads) {
      while (entry != null) {
        FlowEntry after = entry.next;
        put(entry, larger);
        entry = after;
      }
    }
    heads = larger;
  }

  /** Number of entries. */
  int count() {
    return count;
  }
}
