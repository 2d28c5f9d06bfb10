package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import java.util.Arrays;

/** A loop that runs simultaneous events in the order of their keys. It sorts the events of a slot when its turn comes. */
public final class PortOrderLoop extends VirtualLoop {
  private static final int SLOTS = 1 << 12;
  private static final long SLOT_PS = 1024;
  private static final int WIDTH = 8;
  /** Largest number of events that move when an event of the current slot is inserted; if more would, it waits in a heap. */
  private static final int MOST_MOVES = 64;

  /** The events of the current slot in order. */
  private Event[] batch = new Event[64];
  private Event[] scratch = new Event[64];
  private int batchSize;
  private int batchNext;
  /** Events of the current slot that were scheduled while it runs and belong far before the batch's end. */
  private final FarEvents crowd = new FarEvents();
  private int crowdSize;
  private boolean draining;
  private long order = Long.MIN_VALUE;

  /** Makes a loop at time 0. */
  public PortOrderLoop() {
    super(SLOTS, WIDTH, SLOT_PS, 0);
  }

  @Override
  public void schedule(Event event, long atPs) {
    long at = slotOf(atPs);
    event.timePs = atPs;
    if (draining && at <= slot) {
      insert(event);
    } else if (!isFar(event, at)) {
      wheel.add(event, (int) at & slotMask);
    }
    assert event.timePs >= nowPs : "event at " + atPs + " ps scheduled at " + nowPs + " ps";
  }

  /**
   * Order of the running event among those of the same time in other loops, as in one loop for all of them: the highest key so
   * far at this time. An event that others have scheduled for their own time runs after them, whatever its key.
   */
  public long order() {
    return order;
  }

  @Override
  long nextHerePs() {
    if (batchNext < batchSize) {
      return Math.min(batch[batchNext].timePs, crowd.earliestPs());
    }
    return crowd.earliestPs(); // events scheduled for the current slot go among these
  }

  @Override
  boolean drain() {
    gather(position());
    sort();
    draining = true;
    while (batchNext < batchSize || crowdSize > 0) {
      if (crowdSize > 0) {
        bringForward();
      }
      Event event = batch[batchNext];
      if (event.timePs > limitPs) {
        putBack();
        return false;
      }
      if (stopped && event.timePs != nowPs) {
        putBack();
        return true;
      }
      batchNext++;
      long key = event.key;
      if (event.timePs != nowPs || key > order) {
        order = key;
      }
      nowPs = event.timePs;
      fired++;
      fire(event);
    }
    draining = false;
    return true;
  }

  private void gather(int position) {
    int count = wheel.count(position);
    if (count > batch.length) {
      batch = new Event[2 * count];
      scratch = new Event[2 * count];
    }
    for (int at = 0; at < count; at++) {
      batch[at] = wheel.get(position, at);
    }
    wheel.clear(position);
    batchSize = count;
    batchNext = 0;
  }

  /** Keeps events after the end of the run for the next run. */
  private void putBack() {
    draining = false;
    for (int i = batchNext; i < batchSize; i++) {
      wheel.add(batch[i], (int) slot & slotMask);
    }
    batchSize = 0;
    batchNext = 0;
    while (crowdSize > 0) {
      crowdSize--;
      wheel.add(crowd.poll(), (int) slot & slotMask);
    }
  }

  /** Moves the first of the crowd to the place of the last fired event, if it is due before the batch's next. */
  private void bringForward() {
    boolean isFirst = batchNext == batchSize || crowd.earliestPs() < batch[batchNext].timePs
        || crowd.earliestPs() == batch[batchNext].timePs && crowd.earliestKey() < batch[batchNext].key;
    if (isFirst) {
      crowdSize--;
      batch[--batchNext] = crowd.poll();
    }
  }

  private static boolean before(Event event, Event other) {
    return event.timePs < other.timePs || event.timePs == other.timePs && event.key < other.key;
  }

  /** Inserts an event of the current slot, or a late one, among those that have not fired. */
  private void insert(Event event) {
    if (batchSize - batchNext > MOST_MOVES && before(event, batch[batchSize - 1 - MOST_MOVES])) {
      crowd.add(event);
      crowdSize++;
      return;
    }
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
