package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without PFC a queue may be as long as a multiple of the free memory. */
class DynamicThresholdTest {
  /** Bytes that one queue gets alone, in packets of 1000. */
  private static int alone(double alpha) {
    var threshold = new DynamicThreshold(1_000_000, alpha);
    int queue = 0;
    while (threshold.admit(queue, 1000)) {
      queue += 1000;
    }
    assertThat(threshold.heldBytes()).isEqualTo(queue);
    return queue;
  }

  @Test
  void withAlphaOneAQueueAloneTakesHalfOfTheBuffer() { // HPCC §5.3, footnote 6
    assertThat(alone(1)).isBetween(500_000, 501_000);
  }

  @ParameterizedTest
  @CsvSource({"0.125, 111111", "0.5, 333333", "2, 666666", "8, 888888", "1e9, 999000"})
  void aQueueAloneTakesAlphaOfOnePlusAlpha(double alpha, int bytes) {
    assertThat(alone(alpha)).isBetween(bytes, bytes + 1000);
  }

  @Test
  void twoQueuesTakeAThirdEach() {
    var threshold = new DynamicThreshold(999_000, 1);
    int[] queues = {0, 0};
    boolean taken = true;
    while (taken) {
      taken = false;
      for (int queue = 0; queue < 2; queue++) {
        if (threshold.admit(queues[queue], 1000)) {
          queues[queue] += 1000;
          taken = true;
        }
      }
    }
    assertThat(queues[0]).isBetween(333_000, 334_000);
    assertThat(queues[1]).isBetween(333_000, 334_000);
  }

  @Test
  void departuresMakeRoom() {
    var threshold = new DynamicThreshold(10_000, 1);
    assertThat(threshold.admit(0, 6000)).isTrue();
    assertThat(threshold.admit(6000, 1000)).isFalse();
    assertThat(threshold.admit(4001, 1000)).as("the free part is 4000").isFalse();
    assertThat(threshold.admit(0, 4001)).as("more than there is").isFalse();
    threshold.release(2000);
    assertThat(threshold.admit(4000, 1000)).isTrue();
    assertThat(threshold.heldBytes()).isEqualTo(5000);
  }

  /** Eight senders at line rate without a window to one receiver, and one to another. */
  private static TestNet incast(double alpha) {
    var net = TestNet.of(new Star(10, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.pfc = false;
    net.egressAlpha = alpha;
    net.bufferBytes = 1_000_000;
    net.retransmitTimeoutPs = 200 * US;
    net.build();
    for (int sender = 0; sender < 8; sender++) {
      net.flow(sender, 8, 200_000, 0);
    }
    return net;
  }

  @Test
  void congestedQueueOfASwitchTakesItsShareWithoutPauses() {
    var net = incast(1);
    net.run().assertAllFinished();
    Switch owner = net.fabric.switches().getFirst();
    assertThat(TestNet.portTo(owner, 8).peakBytes()).isBetween(490_000L, 503_000L);
    assertThat(net.losses).containsOnlyKeys(Observer.Loss.BUFFER);
    assertThat(net.pauses).isEmpty();
  }

  @Test
  void oneQueueLeavesRoomForOthers() {
    var net = incast(1);
    net.flow(8, 9, 200_000, 0);
    net.run().assertAllFinished();
    assertThat(net.finished).filteredOn(sender -> sender.flow().destination() == 9)
        .allMatch(sender -> sender.stats().retransmittedBytes() == 0);
  }
}
