package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * A slot is one nanosecond, all times are whole nanoseconds, and simultaneous events run in the order in which they were scheduled. Each
 * event is numbered when it is scheduled, by {@link Event#key}; one whose number was {@linkplain #reserve reserved} before runs where it
 * would have run if it had been scheduled then.
 */
final class SchedulingOrderLoop extends VirtualLoop {
  private static final int SLOTS = 1 << 12;
  private static final long NANOSECOND_PS = 1000;

  /** Head and tail of a slot's queue, then head and tail of its list of events with reserved places. */
  private static final int PER_SLOT = 4;
  private static final int TAIL = 1;
  private static final int RESERVED = 2;

  private final @Nullable Event[] lists = new Event[PER_SLOT * SLOTS];
  private long places;
  private long lastPlace;
  /** Of no meaning: keeps the compiler from leaving out the reads that bring events into the cache. */
  private long touched;

  SchedulingOrderLoop() {
    super(SLOTS, NANOSECOND_PS, NANOSECOND_PS - 1);
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
      append(event, (int) at & slotMask);
    }
    assert event.timePs >= nowPs : "event at " + atPs + " ps scheduled at " + nowPs + " ps";
  }

  @Override
  void append(Event event, int position) {
    int list = PER_SLOT * position;
    event.next = null;
    Event tail = lists[list + TAIL];
    lists[list + TAIL] = event;
    if (tail == null) {
      lists[list] = event;
      occupy(position);
    } else {
      tail.next = event;
    }
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

  /** Few events have reserved places, and most come in their order. */
  private void insert(Event event, int position) {
    int list = PER_SLOT * position + RESERVED;
    Event tail = lists[list + 1];
    if (tail == null || tail.key < event.key) {
      event.next = null;
      lists[list + 1] = event;
      if (tail == null) {
        lists[list] = event;
        occupy(position);
      } else {
        tail.next = event;
      }
      return;
    }
    Event before = null;
    Event after = lists[list];
    while (after != null && after.key < event.key) {
      before = after;
      after = after.next;
    }
    event.next = after;
    if (before == null) {
      lists[list] = event;
    } else {
      before.next = event;
    }
  }

  @Override
  boolean drain() {
    int position = position();
    int list = PER_SLOT * position;
    @Nullable
    Event[] lists = this.lists;
    nowPs = slot * NANOSECOND_PS;
    // Those of the next slot are walked along, so that each is in the processor's cache when its turn comes.
    Event ahead = lists[PER_SLOT * (position + 1 & slotMask)];
    long count = 0;
    long sum = 0;
    while (true) {
      Event event = lists[list];
      Event end = lists[list + RESERVED];
      if (end != null && (event == null || end.key < event.key)) {
        remove(end, list + RESERVED);
        lastPlace = end.key;
        end.fire();
      } else if (event != null) {
        if (ahead != null) {
          sum += ahead.key;
          ahead = ahead.next;
        }
        remove(event, list); // what it schedules for this instant is appended behind it
        lastPlace = event.key;
        fire(event);
      } else {
        break;
      }
      count++;
    }
    vacate(position);
    fired += count;
    touched = sum;
    return true;
  }

  private void remove(Event head, int list) {
    Event after = head.next;
    lists[list] = after;
    if (after == null) {
      lists[list + 1] = null;
    }
  }

  @Override
  long nextHerePs() {
    int list = PER_SLOT * position();
    return lists[list] == null && lists[list + RESERVED] == null ? Long.MAX_VALUE : nowPs;
  }
}
