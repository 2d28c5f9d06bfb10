package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftFabric.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.live.loop.TurnedClock;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order in which real frames of several priorities leave a port. */
class QueuesTest {
  private static final long RATE = 1_000_000_000L;
  private static final int LOW = 3;
  private static final int HIGH = 6;

  private static SoftStar star(QueueDiscipline queues) {
    return new SoftStar(3, RATE, 0, SoftFabric.Rules.PLAIN.with(queues), TurnedClock.still());
  }

  private static byte[] frame(int priority, int payloadBytes) {
    byte[] frame = TestFrame.write(false, payloadBytes).bytes();
    Ipv4.trafficClass(frame, 14, priority << 3, Ipv4.ECT_0);
    Ipv4.writeChecksum(frame, 14);
    return frame;
  }

  private static int priority(SoftFabric.Arrived one) {
    return Ipv4.dscp(one.frame(), 14) >>> 3;
  }

  private static void send(SoftStar star, int host, int frames, byte[] frame) {
    for (int sent = 0; sent < frames; sent++) {
      star.send(host, frame);
    }
  }

  /** Twenty frames of the strict priority behind two hundred waiting ones: all leave before those, except the one in transmission. */
  @Test
  void theStrictPriorityOvertakesABacklog() {
    try (var star = star(StrictOverDeficit.DEFAULT)) {
      send(star, 0, 100, frame(LOW, 1000));
      send(star, 0, 100, frame(LOW + 1, 1000));
      assertThat(star.run(100 * US)).as("the backlog has begun to leave").hasSizeBetween(5, 20);
      send(star, 2, 20, frame(HIGH, 1000));
      List<Integer> priorities = star.run(3000 * US).stream().map(QueuesTest::priority).toList();
      assertThat(priorities).filteredOn(priority -> priority == HIGH).hasSize(20);
      int first = priorities.indexOf(HIGH);
      assertThat(first).as("frames that left before").isLessThanOrEqualTo(1);
      assertThat(priorities.subList(first, first + 20)).containsOnly(HIGH);
      assertThat(star.held()).isZero();
    }
  }

  /** While each waits, priorities share the port's bytes by their weights, for any length of their frames. */
  @Test
  void weightsShareThePort() {
    try (var star = star(new StrictOverDeficit(6, 1500, 1, 1, 2, 5, 1, 1, 1))) {
      send(star, 0, 600, frame(2, 300));
      send(star, 2, 400, frame(LOW, 1000));
      send(star, 0, 300, frame(4, 1400));
      long[] bytes = new long[8];
      long all = 0;
      for (SoftFabric.Arrived one : star.run(2500 * US)) { // all three still wait then
        int length = one.frame().length + Ethernet.FCS_BYTES;
        bytes[priority(one)] += length;
        all += length;
      }
      assertThat(all).isGreaterThan(250_000);
      assertThat((double) bytes[2] / all).isCloseTo(1 / 8.0, within(0.01));
      assertThat((double) bytes[LOW] / all).isCloseTo(2 / 8.0, within(0.01));
      assertThat((double) bytes[4] / all).isCloseTo(5 / 8.0, within(0.01));
      assertThat(star.port(1).waitingBytes()).isGreaterThan(300_000);
    }
  }
}
