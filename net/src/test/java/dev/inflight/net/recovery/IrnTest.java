package dev.inflight.net.recovery;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both ends of IRN over a switch: host 0 sends to host 1, and cable 1, to the receiver, or cable 0, back to the sender, loses
 * packets.
 */
class IrnTest {
  private static final Star PAIR = new Star(2, 100 * G, US);
  private static final long BDP = PathFacts
      .of(100 * G, new UnloadedPaths(PAIR.build(), Framing.ROCEV2, 1000, NativeFormat.DEFAULT).largestRttPs(), 1000).bdpBytes();

  private static TestNet net() {
    var net = TestNet.of(PAIR).scheme(FixedWindow.DEFAULT);
    net.recovery = Irn.DEFAULT;
    return net.build();
  }

  /** Loses the packets of one kind that come at these places in the order of their arrival, from 1. */
  private static LossModel losing(Packet.Kind kind, Integer... places) {
    int[] seen = {0};
    List<Integer> lost = List.of(places);
    return packet -> packet.kind == kind && lost.contains(++seen[0]);
  }

  private static final LossModel NONE = packet -> false;

  private static HostCounters runs(TestNet net) {
    net.run().assertAllFinished();
    return net.fabric.counters();
  }

  @Test
  void withoutLossNothingIsDifferent() {
    var plain = TestNet.of(PAIR).scheme(FixedWindow.DEFAULT).build();
    plain.flow(0, 1, 1_000_000, 0);
    plain.run().assertAllFinished();
    var net = net();
    net.flow(0, 1, 1_000_000, 0);
    HostCounters counters = runs(net);
    assertThat(net.finishedPs(0)).isEqualTo(plain.finishedPs(0));
    assertThat(counters.nacks + counters.timeouts + counters.retransmittedBytes + counters.uselessBytes).isZero();
  }

  @Test
  void aLostPacketIsRepeatedAloneWithinARoundTrip() {
    var net = net();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 50), NONE);
    net.flow(0, 1, 200_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.retransmittedBytes).isEqualTo(1000);
    assertThat(counters.uselessBytes).isZero();
    assertThat(counters.timeouts).isZero();
    assertThat(counters.nacks).as("one for each packet behind the gap").isBetween(20L, BDP / 1000 + 1);
    assertThat(net.finishedPs(0)).isLessThan(30 * US);
  }

  @Test
  void manyLossesAreRepeatedOnce() {
    var net = net();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 10, 11, 12, 20, 30, 33, 35), NONE);
    net.flow(0, 1, 200_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.retransmittedBytes).isEqualTo(7000);
    assertThat(counters.uselessBytes).isZero();
    assertThat(counters.timeouts).isZero();
  }

  @Test
  void aLostRetransmissionTakesATimeout() {
    var net = net();
    int[] first = {0};
    net.fabric.setLoss(1, packet -> packet.kind == Packet.Kind.DATA && packet.sequence == 50_000 && ++first[0] <= 2, NONE);
    net.flow(0, 1, 200_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isEqualTo(1);
    assertThat(counters.retransmittedBytes).isEqualTo(2000);
    assertThat(counters.uselessBytes).isZero();
    assertThat(net.finishedPs(0)).isBetween(100 * US, 150 * US);
  }

  @Test
  void aLostShortTailTakesTheShortWait() {
    var net = net();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 98, 99, 100), NONE);
    net.flow(0, 1, 100_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isEqualTo(1);
    assertThat(counters.retransmittedBytes).isEqualTo(3000);
    assertThat(net.finishedPs(0)).isBetween(100 * US, 100 * US + 30 * US);
  }

  @Test
  void aLostLongTailTakesTheLongWait() {
    var net = net();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 97, 98, 99, 100), NONE);
    net.flow(0, 1, 100_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isEqualTo(1);
    assertThat(counters.retransmittedBytes).isEqualTo(4000);
    assertThat(net.finishedPs(0)).isBetween(320 * US, 320 * US + 30 * US);
  }

  @Test
  void aLostLastAcknowledgementIsRepeatedForADuplicate() {
    var net = net();
    net.fabric.setLoss(0, losing(Packet.Kind.ACK, 100), NONE);
    net.flow(0, 1, 100_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isEqualTo(1);
    assertThat(counters.uselessBytes).isEqualTo(1000);
  }

  @Test
  void lostReportsAreMadeUpForByLaterOnes() {
    var net = net();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 50), NONE);
    net.fabric.setLoss(0, losing(Packet.Kind.NACK, 1, 2, 3, 5, 8), NONE);
    net.flow(0, 1, 200_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isZero();
    assertThat(counters.deliveredBytes).isEqualTo(200_000);
    assertThat(counters.retransmittedBytes).as("what was not reported is taken for lost").isBetween(1000L, 6000L);
  }

  @Test
  void timeoutsBackOffWhileNothingGetsThrough() {
    var net = net();
    boolean[] broken = {true};
    net.fabric.setLoss(1, packet -> broken[0], NONE);
    net.at(40 * MS, () -> broken[0] = false);
    net.flow(0, 1, 1000, 0);
    HostCounters counters = runs(net);
    // 0.1 ms, doubled up to 6.4 ms: after 0.1, 0.3, 0.7, 1.5, 3.1, 6.3, 12.7, 19.1, 25.5, 31.9, 38.3 and 44.7 ms
    assertThat(counters.timeouts).isEqualTo(12);
    assertThat(net.finishedPs(0)).isBetween(44_700 * US, 44_710 * US);
  }

  @Test
  void reorderingWithoutLossRepeatsAtMostAPacketAGap() {
    var net = TestNet.of(PAIR).scheme(FixedWindow.DEFAULT);
    net.recovery = Irn.DEFAULT;
    net.disorder = new TestNet.Disorder(new SplittableRandom(5), 0.02, 2 * US, 0);
    net.build();
    net.flow(0, 1, 1_000_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.nacks).isPositive();
    assertThat(counters.retransmittedBytes).isBetween(1000L, 100_000L);
    assertThat(counters.uselessBytes).isEqualTo(counters.retransmittedBytes);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutAWindowOneBandwidthDelayProductIsInFlight(boolean lossy) {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.recovery = Irn.DEFAULT;
    long[] most = {0, 0};
    var flow = new Flow[1];
    net.onPacket = packet -> {
      if (flow[0].sender != null) {
        most[0] = Math.max(most[0], Sender.of(flow[0]).inflightBytes());
        most[1] = Math.max(most[1], Sender.of(flow[0]).sentBytes() - Sender.of(flow[0]).ackedBytes());
      }
    };
    net.build();
    if (lossy) {
      var random = new SplittableRandom(3);
      net.fabric.setLoss(1, packet -> random.nextDouble() < 0.02, NONE);
    }
    flow[0] = net.flow(0, 1, 1_000_000, 0);
    net.flow(2, 1, 1_000_000, 0); // so that there is a queue, and more could be in flight
    net.run().assertAllFinished();
    assertThat(most[0]).isBetween(BDP - 1000, BDP + 1000);
    assertThat(most[1]).as("beyond the cumulative acknowledgement").isBetween(BDP - 1000, (lossy ? 2 : 1) * BDP + 1000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.2})
  void theSchemesWindowHoldsInRecoveryButForOnePacket(double bdps) {
    var net = TestNet.of(PAIR).scheme(new FixedWindow(bdps));
    net.recovery = Irn.DEFAULT;
    long[] most = {0};
    var flow = new Flow[1];
    net.onPacket = packet -> {
      if (flow[0].sender != null) {
        most[0] = Math.max(most[0], Sender.of(flow[0]).inflightBytes());
      }
    };
    net.build();
    var random = new SplittableRandom(3);
    net.fabric.setLoss(1, packet -> random.nextDouble() < 0.05, packet -> random.nextDouble() < 0.05);
    flow[0] = net.flow(0, 1, 300_000, 0);
    net.run().assertAllFinished();
    assertThat(most[0]).isLessThan((long) (bdps * BDP) + 3000);
  }

  @Test
  void coalescesAcknowledgementsAndReportsAFilledGapAtOnce() {
    var net = TestNet.of(PAIR).scheme(FixedWindow.DEFAULT);
    net.recovery = Irn.DEFAULT;
    net.ackEveryPackets = 8;
    net.build();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 20, 60), NONE);
    net.flow(0, 1, 100_000, 0);
    HostCounters counters = runs(net);
    assertThat(counters.timeouts).isZero();
    assertThat(counters.retransmittedBytes).isEqualTo(2000);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 50 * US})
  void eventsMayBeLate(long latenessPs) {
    var net = TestNet.of(PAIR).scheme(FixedWindow.DEFAULT);
    net.recovery = Irn.DEFAULT;
    net.latenessPs = latenessPs;
    net.build();
    net.fabric.setLoss(1, losing(Packet.Kind.DATA, 3, 9, 27, 100), NONE);
    net.flow(0, 1, 100_000, 0);
    runs(net);
  }

  @Test
  void refusesWaitsThatCannotBe() {
    assertThatThrownBy(() -> new Irn(0, 1, 3, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Irn(2, 1, 3, 1)).hasMessageContaining("is above rtoHigh");
    assertThatThrownBy(() -> new Irn(1, Long.MAX_VALUE, 3, 1)).hasMessageContaining("at most 1000 s");
    assertThatThrownBy(() -> new Irn(1, 2, -1, 1)).hasMessageContaining("fewPackets -1");
    assertThatThrownBy(() -> new Irn(1, 2, 0, 0)).hasMessageContaining("reach 0");
    assertThat(Irn.DEFAULT.waitingAtLeast(200 * US)).isEqualTo(new Irn(200 * US, 320 * US, 3, 2));
  }
}
