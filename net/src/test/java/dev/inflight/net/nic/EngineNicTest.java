package dev.inflight.net.nic;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.FixedPaces;
import dev.inflight.net.LateLoop;
import dev.inflight.net.TestNet;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchConfig.Buffer;
import dev.inflight.net.switching.SwitchConfig.Marking;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.util.SplitMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's NIC limits (HPCC §4.2, §4.3): engines that walk round a fixed array of flows. */
class EngineNicTest {
  private static final long LINE = 25 * G;
  private static final long ENDLESS = 1L << 40;
  private static final long FRAME_BYTES = 1062 + 20;
  private static final long FRAME_PS = SerializationTime.EXACT.serializationPs(FRAME_BYTES, LINE);
  private static final long SCAN_PS = 250_000;

  private final List<List<Long>> starts = new ArrayList<>();
  private final HashSet<Long> seen = new HashSet<>();

  /** A star of servers at 25 Gb/s, server 0 with the NIC in question, under flows of given paces. */
  private TestNet net(EngineNic nic, FixedPaces paces) {
    var net = TestNet.of(new Star(5, LINE, US)).scheme(paces);
    net.nic = nic;
    net.audited = false;
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.DATA && seen.add((long) packet.flow.id() << 40 | packet.sequence)) {
        starts.get(packet.flow.id()).add(packet.sentPs);
      }
    };
    return net;
  }

  private void flows(TestNet net, int count, long sizeBytes) {
    for (int flow = 0; flow < count; flow++) {
      starts.add(new ArrayList<>());
      net.flow(0, 1 + flow % 4, sizeBytes, 0);
    }
  }

  private static long[] all(int count, long pace) {
    long[] paces = new long[count];
    Arrays.fill(paces, pace);
    return paces;
  }

  private static long gapPs(long pace) {
    return SerializationTime.EXACT.serializationPs(FRAME_BYTES, pace);
  }

  @Test
  void anEngineOfFiftySlotsLetsOneFlowFillTheLine() {
    TestNet net = net(EngineNic.DEFAULT, FixedPaces.of(LINE)).build();
    flows(net, 1, 1_000_000);
    net.run().assertAllFinished();
    long lastPs = starts.getFirst().getLast();
    assertThat(lastPs).isBetween(999 * FRAME_PS, 999 * FRAME_PS + SCAN_PS + 16 * 320L);
  }

  @Test
  void anEngineOfThreeHundredSlotsSendsOnePacketOfAFlowInOneAndAHalfMicroseconds() {
    TestNet net = net(new EngineNic(1, 300, 5_000), FixedPaces.of(LINE)).build();
    flows(net, 1, 1_000_000);
    net.run().assertAllFinished();
    assertThat(starts.getFirst()).isEqualTo(LongStream.range(0, 1000).map(n -> n * 1_500_000).boxed().toList());
  }

  @Test
  void slotsAreVisitedOneTickApart() {
    TestNet net = net(new EngineNic(1, 50, 5_000), FixedPaces.of(all(3, G))).build();
    for (int flow = 0; flow < 3; flow++) {
      starts.add(new ArrayList<>());
      net.flow(0, 1 + flow, 20_000, flow * 2 * US); // apart, so that no packet waits for another
    }
    net.run().assertAllFinished();
    for (int flow = 0; flow < 3; flow++) {
      long phasePs = flow * 5_000L;
      assertThat(starts.get(flow)).hasSize(20).allMatch(ps -> ps % SCAN_PS == phasePs);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 40, 123, 999, 2_500, 7_777, 24_999})
  void visitsDoNotReduceAPace(long paceMbitPerSec) {
    long pace = paceMbitPerSec * 1_000_000;
    TestNet net = net(EngineNic.DEFAULT, FixedPaces.of(pace)).build();
    flows(net, 1, 400_000);
    net.run().assertAllFinished();
    long firstPs = SerializationTime.EXACT.serializationPs(FRAME_BYTES + 16, pace); // its first frame has 16 bytes more
    for (int packet = 1; packet < 400; packet++) {
      long idealPs = firstPs + (packet - 1) * gapPs(pace);
      assertThat(starts.getFirst().get(packet) - idealPs).as("packet %d", packet).isBetween(0L, SCAN_PS + FRAME_PS);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void startsAreThoseOfASecondReadingTickByTick(long seed) {
    var random = new SplittableRandom(seed);
    var nic = new EngineNic(random.nextInt(1, 7), random.nextInt(1, 60), random.nextInt(1, 20) * 1000L);
    int count = random.nextInt(1, Math.min(40, nic.engines() * nic.flowsPerEngine()) + 1);
    long[] paces = random.longs(count, LINE / 200, LINE).toArray();
    TestNet net = net(nic, FixedPaces.of(paces)).build();
    flows(net, count, ENDLESS);
    net.run(300 * US);
    List<List<Long>> expected = new TickingEngines(nic, paces, LINE, FRAME_BYTES).runUntil(300 * US);
    for (int flow = 0; flow < count; flow++) {
      assertThat(starts.get(flow)).as("flow %d of %s", flow, nic).hasSizeGreaterThan(3).isEqualTo(expected.get(flow));
    }
  }

  @Test
  void threeHundredFlowsShareTheLineEvenly() {
    TestNet net = net(EngineNic.DEFAULT, FixedPaces.of(all(300, LINE))).build();
    flows(net, 300, ENDLESS);
    net.run(2 * MS);
    long packets = starts.stream().mapToLong(List::size).sum();
    assertThat(packets).isCloseTo(2 * MS / FRAME_PS, within(10L));
    long most = starts.stream().mapToLong(List::size).max().orElseThrow();
    long least = starts.stream().mapToLong(List::size).min().orElseThrow();
    assertThat(most - least).isLessThanOrEqualTo(1);
    assertThat(net.fabric.counters().flowsWaitedForSlot).isZero();
  }

  @Test
  void laterFlowsWaitInLineForASlot() {
    TestNet net = net(new EngineNic(2, 2, 5_000), FixedPaces.of(all(8, LINE))).build();
    flows(net, 8, 50_000);
    net.at(US, () -> {
      assertThat(net.fabric.host(0).nics()[0].senders()).hasSize(8).filteredOn(sender -> sender.slot().isWanted())
          .extracting(sender -> ((Sender) sender).flow().id()).containsExactly(4, 5, 6, 7);
    });
    net.run().assertAllFinished();
    HostCounters counters = net.fabric.counters();
    assertThat(counters.flowsWaitedForSlot).isEqualTo(4);
    for (int flow = 4; flow < 8; flow++) {
      long freedPs = net.finishedPs(flow - 4);
      assertThat(starts.get(flow).getFirst()).isBetween(freedPs, freedPs + 10 * FRAME_PS);
      assertThat(counters.longestSlotWaitPs).isGreaterThanOrEqualTo(freedPs);
    }
    assertThat(counters.longestSlotWaitPs).isEqualTo(net.finishedPs(3));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5})
  void lateEventsAndRandomWindowsNeverMakeAFlowFasterThanItsPace(long seed) {
    var random = new SplittableRandom(seed);
    int count = 30;
    long[] paces = random.longs(count, LINE / 100, LINE).toArray();
    long[] windows = random.longs(count, 1, 60_000).toArray();
    TestNet net = net(new EngineNic(3, 7, 5_000), new FixedPaces(paces, windows));
    net.latenessPs = seed * 10 * US;
    net.build();
    flows(net, count, 60_000);
    net.run().assertAllFinished();
    for (Sender sender : net.finished) { // late starts give paces to other flows
      List<Long> sent = starts.get(sender.flow().id());
      assertThat(sent).hasSize(60);
      for (int from = 0; from < 60; from += 7) {
        for (int packet = from + 1; packet < 60; packet++) {
          // The first one may have had credit of a scan, and have waited in the pipe behind all others, or for a late event.
          long aheadPs = 35_000 + 22 * FRAME_PS + net.latenessPs;
          assertThat(sent.get(packet) - sent.get(from) + aheadPs)
              .isGreaterThanOrEqualTo((packet - from) * gapPs(sender.paceBitsPerSec()));
        }
      }
    }
  }

  @Test
  void aWaitAtTheWindowGathersNoMoreCreditThanThatOfOneScan() {
    TestNet net = net(EngineNic.DEFAULT, new FixedPaces(new long[] {G}, new long[] {2000}));
    net.ackEveryPackets = 2;
    net.ackDelayPs = MS;
    net.topology = new Star(5, LINE, 100 * US).build();
    net.build();
    flows(net, 1, 20_000);
    net.run().assertAllFinished();
    for (int packet = 1; packet < 20; packet += 2) { // two after each acknowledgement
      long apartPs = starts.getFirst().get(packet) - starts.getFirst().get(packet - 1);
      assertThat(apartPs).isBetween(gapPs(G) - SCAN_PS, gapPs(G) + 2 * SCAN_PS);
    }
  }

  @Test
  void aPausedPriorityLeavesTheLineToTheOthers() {
    TestNet net = net(new EngineNic(2, 4, 5_000), FixedPaces.of(all(4, LINE))).priorities(3, 4).build();
    for (int flow = 0; flow < 4; flow++) {
      starts.add(new ArrayList<>());
      net.flow(new Flow(flow, 0, 1 + flow, 10_000, 4791, 3 + flow % 2, 500_000, 0));
    }
    Nic nic = net.fabric.host(0).nics()[0];
    net.at(50 * US, () -> pause(nic, Packet.Kind.PAUSE, 50 * US));
    net.at(2 * MS, () -> pause(nic, Packet.Kind.RESUME, 2 * MS));
    net.run().assertAllFinished();
    for (int flow = 0; flow < 4; flow++) {
      assertThat(starts.get(flow).stream().anyMatch(ps -> ps > 51 * US && ps < 2 * MS)).isEqualTo(flow % 2 == 1);
    }
    assertThat(starts.get(0)).anyMatch(ps -> ps >= 2 * MS);
  }

  private static void pause(Nic nic, Packet.Kind kind, long nowPs) {
    var frame = new Packet(0);
    frame.becomePauseFrame(kind, 3, 64, nowPs);
    nic.takePauseFrame(frame, Observer.NONE);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "6, 50"})
  void flowsChangeTheirNicAndTheirSlots(int engines, int flowsPerEngine) {
    var net = TestNet.of(Pod.DEFAULT).scheme(NoControl.DEFAULT);
    net.nic = new EngineNic(engines, flowsPerEngine, 5_000);
    net.build();
    int[] hosts = net.topology.hosts();
    int tor = net.fabric.ports(hosts[0]).getFirst().peer().node();
    for (int flow = 1; flow < 16; flow++) {
      net.flow(hosts[0], hosts[31 - flow], 50_000, 0);
    }
    net.at(20 * US, () -> net.fabric.setLink(hosts[0], tor, false, 20 * US));
    net.at(21 * US, () -> {
      assertThat(net.fabric.host(hosts[0]).nics()[0].senders()).isEmpty();
      assertThat(net.fabric.host(hosts[0]).nics()[1].senders()).hasSize(15 - net.finished.size());
    });
    net.at(300 * US, () -> net.fabric.setLink(hosts[0], tor, true, 300 * US));
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().flowsWaitedForSlot > 0).isEqualTo(engines * flowsPerEngine < 15);
  }

  @Test
  void flowWithARestoredRouteQueuesLast() {
    TestNet net = TestNet.of(new Star(4, LINE, US));
    net.nic = new EngineNic(1, 1, 5000);
    net.build();
    net.flow(0, 1, 50_000_000, 0);
    net.flow(0, 2, 100_000, US);
    net.at(2 * US, () -> net.fabric.setLink(3, 4, false, 2 * US));
    net.flow(0, 3, 100_000, 3 * US);
    net.at(10 * US, () -> net.fabric.setLink(3, 4, true, 10 * US));
    net.run();
    assertThat(net.finished).extracting(sender -> sender.flow().id()).containsExactly(0, 1, 2);
  }

  @Test
  void theAuthorsNicHasNoEngines() {
    var rules = new HostConfig(new Packets(Framing.REFERENCE, SerializationTime.AUTHORS, 1000), InBand.NOTHING, Acks.EACH,
        new Sending(true, MS, GoBackN.DEFAULT, EngineNic.DEFAULT));
    var switches = new SwitchConfig(Framing.REFERENCE, new Buffer(32 << 20, true, 1, 1 << 3),
        new Marking(Map.of(), port -> new SplitMix(1, port)::nextDouble), RoundRobinQueues.DEFAULT);
    assertThatIllegalArgumentException().isThrownBy(() -> new Fabric(new Star(2, LINE, US).build(), List.of(rules), switches,
        RoutingRules.by(new MurmurEcmp()), _ -> new LateLoop(0, 1), (from, to) -> (packet, endPs) -> {
        }, _ -> Observer.NONE)).withMessageContaining("the authors' NIC has no scheduling engines");
  }

  @Test
  void ranges() {
    assertThatIllegalArgumentException().isThrownBy(() -> new EngineNic(0, 50, 1)).withMessage("engines 0 is outside 1 to 1024");
    assertThatIllegalArgumentException().isThrownBy(() -> new EngineNic(1, 0, 1))
        .withMessage("flowsPerEngine 0 is outside 1 to 65536");
    assertThatIllegalArgumentException().isThrownBy(() -> new EngineNic(1024, 65, 1))
        .withMessage("1024 engines of 65 flows are 66560 slots; at most 65536");
    assertThatIllegalArgumentException().isThrownBy(() -> new EngineNic(1, 1, 0))
        .withMessage("tick of 0 ps is outside 1 ps to 1 ms");
    assertThat(CongestionControl.NO_WINDOW).isGreaterThan(ENDLESS); // the flows above have no windows
  }
}
