package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Packet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time as a timing wheel: a slot holds the events of a short span of time as a linked list, a bitmap tells which slots hold
 * any, and events beyond the wheel's horizon wait in a heap. Scheduling and firing allocate nothing.
 *
 * <p>Two orders of simultaneous events. {@link TieOrder#SCHEDULING}: a slot is one nanosecond, all times are whole nanoseconds, and
 * the list is a queue. {@link TieOrder#PORT}: a slot is narrower, and when its turn comes its events are sorted by time and key.
 */
public final class VirtualLoop implements EventLoop {
  private static final int SLOTS = 1 << 12;
  private static final int SLOTS_SORTED = 1 << 14;
  private static final long NANOSECOND_PS = 1000;
  private static final long SORTED_SLOT_PS = 256;

  private final boolean sorted;
  private final int slotMask;
  private final long slotPs;
  private final long reciprocal;
  private final long roundUpPs;
  /** Head of slot s at 2s, tail at 2s+1. */
  private final @Nullable Event[] lists;
  private final long[] occupied;
  private final FarEvents far = new FarEvents();

  private long slot;
  private long nowPs;
  private long fired;
  private volatile boolean stopped;

  /** The events of the current slot in order, when slots are sorted. */
  private Event[] batch = new Event[64];
  private Event[] scratch = new Event[64];
  private int batchSize;
  private int batchNext;
  private boolean draining;

  /** A loop that stands at time 0. */
  public VirtualLoop(TieOrder ties) {
    sorted = ties == TieOrder.PORT;
    int slots = sorted ? SLOTS_SORTED : SLOTS;
    slotPs = sorted ? SORTED_SLOT_PS : NANOSECOND_PS;
    slotMask = slots - 1;
    // time / slotPs as a multiplication: exact for powers of two; for nanoseconds one too many after five hours, now and then
    reciprocal = Long.divideUnsigned(-1, slotPs) + 1;
    roundUpPs = sorted ? 0 : slotPs - 1;
    lists = new Event[2 * slots];
    occupied = new long[slots >> 6];
  }

  /** The time of the event that runs now, or ran last, in picoseconds. */
  public long nowPs() {
    return nowPs;
  }

  /** Events fired so far. */
  public long fired() {
    return fired;
  }

  /**
   * Makes {@link #run} return after the current instant, or the next run return at once when none is under way; may be called from any
   * thread.
   */
  public void stop() {
    stopped = true;
  }

  @Override
  public boolean ordersByScheduling() {
    return !sorted;
  }

  @Override
  public void schedule(Event event, long atPs) {
    long at = Math.multiplyHigh(atPs + roundUpPs, reciprocal);
    if (at * slotPs - atPs > roundUpPs) {
      at--;
    }
    event.timePs = sorted ? atPs : at * slotPs; // in scheduling order there are whole nanoseconds only: late, never early
    long ahead = at - slot;
    if (ahead > slotMask) {
      far.add(event);
    } else if (sorted && draining && ahead <= 0) {
      insert(event);
    } else {
      append(event, (int) at & slotMask);
    }
    assert event.timePs >= nowPs : "event at " + atPs + " ps scheduled at " + nowPs + " ps";
  }

  private void append(Event event, int position) {
    event.next = null;
    Event tail = lists[2 * position + 1];
    lists[2 * position + 1] = event;
    if (tail == null) {
      lists[2 * position] = event;
      occupied[position >> 6] |= 1L << position;
    } else {
      tail.next = event;
    }
  }

  /** Fires events until none is left, the next one is later than {@code untilPs}, or {@link #stop} is called. */
  public void run(long untilPs) {
    while (!stopped) {
      long next = nextOccupied();
      long earliestFar = far.earliestPs();
      if (earliestFar != Long.MAX_VALUE) {
        next = Math.min(next, Math.multiplyHigh(earliestFar, reciprocal));
      }
      if (next == Long.MAX_VALUE) {
        return;
      }
      if (next * slotPs > untilPs) {
        return;
      }
      slot = next;
      while (far.earliestPs() != Long.MAX_VALUE && Math.multiplyHigh(far.earliestPs(), reciprocal) - slot <= slotMask) {
        Event event = far.poll();
        append(event, (int) Math.multiplyHigh(event.timePs, reciprocal) & slotMask);
      }
      if (sorted) {
        if (!drainSorted(untilPs)) {
          return;
        }
      } else {
        drainInOrder();
      }
    }
    stopped = false;
  }

  /**
   * For the event that runs now: a time before which no other one fires unless it is scheduled meanwhile, in picoseconds, at the
   * earliest now; {@link Long#MAX_VALUE} when no other one is scheduled.
   */
  public long quietUntilPs() {
    if (batchNext < batchSize) {
      return batch[batchNext].timePs;
    }
    int position = (int) slot & slotMask;
    if (lists[2 * position] != null) {
      return nowPs;
    }
    occupied[position >> 6] &= ~(1L << position); // what runs now was the last one here
    long next = nextOccupied();
    return Math.min(far.earliestPs(), next == Long.MAX_VALUE ? next : next * slotPs);
  }

  /** The next slot from the current one on that holds events, or {@link Long#MAX_VALUE}. */
  private long nextOccupied() {
    int position = (int) slot & slotMask;
    int word = position >> 6;
    long bits = occupied[word] >>> position;
    if (bits != 0) {
      return slot + Long.numberOfTrailingZeros(bits);
    }
    long at = (slot | 63) + 1;
    int words = occupied.length;
    for (int i = 1; i <= words; i++, at += 64) {
      bits = occupied[word + i & words - 1];
      if (bits != 0) {
        return at + Long.numberOfTrailingZeros(bits);
      }
    }
    return Long.MAX_VALUE;
  }

  private void drainInOrder() {
    int position = (int) slot & slotMask;
    @Nullable
    Event[] lists = this.lists;
    nowPs = slot * slotPs;
    long count = 0;
    for (Event event = lists[2 * position]; event != null; event = lists[2 * position]) {
      Event after = event.next; // what the event schedules for this instant is appended behind it
      lists[2 * position] = after;
      if (after == null) {
        lists[2 * position + 1] = null;
      }
      count++;
      fire(event);
    }
    occupied[position >> 6] &= ~(1L << position);
    fired += count;
  }

  /** Packets are half of all events: naming them lets the compiler join their whole way through a node with this loop. */
  private static void fire(Event event) {
    if (event instanceof Packet packet) {
      packet.fire();
    } else {
      event.fire();
    }
  }

  private boolean drainSorted(long untilPs) {
    gather((int) slot & slotMask);
    sort();
    draining = true;
    while (batchNext < batchSize) {
      Event event = batch[batchNext];
      if (event.timePs > untilPs) {
        putBack();
        return false;
      }
      batchNext++;
      nowPs = event.timePs;
      fired++;
      fire(event);
    }
    draining = false;
    return true;
  }

  private void gather(int position) {
    int count = 0;
    for (Event event = lists[2 * position]; event != null; event = event.next) {
      if (count == batch.length) {
        batch = Arrays.copyOf(batch, 2 * count);
        scratch = new Event[2 * count];
      }
      batch[count++] = event;
    }
    lists[2 * position] = null;
    lists[2 * position + 1] = null;
    occupied[position >> 6] &= ~(1L << position);
    batchSize = count;
    batchNext = 0;
  }

  /** What is later than the end of the run stays for the next one. */
  private void putBack() {
    draining = false;
    for (int i = batchNext; i < batchSize; i++) {
      append(batch[i], (int) slot & slotMask);
    }
    batchSize = 0;
    batchNext = 0;
  }

  private static boolean before(Event event, Event other) {
    return event.timePs < other.timePs || event.timePs == other.timePs && event.key < other.key;
  }

  /** An event of the current slot, or a late one, takes its place among those that have not fired. */
  private void insert(Event event) {
    if (batchSize == batch.length) {
      batch = Arrays.copyOf(batch, 2 * batchSize);
      scratch = new Event[2 * batchSize];
    }
    int at = batchSize++;
    while (at > batchNext && before(event, batch[at - 1])) {
      batch[at] = batch[at - 1];
      at--;
    }
    batch[at] = event;
  }

  private void sort() {
    if (batchSize <= 24) {
      insertionSort(0, batchSize);
      return;
    }
    for (int from = 0; from < batchSize; from += 16) {
      insertionSort(from, Math.min(from + 16, batchSize));
    }
    for (int width = 16; width < batchSize; width *= 2) {
      for (int from = 0; from < batchSize; from += 2 * width) {
        merge(from, Math.min(from + width, batchSize), Math.min(from + 2 * width, batchSize));
      }
      Event[] merged = scratch;
      scratch = batch;
      batch = merged;
    }
  }

  private void insertionSort(int from, int to) {
    Event[] events = batch;
    for (int i = from + 1; i < to; i++) {
      Event event = events[i];
      int at = i;
      while (at > from && before(event, events[at - 1])) {
        events[at] = events[at - 1];
        at--;
      }
      events[at] = event;
    }
  }

  private void merge(int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takeRight = left == middle || right < to && before(batch[right], batch[left]);
      scratch[at] = takeRight ? batch[right++] : batch[left++];
    }
  }
}
