package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Events beyond a wheel's horizon, and rare ones: a four-ary heap by time, and by key where times are equal. */
public final class FarEvents {
  private static final int ARITY = 4;

  private long[] times = new long[64];
  private long[] orders = new long[64];
  private @Nullable Event[] events = new Event[64];
  private int count;

  /** The earliest time, or {@link Long#MAX_VALUE}. */
  public long earliestPs() {
    return count == 0 ? Long.MAX_VALUE : times[0];
  }

  /** The key of the earliest event, of which there must be one. */
  public long earliestKey() {
    return orders[0];
  }

  /** Adds an event by its time and key. */
  public void add(Event event) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
      orders = Arrays.copyOf(orders, 2 * count);
      events = Arrays.copyOf(events, 2 * count);
    }
    long time = event.timePs;
    long order = event.key;
    int at = count++;
    while (at > 0) {
      int parent = (at - 1) / ARITY;
      if (!before(time, order, times[parent], orders[parent])) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    place(at, time, order, event);
  }

  /** Removes the earliest event. */
  @SuppressWarnings("NullAway") // positions below count are filled
  public Event poll() {
    Event earliest = events[0];
    int last = --count;
    long time = times[last];
    long order = orders[last];
    Event event = events[last];
    events[last] = null;
    if (last > 0) {
      int at = 0;
      for (int child = 1; child < last; child = ARITY * at + 1) {
        int least = child;
        for (int other = child + 1; other < Math.min(child + ARITY, last); other++) {
          if (before(times[other], orders[other], times[least], orders[least])) {
            least = other;
          }
        }
        if (!before(times[least], orders[least], time, order)) {
          break;
        }
        move(least, at);
        at = least;
      }
      place(at, time, order, event);
    }
    return earliest;
  }

  private static boolean before(long time, long order, long otherTime, long otherOrder) {
    return time < otherTime || time == otherTime && order < otherOrder;
  }

  private void move(int from, int to) {
    times[to] = times[from];
    orders[to] = orders[from];
    events[to] = events[from];
  }

  private void place(int at, long time, long order, @Nullable Event event) {
    times[at] = time;
    orders[at] = order;
    events[at] = event;
  }
}
