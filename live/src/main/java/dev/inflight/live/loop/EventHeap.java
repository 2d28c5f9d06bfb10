package dev.inflight.live.loop;

import dev.inflight.net.event.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Binary heap of events, ordered by time, then by key. */
final class EventHeap {
  private static final int FIRST_ROOM = 1024;

  private Event[] heap = new Event[FIRST_ROOM];
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  /** Removes all events. */
  void clear() {
    Arrays.fill(heap, 0, count, null);
    count = 0;
  }

  /** First event, which stays in the heap; null if there is none. */
  @Nullable
  Event peek() {
    return count == 0 ? null : heap[0];
  }

  void add(Event event) {
    if (count == heap.length) {
      heap = Arrays.copyOf(heap, 2 * count);
    }
    int at = count++;
    while (at > 0) {
      int above = at - 1 >>> 1;
      Event parent = heap[above];
      if (!isBefore(event, parent)) {
        break;
      }
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  /** Removes the first event; there must be one. */
  @SuppressWarnings("NullAway") // entries behind the count are never read
  Event remove() {
    Event first = heap[0];
    Event last = heap[--count];
    heap[count] = null;
    if (count > 0) {
      sink(last);
    }
    return first;
  }

  private void sink(Event event) {
    int at = 0;
    int firstLeaf = count >>> 1;
    while (at < firstLeaf) {
      int child = 2 * at + 1;
      if (child + 1 < count && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (isBefore(event, heap[child])) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = event;
  }

  private static boolean isBefore(Event one, Event other) {
    return one.timePs < other.timePs || one.timePs == other.timePs && one.key < other.key;
  }
}
