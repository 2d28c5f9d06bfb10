package dev.inflight.net.switching.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.link.Packet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Common properties of all queue disciplines, and each one's sharing of a port. */
class QueueDisciplinesTest {
  private static Packet packet(int bytes) {
    var packet = new Packet(0);
    packet.sizeBytes = bytes;
    return packet;
  }

  @ParameterizedTest
  @FieldSource("dev.inflight.net.switching.queue.QueueDisciplines#ALL")
  void eachQueueIsServedInOrderAndOnlyWhenItMay(QueueDiscipline discipline) {
    var random = new SplittableRandom(discipline.name().hashCode());
    PortQueues queues = discipline.queues(true);
    var model = new ArrayList<Deque<Packet>>();
    for (int queue = 0; queue < PortQueues.COUNT; queue++) {
      model.add(new ArrayDeque<>());
    }
    int served = 0;
    for (int step = 0; step < 50_000; step++) {
      int paused = random.nextInt(4) == 0 ? random.nextInt(256) : 0;
      int ready = queues.ready(paused);
      if (random.nextInt(100) < 52 || ready == 0) {
        int queue = random.nextInt(PortQueues.COUNT);
        Packet packet = packet(random.nextInt(64, 9000));
        queues.enqueue(packet, queue);
        model.get(queue).add(packet);
      } else {
        int queue = (ready & 1) != 0 ? 0 : queues.choose(ready);
        assertThat(ready >> queue & 1).as("queue %d may send", queue).isEqualTo(1);
        assertThat(queues.dequeue(queue)).isSameAs(model.get(queue).remove());
        served++;
      }
      for (int queue = 1; queue < PortQueues.COUNT; queue++) {
        assertThat(queues.queueBytes(queue)).isEqualTo(model.get(queue).stream().mapToInt(packet -> packet.sizeBytes).sum());
      }
      var all = new ArrayList<Packet>();
      queues.collect(all);
      assertThat(queues.waitingBytes()).isEqualTo(all.stream().mapToInt(packet -> packet.sizeBytes).sum());
      assertThat(queues.isEmpty()).isEqualTo(all.isEmpty());
      if (step % 1000 == 999) { // so that queues are short again
        while (!queues.isEmpty()) {
          int queue = queues.firstWaiting();
          assertThat(queues.dequeue(queue)).isSameAs(model.get(queue).remove());
        }
      }
    }
    assertThat(served).isGreaterThan(10_000);
  }

  /** Bytes that each queue sends while all of them always have packets. */
  private static long[] shares(QueueDiscipline discipline, int[] packetBytes, int packets) {
    PortQueues queues = discipline.queues(false);
    long[] sent = new long[PortQueues.COUNT];
    for (int queue = 1; queue < PortQueues.COUNT; queue++) {
      for (int n = 0; n < 2; n++) {
        if (packetBytes[queue] > 0) {
          queues.enqueue(packet(packetBytes[queue]), queue);
        }
      }
    }
    for (int n = 0; n < packets; n++) {
      int queue = queues.choose(queues.ready(0));
      Packet packet = queues.dequeue(queue);
      sent[queue] += packet.sizeBytes;
      queues.enqueue(packet, queue);
    }
    return sent;
  }

  @Test
  void roundRobinSharesByPackets() {
    long[] sent = shares(RoundRobinQueues.DEFAULT, new int[] {0, 100, 0, 9000, 0, 0, 0, 500}, 3000);
    assertThat(sent).containsExactly(0, 100_000, 0, 9_000_000, 0, 0, 0, 500_000);
  }

  @Test
  void deficitRoundRobinSharesByBytesAndWeights() {
    var discipline = new StrictOverDeficit(8, 1500, 1, 2, 1, 1, 1, 1, 4);
    long[] sent = shares(discipline, new int[] {0, 100, 1000, 0, 0, 0, 0, 9000}, 50_000);
    assertThat(sent[2] / (double) sent[1]).isBetween(1.99, 2.01);
    assertThat(sent[7] / (double) sent[1]).isBetween(3.98, 4.02);
  }

  /** No queue is ever ahead of the others by more than its turn and a frame, for any size of packets. */
  @ParameterizedTest
  @CsvSource({"1000, 100", "100, 1000", "9000, 64"})
  void threeToOneInBytesWithinAPerCent(int bytesOfThree, int bytesOfFour) {
    PortQueues queues = new StrictOverDeficit(6, 1500, 1, 1, 3, 1, 1, 1, 1).queues(false);
    long[] sent = new long[PortQueues.COUNT];
    for (int n = 0; n < 2; n++) {
      queues.enqueue(packet(bytesOfThree), 3);
      queues.enqueue(packet(bytesOfFour), 4);
    }
    for (int n = 0; n < 100_000; n++) {
      int queue = queues.choose(queues.ready(0));
      Packet packet = queues.dequeue(queue);
      sent[queue] += packet.sizeBytes;
      queues.enqueue(packet, queue);
      int ahead = 1500 + Math.max(bytesOfThree, bytesOfFour);
      assertThat(Math.abs(sent[3] / 3.0 - sent[4])).as("bytes for each of weight").isLessThanOrEqualTo(ahead);
    }
    assertThat(sent[3] / (double) sent[4]).isBetween(2.97, 3.03);
  }

  @Test
  void anEmptyQueueGivesItsShareAway() {
    PortQueues queues = new StrictOverDeficit(6, 1500, 1, 1, 3, 1, 1, 1, 1).queues(false);
    for (int n = 0; n < 300; n++) {
      queues.enqueue(packet(1000), 4);
    }
    queues.enqueue(packet(1000), 3);
    var order = new ArrayList<Integer>();
    while (!queues.isEmpty()) {
      int queue = queues.choose(queues.ready(0));
      queues.dequeue(queue);
      order.add(queue);
    }
    assertThat(order.indexOf(3)).as("its turn comes").isLessThan(3);
    assertThat(order).as("and all others are of the queue that waits").filteredOn(queue -> queue == 4).hasSize(300);
  }

  @Test
  void strictQueuesGoFirstAndTheHighestBeforeTheOthers() {
    PortQueues queues = new StrictOverDeficit(6, 1500, 1, 1, 1, 1, 1, 1, 1).queues(false);
    for (int queue : new int[] {3, 6, 7, 6, 5}) {
      queues.enqueue(packet(1000), queue);
    }
    var order = new ArrayList<Integer>();
    while (!queues.isEmpty()) {
      int queue = queues.choose(queues.ready(0));
      queues.dequeue(queue);
      order.add(queue);
    }
    assertThat(order.subList(0, 3)).containsExactly(7, 6, 6);
    assertThat(order.subList(3, 5)).containsExactlyInAnyOrder(3, 5);
  }

  @Test
  void aQueueThatRunsEmptySavesNothingUp() {
    PortQueues queues = new StrictOverDeficit(8, 10_000, 1, 1, 1, 1, 1, 1, 1).queues(false);
    queues.enqueue(packet(100), 1);
    assertThat(queues.choose(queues.ready(0))).isEqualTo(1);
    queues.dequeue(1);
    for (int n = 0; n < 400; n++) {
      queues.enqueue(packet(100), 1);
      queues.enqueue(packet(100), 2);
    }
    int ofOne = 0;
    for (int n = 0; n < 200; n++) {
      int queue = queues.choose(queues.ready(0));
      queues.dequeue(queue);
      ofOne += queue == 1 ? 1 : 0;
    }
    assertThat(ofOne).isEqualTo(100); // a whole turn of each: 10,000 bytes
  }

  @Test
  void rangesAreChecked() {
    for (Runnable wrong : List.<Runnable>of(() -> new StrictOverDeficit(1, 1500, 1, 1, 1, 1, 1, 1, 1),
        () -> new StrictOverDeficit(9, 1500, 1, 1, 1, 1, 1, 1, 1), () -> new StrictOverDeficit(6, 63, 1, 1, 1, 1, 1, 1, 1),
        () -> new StrictOverDeficit(6, 1_000_001, 1, 1, 1, 1, 1, 1, 1), () -> new StrictOverDeficit(6, 1500, 1, 0, 1, 1, 1, 1, 1),
        () -> new StrictOverDeficit(6, 1500, 1, 1, 1, 1, 1, 1, 101))) {
      assertThatIllegalArgumentException().isThrownBy(wrong::run);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new StrictOverDeficit(6, 1500, 1, 0, 1, 1, 1, 1, 1))
        .withMessage("weight2 0 is outside 1 to 100");
    assertThat(new StrictOverDeficit(2, 64, 1, 1, 1, 1, 1, 1, 100).name()).isEqualTo("strict-dwrr");
  }
}
