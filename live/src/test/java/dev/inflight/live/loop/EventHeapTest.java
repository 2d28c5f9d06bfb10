package dev.inflight.live.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.event.Event;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventHeapTest {
  private static final class Named extends Event {
    Named(long timePs, long key) {
      this.timePs = timePs;
      this.key = key;
    }

    @Override
    public void fire() {
      // Only its place matters.
    }
  }

  @Test
  void eventsComeByTimeAndThenByKey() {
    var random = new SplittableRandom(1);
    var heap = new EventHeap();
    var expected = new PriorityQueue<Event>(
        Comparator.<Event>comparingLong(event -> event.timePs).thenComparingLong(event -> event.key));
    for (int step = 0; step < 200_000; step++) {
      if (random.nextInt(5) < 3) {
        var event = new Named(random.nextLong(5000), step);
        heap.add(event);
        expected.add(event);
      } else if (!expected.isEmpty()) {
        assertThat(heap.peek()).isSameAs(expected.peek());
        assertThat(heap.remove()).isSameAs(expected.poll());
      }
      assertThat(heap.count()).isEqualTo(expected.size());
    }
    while (!expected.isEmpty()) {
      assertThat(heap.remove()).isSameAs(expected.poll());
    }
    assertThat(heap.isEmpty()).isTrue();
    assertThat(heap.peek()).isNull();
  }
}
