package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * A loop with slots of one nanosecond, times in whole nanoseconds, and simultaneous events in the order in which they were
 * scheduled. Each event gets its number, {@link Event#key}, when it is scheduled. An event with a number that was {@linkplain
 * #reserve reserved} before runs where it would have run if it had been scheduled then.
 */
final class SchedulingOrderLoop extends VirtualLoop {
  private static final int SLOTS = 1 << 12;
  private static final long NANOSECOND_PS = 1000;

  private static final int WIDTH = 16;

  /** Head and tail of each slot's list of events with reserved places, separate from the others, in the order of their places. */
  private final @Nullable Event[] reserved = new Event[2 * SLOTS];
  /** Events of the current slot that were taken out, without those with reserved places. */
  private int taken;
  private long places;
  private long lastPlace;

  SchedulingOrderLoop() {
    super(SLOTS, WIDTH, NANOSECOND_PS, NANOSECOND_PS - 1);
  }

  @Override
  public boolean ordersByScheduling() {
    return true;
  }

  @Override
  public void schedule(Event event, long atPs) {
    long at = slotOf(atPs);
    event.timePs = at * NANOSECOND_PS; // late, never early
    event.key = ++places;
    if (!isFar(event, at)) {
      wheel.add(event, (int) at & slotMask);
    }
    assert event.timePs >= nowPs : "event at " + atPs + " ps scheduled at " + nowPs + " ps";
  }

  @Override
  public long reserve() {
    return ++places;
  }

  @Override
  public boolean isPast(long place) {
    return place <= lastPlace;
  }

  @Override
  public void scheduleReserved(Event event, long atPs, long place) {
    long at = slotOf(atPs);
    event.timePs = at * NANOSECOND_PS;
    event.key = place;
    if (!isFar(event, at)) {
      insert(event, (int) at & slotMask);
    }
    assert event.timePs > nowPs || place > lastPlace : "place " + place + " at " + atPs + " ps is past at " + nowPs + " ps";
  }

  /** Inserts an event with a reserved place. Few events have one, and most come in their order. */
  private void insert(Event event, int position) {
    int list = 2 * position;
    Event tail = reserved[list + 1];
    if (tail == null || tail.key < event.key) {
      event.next = null;
      reserved[list + 1] = event;
      if (tail == null) {
        reserved[list] = event;
        wheel.occupy(position);
      } else {
        tail.next = event;
      }
      return;
    }
    Event before = null;
    Event after = reserved[list];
    while (after != null && after.key < event.key) {
      before = after;
      after = after.next;
    }
    event.next = after;
    if (before == null) {
      reserved[list] = event;
    } else {
      before.next = event;
    }
  }

  @Override
  boolean drain() {
    int position = position();
    nowPs = slot * NANOSECOND_PS;
    taken = 0;
    long count = 0;
    for (Event event = takeNext(position); event != null; event = takeNext(position)) {
      lastPlace = event.key;
      fire(event); // events that it schedules for this instant are added behind it
      count++;
    }
    wheel.clear(position);
    taken = 0;
    fired += count;
    return true;
  }

  private @Nullable Event takeNext(int position) {
    Event end = reserved[2 * position];
    if (taken == wheel.count(position)) {
      return end == null ? null : takeReserved(end, 2 * position);
    }
    Event event = wheel.get(position, taken);
    if (end != null && end.key < event.key) {
      return takeReserved(end, 2 * position);
    }
    taken++;
    return event;
  }

  private Event takeReserved(Event head, int list) {
    Event after = head.next;
    reserved[list] = after;
    if (after == null) {
      reserved[list + 1] = null;
    }
    return head;
  }

  @Override
  long nextHerePs() {
    int position = position();
    return reserved[2 * position] == null && taken == wheel.count(position) ? Long.MAX_VALUE : nowPs;
  }
}
