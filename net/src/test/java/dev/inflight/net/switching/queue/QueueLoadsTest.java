package dev.inflight.net.switching.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.PortSnapshot;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Reports of queues, computed by hand, at 8 Gb/s, where a byte takes a nanosecond, over intervals of 10 us, which are 10,000
 * bytes.
 */
class QueueLoadsTest {
  private static final long NS = 1000;
  private static final long US = 1_000_000;
  private static final Offset<Double> ROUNDED = within(2.0);

  private final QueueLoads loads = new QueueLoads(8_000_000_000L, 10 * US);
  private final PortQueues queues = new StrictOverDeficit(6, 1500, 1, 1, 3, 1, 1, 1, 1).queues(loads);
  private final PortSnapshot snapshot = new PortSnapshot();

  private void waits(int queue, int bytes) {
    var packet = new Packet(0);
    packet.sizeBytes = bytes;
    queues.enqueue(packet, queue);
  }

  /** A packet of the only queue in use leaves. */
  private PortSnapshot leaves(int queue, long nowPs) {
    assertThat(queues.choose(1 << queue)).isEqualTo(queue);
    queues.dequeue(queue);
    snapshot.nowPs = nowPs;
    loads.report(snapshot);
    return snapshot;
  }

  /** Makes this many bytes of a queue leave. */
  private void sends(int queue, int bytes) {
    waits(queue, bytes);
    queues.choose(1 << queue);
    queues.dequeue(queue);
  }

  /** By how much the next packet of a queue finds its bytes multiplied. */
  private double lineByShare(int queue, long nowPs) {
    waits(queue, 100);
    waits(queue, 1000);
    double factor = leaves(queue, nowPs).queueBytes / 1000.0;
    queues.choose(1 << queue);
    queues.dequeue(queue);
    return factor;
  }

  @Test
  void beforeTheFirstIntervalAQueueHasTheLine() {
    waits(3, 400);
    waits(3, 600);
    waits(4, 9000);
    leaves(3, 5 * US);
    assertThat(snapshot.sentBytes).as("before it").isZero();
    assertThat(snapshot.queueBytes).as("behind it, in its queue").isEqualTo(600);
    leaves(3, 6 * US);
    assertThat(snapshot.sentBytes).isEqualTo(400);
    assertThat(snapshot.queueBytes).isZero();
    leaves(4, 7 * US);
    assertThat(snapshot.sentBytes).as("of its queue alone").isZero();
  }

  @Test
  void telemetryThatAPacketTakesUpIsSentToo() {
    waits(3, 400);
    waits(3, 600);
    leaves(3, US);
    loads.grew(32);
    assertThat(leaves(3, 2 * US).sentBytes).isEqualTo(432);
  }

  @Test
  void queueHasItsShareNextToABusyOne() {
    sends(3, 2500);
    sends(4, 7000);
    assertThat(lineByShare(3, 10 * US)).as("3 of 4").isEqualTo(1.333);
    assertThat(lineByShare(4, 10 * US)).as("the line less 2500 of 10000").isEqualTo(1.333);
  }

  @Test
  void lineByShareGrowsWithBandwidthThatOthersLeave() {
    sends(3, 5000);
    sends(4, 1000);
    assertThat(lineByShare(3, 10 * US)).as("the line less 1000 of 10000").isEqualTo(1.111);
    assertThat(lineByShare(4, 10 * US)).as("the line less half").isEqualTo(2);
    assertThat(lineByShare(5, 10 * US)).as("one that sent nothing: the line less 6000").isEqualTo(2.5);
  }

  @Test
  void aQueueAloneHasTheLine() {
    sends(3, 9000);
    assertThat(lineByShare(3, 10 * US)).isEqualTo(1);
    assertThat(lineByShare(4, 10 * US)).as("1 of 4 beside it").isEqualTo(4);
  }

  @Test
  void strictQueuesComeFirst() {
    sends(6, 3000);
    sends(7, 2000);
    sends(3, 4000);
    sends(4, 1000);
    assertThat(lineByShare(7, 10 * US)).as("the highest").isEqualTo(1);
    assertThat(lineByShare(6, 10 * US)).as("below that: 1 - 0.2").isEqualTo(1.25);
    assertThat(lineByShare(3, 10 * US)).as("the line less 6000 is more than 3/4 of half").isEqualTo(2.5);
    assertThat(lineByShare(4, 10 * US)).as("1/4 of half is more than the line less 9000").isEqualTo(8);
  }

  @Test
  void lineByShareIsAtMostOneHundred() {
    sends(7, 10_000);
    sends(3, 1000);
    assertThat(lineByShare(3, 10 * US)).isEqualTo(100);
  }

  /** Bytes count by the share that the queue had when they left. */
  @Test
  void newShareAppliesToLaterPackets() {
    sends(3, 2500);
    sends(4, 7000);
    waits(3, 100);
    leaves(3, 10 * US);
    assertThat(snapshot.sentBytes).as("by the line until then").isEqualTo(2500);
    waits(3, 300);
    leaves(3, 10 * US + 100 * NS);
    assertThat((double) snapshot.sentBytes).as("100 bytes by 3/4").isEqualTo(2500 + 133, ROUNDED);
    sends(3, 100);
    waits(3, 50);
    leaves(3, 20 * US);
    assertThat((double) snapshot.sentBytes).as("nobody else has sent: from here on by the line").isEqualTo(2500 + 133 + 400 + 133,
        ROUNDED);
    waits(3, 50);
    leaves(3, 21 * US);
    assertThat((double) snapshot.sentBytes).isEqualTo(2500 + 133 + 400 + 133 + 50, ROUNDED);
  }

  @Test
  void disciplineWithoutSharesReportsNone() {
    assertThat(RoundRobinQueues.DEFAULT.hasShares()).isFalse();
    assertThatThrownBy(() -> RoundRobinQueues.DEFAULT.queues(loads)).isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("round-robin has no shares by bytes");
  }
}
