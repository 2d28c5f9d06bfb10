package dev.inflight.live.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.event.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventHeapTest {
  private static final Comparator<Event> ORDER = Comparator.<Event>comparingLong(event -> event.timePs)
      .thenComparingLong(event -> event.key);

  /** Ten thousand steps compared with a sorted list, with many events of the same time. */
  @Test
  void isASortedList() {
    var random = new SplittableRandom(7);
    var heap = new EventHeap();
    List<Event> sorted = new ArrayList<>();
    for (int step = 0; step < 10_000; step++) {
      if (sorted.isEmpty() || random.nextInt(100) < (step < 6000 ? 60 : 40)) {
        Event event = event(random.nextLong(500), step);
        heap.add(event);
        sorted.add(event);
        sorted.sort(ORDER);
      } else {
        assertThat(heap.peek()).isSameAs(sorted.getFirst());
        assertThat(heap.remove()).isSameAs(sorted.removeFirst());
      }
      assertThat(heap.count()).isEqualTo(sorted.size());
    }
    while (!sorted.isEmpty()) {
      assertThat(heap.remove()).isSameAs(sorted.removeFirst());
    }
    assertThat(heap.isEmpty()).isTrue();
    assertThat(heap.peek()).isNull();
  }

  private static Event event(long timePs, long key) {
    var event = new Event() {
      @Override
      public void fire() {
        throw new AssertionError("a heap fires nothing");
      }
    };
    event.timePs = timePs;
    event.key = key;
    return event;
  }
}
