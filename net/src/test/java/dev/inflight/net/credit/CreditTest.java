package dev.inflight.net.credit;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.TestNet;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows under RCCC on a star of 100 Gb/s: arrivals at one host, and lost credit. */
class CreditTest {
  private static final int FRAME = 1000 + 62 + CreditHeader.BYTES; // and 20 bytes of preamble and gap
  private static final double PAYLOAD_SHARE = 1000.0 / (FRAME + 20);

  private static TestNet star(int hosts, Rccc scheme) {
    return TestNet.of(new Star(hosts, 100 * G, US)).scheme(scheme);
  }

  /** Base RTT as senders have it: their facts include a telemetry header. */
  private static long baseRttPs(TestNet net) {
    return new UnloadedPaths(net.topology, net.framing, net.payloadBytes, NativeFormat.DEFAULT).largestRttPs();
  }

  private static SwitchPort lastHop(TestNet net, int host) {
    return TestNet.portTo(net.fabric.switches().getFirst(), host);
  }

  @Test
  void aFlowAloneSendsAtTheRateOfCredits() {
    for (double rate : new double[] {1, 0.99, 0.5}) {
      TestNet net = star(2, new Rccc(1.5, rate, 4, false)).build();
      net.flow(0, 1, 50_000_000, 0);
      net.run().assertAllFinished();
      double seconds = net.finishedPs(0) / 1e12;
      double expected = 50_000_000 * 8 / (100e9 * PAYLOAD_SHARE * rate);
      double atOnce = 2 * baseRttPs(net) / 1e12;
      assertThat(seconds).as("at %s of the line", rate).isBetween(expected - atOnce, expected + atOnce);
      assertThat(net.lost()).isZero();
    }
  }

  /** On a link of 1 Gb/s: a credit in 3.5 ms, before a timeout. With less, timeouts let in more than credits do. */
  @Test
  void theLeastRateOfCreditsIsKept() {
    double least = 0.01;
    TestNet net = TestNet.of(new Star(2, G, US)).scheme(new Rccc(1.5, least, 4, false)).build();
    net.flow(0, 1, 400_000, 0);
    net.run().assertAllFinished();
    double expected = 400_000 * 8 / (1e9 * PAYLOAD_SHARE * least);
    assertThat(net.finishedPs(0) / 1e12).isBetween(0.98 * expected, expected);
    assertThat(net.fabric.counters().timeouts).isZero();
  }

  @Test
  void anIncastQueuesItsFirstFlightsWhichCreditsDrain() {
    int senders = 16;
    double rate = 0.9;
    TestNet net = star(senders + 1, new Rccc(1.5, rate, 4, false)).build();
    for (int sender = 0; sender < senders; sender++) {
      net.flow(sender, senders, 2_000_000, 0);
    }
    double wire = (FRAME + 20) / 1000.0;
    double bdpBytes = 100e9 / 8 * baseRttPs(net) / 1e12;
    var queues = new ArrayList<Long>();
    var sent = new ArrayList<Long>();
    for (long atPs = US; atPs < 2_500 * US; atPs += US) {
      net.at(atPs, () -> {
        queues.add(lastHop(net, senders).waitingBytes());
        sent.add(lastHop(net, senders).sentBytes);
      });
    }
    net.run(2_500 * US);
    long most = queues.stream().mapToLong(Long::longValue).max().orElseThrow();
    assertThat(most).as("first flights, which the first answer ends").isBetween((long) ((senders - 1) * bdpBytes * 0.9),
        (long) (senders * 1.5 * bdpBytes * wire));
    int drained = (int) (most * 8 / (100e9 * (1 - rate)) * 1e6) + 50;
    assertThat(queues.subList(drained, queues.size())).as("with credit").allMatch(bytes -> bytes <= 4 * FRAME);
    assertThat(sent.get(drained / 2) - sent.get(10)).as("bytes at the last hop while it drains")
        .isGreaterThan((long) (0.99 * 100e9 / 8 * (drained / 2 - 10) * 1e-6 * FRAME / (FRAME + 20)));
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
    assertThat(net.finishedPs(senders - 1) - net.finishedPs(0)).as("in turn").isLessThan(20 * US);
  }

  @Test
  void twoFlowsShareEvenlyAlsoWhenOneComesLater() {
    TestNet net = star(3, Rccc.DEFAULT).build();
    Flow early = net.flow(0, 2, 20_000_000, 0);
    Flow late = net.flow(1, 2, 20_000_000, 300 * US);
    var sent = new ArrayList<List<Long>>();
    for (long atPs : new long[] {400 * US, 1400 * US}) {
      net.at(atPs, () -> sent.add(Stream.of(early, late).map(TestSenders::sentBytes).toList()));
    }
    net.run().assertAllFinished();
    long first = sent.get(1).get(0) - sent.get(0).get(0);
    long second = sent.get(1).get(1) - sent.get(0).get(1);
    assertThat(Math.abs(first - second)).as("bytes of 1 ms each").isLessThanOrEqualTo(4_000);
    assertThat(first + second).isGreaterThan((long) (0.98 * 100e9 / 8 * PAYLOAD_SHARE * 1e-3));
  }

  @Test
  void flowWithinItsUnsolicitedBytesGetsNoCredit() {
    TestNet net = star(2, Rccc.DEFAULT).build();
    net.flow(0, 1, 1_000, 0);
    net.flow(0, 1, 900, 50 * US);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().windowsSent).isZero();
  }

  @Test
  void grantsCreditInQuantaOneAtATime() {
    TestNet net = star(2, new Rccc(1.5, 1, 10, false)).build();
    net.flow(0, 1, 10_000_000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().windowsSent).as("the first flight requests a packet at a time").isBetween(900L, 1_050L);
    assertThat(net.fabric.counters().creditGrants).isEqualTo(net.fabric.counters().windowsSent);
  }

  /** Loses credit for a while, all of it. */
  private record NoCredit(TestNet net, long fromPs, long toPs) implements LossModel {
    @Override
    public boolean loses(Packet packet) {
      return packet.kind == Packet.Kind.WINDOW && packet.timePs >= fromPs && packet.timePs < toPs;
    }
  }

  private static void lose(TestNet net, int link, LossModel model) {
    net.fabric.setLoss(link, model, model);
  }

  @Test
  void afterLostCreditTheNextOneBringsIt() {
    TestNet net = star(2, Rccc.DEFAULT).build();
    net.flow(0, 1, 5_000_000, 0);
    lose(net, 1, new NoCredit(net, 100 * US, 103 * US));
    net.run().assertAllFinished();
    assertThat(net.lost()).isBetween(8, 10);
    assertThat(net.fabric.counters().timeouts).isZero();
    assertThat(net.finishedPs(0)).as("late by what was lost").isBetween(430 * US, 460 * US);
  }

  @Test
  void senderWithoutCreditRequestsAgainAfterATimeout() {
    TestNet net = star(2, Rccc.DEFAULT).build();
    net.flow(0, 1, 5_000_000, 0);
    lose(net, 1, new NoCredit(net, 100 * US, MS));
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isEqualTo(1);
    assertThat(net.fabric.counters().retransmittedBytes).as("nothing was missing").isZero();
    assertThat(net.finishedPs(0)).isBetween(4 * MS, 6 * MS);
  }

  @Test
  void theLastCreditsAreSentAgainAfterATimeout() {
    TestNet net = star(2, Rccc.DEFAULT).build();
    net.flow(0, 1, 200_000, 0);
    lose(net, 1, new NoCredit(net, 12 * US, MS));
    net.run().assertAllFinished();
    assertThat(net.lost()).isGreaterThan(10);
    assertThat(net.fabric.counters().timeouts).isLessThanOrEqualTo(2);
    assertThat(net.finishedPs(0)).isLessThan(13 * MS);
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void aFirstFlightThatIsLostTakesOneTimeout(Recovery recovery) {
    TestNet net = star(2, Rccc.DEFAULT);
    net.recovery = recovery;
    net.pfc = false;
    net.build();
    net.flow(0, 1, 20_000, 0);
    lose(net, 0, packet -> packet.kind == Packet.Kind.DATA && packet.timePs < 5 * US);
    net.run().assertAllFinished();
    assertThat(net.lost()).isEqualTo(20);
    assertThat(net.fabric.counters().timeouts).isEqualTo(1);
  }

  static List<Recovery> recoveries() {
    return List.of(GoBackN.DEFAULT, Irn.DEFAULT);
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void flowsArriveWholeDespiteAnyLoss(Recovery recovery) {
    for (double share : new double[] {0.001, 0.02, 0.2}) {
      for (int seed = 0; seed < 4; seed++) {
        TestNet net = star(5, Rccc.DEFAULT);
        net.recovery = recovery;
        net.pfc = false;
        net.bufferBytes = 200_000;
        net.build();
        var random = new SplittableRandom(seed);
        for (int link = 0; link < 5; link++) {
          lose(net, link, _ -> random.nextDouble() < share);
        }
        for (int sender = 0; sender < 4; sender++) {
          net.flow(sender, 4, 300_000 + 77 * sender, sender * US);
        }
        net.run().assertAllFinished();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void retransmissionsWaitForCredit(Recovery recovery) {
    TestNet net = star(9, Rccc.DEFAULT);
    net.recovery = recovery;
    net.pfc = false;
    net.bufferBytes = 100_000; // of 8 first flights of 65 kB
    net.build();
    for (int sender = 0; sender < 8; sender++) {
      net.flow(sender, 8, 2_000_000, 0);
    }
    long lostAtFirst = 100 * US;
    var lost = new ArrayList<Integer>();
    net.at(lostAtFirst, () -> lost.add(net.lost()));
    net.run().assertAllFinished();
    assertThat(lost.getFirst()).isPositive();
    assertThat(net.lost()).as("nothing more, as retransmissions come one at a time").isEqualTo(lost.getFirst());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 500_000, 50_000_000})
  void lateEventsChangeLittle(long latenessPs) {
    TestNet net = star(5, Rccc.DEFAULT);
    net.latenessPs = latenessPs;
    net.build();
    for (int sender = 0; sender < 4; sender++) {
      net.flow(sender, 4, 1_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().timeouts).isZero();
  }

  /** Data that senders have sent. */
  private static final class TestSenders {
    static long sentBytes(Flow flow) {
      return Objects.requireNonNull(dev.inflight.net.host.Sender.of(flow)).sentBytes();
    }
  }

  @Test
  void aSenderToManyHoldsNoMoreThanOneFirstFlightOfUnusedCreditEach() {
    TestNet net = star(5, Rccc.DEFAULT).build();
    for (int receiver = 1; receiver < 5; receiver++) {
      net.flow(0, receiver, 4_000_000, 0);
    }
    long bdpBytes = (long) (100e9 / 8 * baseRttPs(net) / 1e12);
    var held = new ArrayList<Long>();
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.WINDOW) {
        held.add(packet.windowBytes() - TestSenders.sentBytes(Objects.requireNonNull(packet.flow)));
      }
    };
    net.run().assertAllFinished();
    assertThat(held).hasSizeGreaterThan(1000).allMatch(bytes -> bytes <= 1.5 * bdpBytes);
    assertThat(Arrays.stream(net.fabric.host(0).nics()).mapToLong(nic -> nic.sentBytes).sum()).isGreaterThan(16_000_000);
  }
}
