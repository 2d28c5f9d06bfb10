package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reason, start and end of a sender's wait, as reports on stalls have them. */
class WaitingSenderTest {
  private static final long TIMEOUT_PS = 4 * MS;

  private final TestNet net = TestNet.of(new Star(2, 100 * G, US)).scheme(NoControl.DEFAULT);

  private static Sender sender(Flow flow) {
    return Objects.requireNonNull(Sender.of(flow));
  }

  /** Loses all packets that come before a time. */
  private void loseUntil(long timePs) {
    LossModel model = packet -> packet.timePs < timePs;
    net.fabric.setLoss(0, model, model);
  }

  @Test
  void aLostFlowWaitsTwiceAsLongEachTime() {
    net.build();
    Flow flow = net.flow(0, 1, 1000, US);
    loseUntil(20 * MS);
    List<Long> waits = new ArrayList<>();
    List<Integer> timeouts = new ArrayList<>();
    for (long atPs : new long[] {2 * MS, 6 * MS, 14 * MS}) {
      net.at(atPs, () -> {
        waits.add(sender(flow).waitingSincePs());
        waits.add(sender(flow).givesUpAtPs());
        timeouts.add(sender(flow).timeoutsInARow());
        assertThat(sender(flow).inflightBytes()).isEqualTo(1000);
        assertThat(sender(flow).ackedBytes()).isZero();
      });
    }
    net.run().assertAllFinished();
    long first = US + TIMEOUT_PS;
    long second = first + 2 * TIMEOUT_PS;
    long third = second + 4 * TIMEOUT_PS;
    assertThat(waits).containsExactly(US, first, first, second, second, third);
    assertThat(timeouts).containsExactly(0, 1, 2);
    assertThat(net.finishedPs(0)).isBetween(third, third + 10 * US);
    assertThat(net.fabric.counters().timeouts).isEqualTo(3);
    assertThat(sender(flow).givesUpAtPs()).as("it waits for nothing").isEqualTo(Long.MAX_VALUE);
    assertThat(sender(flow).stats().retransmittedBytes()).isEqualTo(3000);
  }

  @Test
  void theWaitDoublesSixTimesAtMost() {
    net.build();
    Flow flow = net.flow(0, 1, 1000, 0);
    loseUntil(Long.MAX_VALUE);
    long sixth = TIMEOUT_PS * (1 + 2 + 4 + 8 + 16 + 32);
    net.run(sixth + 64 * TIMEOUT_PS + 1); // the seventh timeout
    assertThat(sender(flow).timeoutsInARow()).isEqualTo(6);
    assertThat(net.fabric.counters().timeouts).isEqualTo(7);
    assertThat(sender(flow).givesUpAtPs()).isEqualTo(sixth + 2 * 64 * TIMEOUT_PS);
  }

  @Test
  void eachAcknowledgementRestartsTheTimeout() {
    net.build();
    Flow flow = net.flow(0, 1, 100_000, 0);
    net.run(20 * US / 10);
    assertThat(sender(flow).waitingSincePs()).as("since its first packet").isZero();
    assertThat(sender(flow).givesUpAtPs()).isEqualTo(TIMEOUT_PS);
    net.run(8 * US);
    long sincePs = sender(flow).waitingSincePs();
    assertThat(sincePs).isBetween(8 * US - 100_000, 8 * US);
    assertThat(sender(flow).givesUpAtPs()).isEqualTo(sincePs + TIMEOUT_PS);
    assertThat(sender(flow).inflightBytes()).isEqualTo(sender(flow).sentBytes() - sender(flow).ackedBytes()).isPositive();
    net.run().assertAllFinished();
    assertThat(sender(flow).inflightBytes()).isZero();
    assertThat(sender(flow).paceBitsPerSec()).isEqualTo(100 * G);
  }

  /** An acknowledgement that was in flight when the flow ended is only returned to the pool. */
  @Test
  void packetsAfterTheEndChangeNothing() {
    net.disorder = new TestNet.Disorder(new java.util.SplittableRandom(1), 0, 1, 1);
    var answers = new ArrayList<Packet.Kind>();
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.hop == 0) {
        answers.add(packet.kind);
      }
    };
    net.build();
    Flow flow = net.flow(0, 1, 1000, 0);
    net.run();
    assertThat(net.finished).hasSize(1);
    assertThat(answers).hasSizeGreaterThan(1);
    assertThat(net.fabric.counters().acks).as("taken by a sender that waited").isEqualTo(1);
    assertThat(net.fabric.packetsInside()).isZero();
    assertThat(sender(flow).ackedBytes()).isEqualTo(1000);
  }

  @Test
  void theLastPacketOfAFlowIsAcknowledgedAtOnce() {
    net.ackEveryPackets = 4;
    net.ackDelayPs = MS;
    net.build();
    Flow flow = net.flow(0, 1, 5000, 0);
    assertThat(Sender.of(flow)).as("before it starts").isNull();
    net.run().assertAllFinished();
    assertThat(net.finishedPs(0)).isLessThan(10 * US);
    assertThat(net.fabric.counters().acks).isEqualTo(2);
    assertThat(sender(flow).ackedBytes()).isEqualTo(5000);
  }

  @Test
  void aFlowsTimeEndsWithIt() {
    net.build();
    Flow flow = net.flow(0, 1, 5000, US);
    net.run().assertAllFinished();
    long activePs = net.finishedPs(0) - US;
    assertThat(sender(flow).stats().activePs(MS)).isEqualTo(activePs);
    assertThat(sender(flow).stats().belowLinePs(MS)).isZero();
    assertThat(sender(flow).stats().retransmittedBytes()).isZero();
  }

  /** A plain flow waits for a route without limit, and without a timeout. */
  @Test
  void aFlowWithoutAWayDoesNotTimeOut() {
    net.build();
    net.fabric.setLink(0, 2, false, 0);
    Flow flow = net.flow(0, 1, 5000, US);
    net.at(500 * MS, () -> net.fabric.setLink(0, 2, true, 500 * MS));
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isZero();
    assertThat(net.finishedPs(0)).isBetween(500 * MS, 500 * MS + 20 * US);
    assertThat(sender(flow).stats().retransmittedBytes()).isZero();
  }
}
