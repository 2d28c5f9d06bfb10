package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.fabric.IdealFct;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import java.util.SplittableRandom;
import dev.inflight.net.paths.OnePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportTest {
  private static final Star PAIR = new Star(2, 100 * G, US);

  @Test
  void loneFlowTakesTheTimeOfItsBytesAndItsPath() {
    var net = TestNet.of(PAIR).scheme(NoControl.DEFAULT).build();
    net.flow(0, 1, 1000, 0);
    net.run().assertAllFinished();
    // Data: 62 + 16 of headers, 20 of preamble and gap, twice at 80 ps a byte; acknowledgement: 66 + 20, twice; four times 1 us.
    long expected = 2 * (1000 + 62 + 16 + 20) * 80 + 2 * (66 + 20) * 80 + 4 * US;
    assertThat(net.finishedPs(0)).isEqualTo(expected);
  }

  @Test
  void idealFctOfALongFlowEqualsItsTimeAlone() {
    var net = TestNet.of(PAIR).scheme(NoControl.DEFAULT).build();
    Flow flow = net.flow(0, 1, 1_000_000, 0);
    net.run().assertAllFinished();
    var alone = new IdealFct(net.fabric, Framing.ROCEV2, 1000, true, OnePath.DEFAULT, false);
    assertThat(net.finishedPs(0)).isEqualTo(alone.writePs(flow, 1_000_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 999, 1000, 1001, 123_457})
  void anySizeArrives(long size) {
    var net = TestNet.of(PAIR).build();
    net.flow(0, 1, size, 0);
    net.run().assertAllFinished();
  }

  @Test
  void sequenceNumbersGoBeyondFourGigabytes() {
    var net = TestNet.of(new Star(2, 1600 * G, US));
    net.audited = false;
    net.payloadBytes = 9000;
    net.ackEveryPackets = 8;
    net.build();
    net.flow(0, 1, 5L << 30, 0);
    net.run().assertAllFinished();
    assertThat(net.finished.getFirst().sentBytes()).isEqualTo(5L << 30);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void randomLossDelaysFlowsButLosesNone(long seed) {
    var net = TestNet.of(new LeafSpine(2, 2, 4, 100 * G, 100 * G, US, 1));
    net.retransmitTimeoutPs = 200 * US;
    net.build();
    for (int link = 0; link < net.topology.links().size(); link++) {
      var random = new SplittableRandom(seed * 1000 + link);
      LossModel lossy = packet -> random.nextDouble() < 0.01;
      net.fabric.setLoss(link, lossy, lossy);
    }
    for (int host = 0; host < 8; host++) {
      net.flow(host, (host + 3) % 8, 50_000, host * US);
    }
    net.run().assertAllFinished();
    assertThat(net.losses).containsKey(Observer.Loss.RANDOM);
    assertThat(net.fabric.counters().retransmittedBytes).isPositive();
  }

  @Test
  void aLostTailIsSentAgainAfterTheTimeout() {
    var net = TestNet.of(PAIR).build();
    int[] seen = {0};
    net.fabric.setLoss(1, packet -> packet.kind == Packet.Kind.DATA && ++seen[0] == 10, packet -> false);
    net.flow(0, 1, 10_000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isEqualTo(1);
    assertThat(net.fabric.counters().retransmittedBytes).isEqualTo(1000);
    assertThat(net.finishedPs(0)).isBetween(4 * MS, 4 * MS + 20 * US);
  }

  @Test
  void aLostLastAcknowledgementIsRepeatedForADuplicate() {
    var net = TestNet.of(PAIR).build();
    int[] seen = {0};
    net.fabric.setLoss(0, packet -> packet.kind == Packet.Kind.ACK && ++seen[0] == 10, packet -> false);
    net.flow(0, 1, 10_000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isEqualTo(1);
    assertThat(net.fabric.counters().uselessBytes).isEqualTo(1000);
  }

  @Test
  void aGapIsReportedOnceAndSentAgainFromThere() {
    var net = TestNet.of(PAIR).build();
    int[] seen = {0};
    net.fabric.setLoss(1, packet -> packet.kind == Packet.Kind.DATA && ++seen[0] == 5, packet -> false);
    net.flow(0, 1, 100_000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().nacks).isEqualTo(1);
    assertThat(net.fabric.counters().timeouts).isZero();
  }

  @Test
  void timeoutsBackOffWhileNothingGetsThrough() {
    var net = TestNet.of(PAIR).build();
    boolean[] broken = {true};
    net.fabric.setLoss(1, packet -> broken[0], packet -> false);
    net.at(40 * MS, () -> broken[0] = false);
    net.flow(0, 1, 1000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isEqualTo(4); // after 4, 8, 16 and 32 ms more
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16, 1000})
  void acknowledgementsCanBeCoalescedBeyondTheWindow(int every) {
    var net = TestNet.of(PAIR);
    net.ackEveryPackets = every;
    net.ackDelayPs = 20 * US;
    net.build();
    net.flow(0, 1, 1_000_500, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isZero();
    assertThat(net.fabric.counters().acks).isLessThan(1001 / Math.min(every, 10) + 2);
  }

  @Test
  void sixteenToOneKeepsTheQueueShortUnderHpcc() {
    var net = TestNet.of(new Star(17, 100 * G, US)).scheme(new Hpcc(0.95, 0, 25, 100, 0, ReactionMode.BOTH, 0)).build();
    for (int host = 0; host < 16; host++) {
      net.flow(host, 16, 200_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.pauses).isEmpty();
  }

  @Test
  void twoFlowsOfOneNicShareItsLine() {
    var net = TestNet.of(new Star(3, 100 * G, US)).build();
    net.flow(0, 1, 1_000_000, 0);
    net.flow(0, 2, 1_000_000, 0);
    net.run().assertAllFinished();
    double ratio = (double) net.finishedPs(0) / net.finishedPs(1);
    assertThat(ratio).isBetween(0.95, 1.0);
  }

  @Test
  void afterAProgressTheNextWaitIsShortAgain() {
    var net = TestNet.of(PAIR).build();
    boolean[] broken = {true};
    int[] seen = {0};
    net.fabric.setLoss(1, packet -> broken[0] || packet.kind == Packet.Kind.DATA && ++seen[0] == 20, packet -> false);
    net.at(50 * MS, () -> broken[0] = false);
    net.flow(0, 1, 20_000, 0);
    net.run().assertAllFinished();
    // Nothing gets through at 4, 12 and 28 ms; all but the last packet does at 60 ms; that one is missed after 4 ms more.
    assertThat(net.finishedPs(0)).isBetween(64 * MS, 65 * MS);
  }
}
