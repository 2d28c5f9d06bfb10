package dev.inflight.net.balance.weave;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.balance.RoutingRules;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Flows that move to other paths, and hosts that see nothing of it; every event is followed by an audit of the bytes. */
class ConWeaveTest {
  private static final int LEAF = 8;

  private final Map<Byte, Integer> signals = new HashMap<>();
  private final Map<Packet.Kind, Integer> signalPriorities = new EnumMap<>(Packet.Kind.class);

  private TestNet net(ConWeave rules, Topology topology) {
    TestNet net = TestNet.of(topology).scheme(NoControl.DEFAULT);
    net.routing = new RoutingRules(rules, new SeededEcmp(1), 1);
    net.recovery = GoBackN.DEFAULT;
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.PATH_SIGNAL) {
        signals.merge((byte) packet.pathSignal(), 1, Integer::sum);
        signalPriorities.put(packet.kind, (int) packet.priority);
      }
    };
    return net;
  }

  private static Topology twoLeaves(int spines) {
    return new LeafSpine(2, spines, 4, 100 * G, 100 * G, US, 1).build();
  }

  private static long sum(TestNet net, ToLongFunction<ReorderCounts> count) {
    return net.fabric.switches().stream().map(Switch::balancer).mapToLong(each -> {
      ReorderCounts counts = each.reorderCounts();
      return counts == null ? 0 : count.applyAsLong(counts);
    }).sum();
  }

  /** Four flows over three paths: two of them share one until one moves, again and again. */
  @Test
  void aFlowLeavesABusyPathAndItsPacketsStayInOrder() {
    TestNet net = net(ConWeave.DEFAULT, twoLeaves(3)).build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 2_000_000, 0);
    }
    net.run(MS).run().assertAllFinished();
    assertThat(sum(net, counts -> counts.reroutes)).isGreaterThan(5);
    assertThat(sum(net, counts -> counts.heldPackets)).isPositive();
    assertThat(sum(net, counts -> counts.heldBytes)).isZero();
    assertThat(sum(net, counts -> counts.latePackets)).isZero();
    assertThat(net.fabric.counters().nacks).as("packets that came out of order").isZero();
    assertThat(net.fabric.counters().retransmittedBytes).isZero();
    assertThat(signals.keySet()).contains(WeaveArrivals.REPLY, WeaveArrivals.CLEAR).doesNotContain(WeaveArrivals.NOTIFY);
    assertThat(signalPriorities).containsEntry(Packet.Kind.PATH_SIGNAL, (int) Packet.APART_PRIORITY);
  }

  @Test
  void aFlowAloneStaysOnItsPath() {
    TestNet net = net(ConWeave.DEFAULT, twoLeaves(3)).build();
    net.flow(0, 4, 2_000_000, 0);
    net.run().assertAllFinished();
    assertThat(sum(net, counts -> counts.reroutes)).isZero();
    assertThat(signals.get(WeaveArrivals.REPLY)).as("one for each round trip").isBetween(20, 50 * 2);
    assertThat(signals).doesNotContainKey(WeaveArrivals.CLEAR);
  }

  /** A marked packet makes its path one that no flow moves to. */
  @Test
  void marksKeepFlowsAwayFromAPath() {
    TestNet net = net(new ConWeave(8 * US, 1000 * US, 300 * US, 200 * US, 64 * US, 2, 31), twoLeaves(3));
    net.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(20_000, 20_000, 1));
    net.build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 2_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(signals.get(WeaveArrivals.NOTIFY)).isGreaterThan(20);
    long rarely = sum(net, counts -> counts.reroutes);
    TestNet often = net(new ConWeave(8 * US, 1, 300 * US, 200 * US, 64 * US, 2, 31), twoLeaves(3));
    often.ecn = net.ecn;
    often.build();
    for (int host = 0; host < 4; host++) {
      often.flow(host, 4 + host, 2_000_000, 0);
    }
    often.run().assertAllFinished();
    assertThat(rarely).isLessThan(sum(often, counts -> counts.reroutes) / 2);
  }

  /** The last packet over the old path, or an answer, may be lost: a flow waits for it until a timeout, and continues. */
  @Test
  void lossesOfMarkedPacketsAndSignalsEndInATimer() {
    TestNet net = net(ConWeave.DEFAULT, twoLeaves(3));
    net.recovery = Irn.DEFAULT;
    net.pfc = false;
    net.bufferBytes = 60_000;
    net.build();
    for (int flow = 0; flow < 16; flow++) {
      net.flow(flow % 4, 4 + (flow + flow / 4) % 4, 500_000, flow * 20 * US);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isPositive();
    assertThat(sum(net, counts -> counts.timeouts)).isPositive();
    assertThat(sum(net, counts -> counts.heldBytes)).isZero();
  }

  @Test
  void withoutAQueuePacketsPassAndAreCounted() {
    TestNet net = net(new ConWeave(8 * US, 8 * US, 300 * US, 200 * US, 64 * US, 2, 1), twoLeaves(3));
    net.build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4, 500_000, 0);
      net.flow(host, 4 + host, 500_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(sum(net, counts -> counts.latePackets)).isPositive();
    assertThat(net.fabric.switches()).allMatch(one -> {
      ReorderCounts counts = one.balancer().reorderCounts();
      return counts != null && counts.peakQueues <= 1;
    });
  }

  /** Packets that are held back are in the switch's memory: together with its queues, they never exceed it. */
  @Test
  void heldPacketsTakeMemory() {
    TestNet net = net(ConWeave.DEFAULT, twoLeaves(2));
    net.bufferBytes = 1_200_000;
    net.build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 3_000_000, 0);
    }
    net.run().assertAllFinished();
    for (Switch each : net.fabric.switches()) {
      ReorderCounts counts = each.balancer().reorderCounts();
      assertThat(counts).isNotNull();
      assertThat(counts.peakHeldBytes).isLessThanOrEqualTo(each.peakHeldBytes());
    }
    assertThat(sum(net, counts -> counts.peakHeldBytes)).isPositive();
    assertThat(net.fabric.counters().nacks).isZero();
  }

  @Test
  void threeTiersHavePathsByTwoChoices() {
    TestNet net = net(new ConWeave(8 * US, 16 * US, MS, 600 * US, 600 * US, 2, 31),
        new FatTree(2, 2, 2, 4, 4, 100 * G, 100 * G, US).build());
    net.audited = false;
    net.build();
    int hosts = net.topology.hostCount();
    for (int host = 0; host < hosts; host++) {
      net.flow(host, (host + hosts / 2) % hosts, 1_000_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(sum(net, counts -> counts.reroutes)).isPositive();
    assertThat(sum(net, counts -> counts.timeouts)).isZero();
    assertThat(net.fabric.counters().nacks).isZero();
  }

  /** While its own uplink is down, a leaf sends over others; lost packets are retransmitted. */
  @Test
  void aFailedUplinkIsNotUsed() {
    TestNet net = net(ConWeave.DEFAULT, twoLeaves(2)).build();
    net.at(50 * US, () -> net.fabric.setLink(LEAF, LEAF + 2, false, 50 * US));
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4 + host, 1_000_000, 0);
    }
    net.run().assertAllFinished();
  }

  @Test
  void otherTopologiesAreRefused() {
    assertThat(ConWeave.DEFAULT.problem(twoLeaves(2))).isNull();
    assertThat(ConWeave.DEFAULT.problem(FatTree.DEFAULT.build())).isNull();
    assertThat(ConWeave.DEFAULT.problem(new Star(4, 100 * G, US).build()))
        .isEqualTo("needs leaves and spines, and this topology has no link between switches");
    assertThat(ConWeave.DEFAULT.problem(DualTor.DEFAULT.build())).startsWith("needs hosts with one leaf each, and host 0");
    assertThat(ConWeave.DEFAULT.problem(new LeafSpine(2, 2, 1022, 100 * G, 100 * G, US, 1).build()))
        .isEqualTo("numbers up to 1023 ports of a switch, and one here has 1024");
    var chain = new Topology.Builder();
    chain.hosts(2);
    chain.switches(6);
    chain.link(0, 2, 100 * G, US);
    chain.link(1, 3, 100 * G, US);
    chain.link(2, 4, 100 * G, US);
    chain.link(4, 5, 100 * G, US);
    chain.link(5, 6, 100 * G, US);
    chain.link(6, 7, 100 * G, US);
    chain.link(3, 7, 100 * G, US);
    assertThat(ConWeave.DEFAULT.problem(chain.build()))
        .isEqualTo("needs two or three tiers of switches, and switch 5 and switch 6, which have a link, are both above leaves");
  }

  @Test
  void parametersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ConWeave(0, 1, 1, 1, 1, 2, 31))
        .withMessage("reply 0 ps is below 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new ConWeave(1, 1, 1, 1, 1, 0, 31))
        .withMessage("samples 0 is outside 1 to 64");
    assertThatIllegalArgumentException().isThrownBy(() -> new ConWeave(1, 1, 1, 1, 1, 2, 1025))
        .withMessage("queues 1025 is outside 1 to 1024");
  }

  @Test
  void markFieldsDoNotOverlap() {
    int path = WeaveMarks.path(1023, 517);
    long marks = WeaveMarks.of(path, 255, WeaveMarks.TAIL, 65_535 * US, 70_000 * US);
    assertThat(List.of(WeaveMarks.first(path), WeaveMarks.second(path), WeaveMarks.path(marks))).containsExactly(1023, 517, path);
    assertThat(WeaveMarks.epoch(marks)).isEqualTo((byte) 255);
    assertThat(WeaveMarks.flags(marks)).isEqualTo(WeaveMarks.TAIL);
    assertThat(WeaveMarks.betweenPs(WeaveMarks.sentUs(marks), WeaveMarks.tailUs(marks))).isEqualTo((70_000 - 65_535) * US);
  }

  @Test
  void entriesOfIdleFlowsAreUsedAgain() {
    var made = new int[1];
    var entries = new FlowEntries<FlowEntry>(() -> {
      made[0]++;
      return new FlowEntry() {
        @Override
        boolean isNeeded() {
          return flow == 7;
        }

        @Override
        void clear() {
          lastPs = 0;
        }
      };
    }, 10);
    for (int flow = 0; flow < 100_000; flow++) {
      entries.add(flow, flow);
    }
    assertThat(made[0]).isLessThan(200);
    assertThat(entries.find(7)).as("the one that is needed").isNotNull();
    assertThat(entries.find(99_999)).isNotNull();
    assertThat(entries.find(8)).isNull();
    assertThat(entries.count()).isLessThanOrEqualTo(made[0]);
  }
}
