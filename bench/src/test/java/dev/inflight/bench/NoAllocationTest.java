package dev.inflight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 10: in steady state neither packets nor events allocate. */
@Tag("sweep")
class NoAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long WARM_UP_PACKET_HOPS = 500_000;

  @ParameterizedTest
  @EnumSource(TieOrder.class)
  void underHpcc(TieOrder ties) {
    assertAllocatesNothing(ties, setup -> {
    });
  }

  @ParameterizedTest
  @EnumSource(TieOrder.class)
  void whilePortsArePaused(TieOrder ties) {
    SteadyFabric fabric = assertAllocatesNothing(ties, setup -> {
      setup.scheme = NoControl.DEFAULT;
      setup.bufferBytes = 2 << 20;
      setup.flows = new FlowTable();
      for (int source = 1; source < setup.topology.hostCount(); source++) {
        setup.flows.add(source, 0, 3, 100, SteadyFabric.ENDLESS_BYTES, 0);
      }
    });
    assertThat(fabric.simulation().fabric().switches()).anyMatch(one -> one.pausesSent() > 100);
  }

  @ParameterizedTest
  @EnumSource(TieOrder.class)
  void whilePacketsAreLost(TieOrder ties) {
    SteadyFabric fabric = assertAllocatesNothing(ties, setup -> setup.lossRate = 0.001);
    assertThat(fabric.simulation().fabric().counters().nacks).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource
  void onQueuePairs(Rdma.Op op) {
    assertAllocatesNothing(TieOrder.PORT, setup -> {
      setup.flows = new FlowTable();
      for (int host = 0; host < setup.topology.hostCount(); host++) {
        int other = (host + 1) % setup.topology.hostCount();
        new Rdma(op, host, other, Message.MOST_BYTES, 4, 1, 0, 0, 3, 300).addTo(setup.flows, setup.topology, 1);
      }
    });
  }

  /** The load that links can carry in addition to acknowledgements: with more, queues and the pool of packets still grow at this time. */
  @Test
  void whileReceiversGrantCredit() {
    SteadyFabric fabric = assertAllocatesNothing(TieOrder.PORT, setup -> setup.scheme = new Rccc(1.5, 0.8, 4, false));
    assertThat(fabric.simulation().fabric().counters().creditGrants).isGreaterThan(1000);
  }

  @Test
  void inSchedulingEngines() {
    assertAllocatesNothing(TieOrder.PORT, setup -> setup.nic = EngineNic.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whileIrnRecovers(boolean pfc) {
    SteadyFabric fabric = assertAllocatesNothing(TieOrder.PORT, setup -> {
      setup.lossRate = 0.001;
      setup.recovery = Irn.DEFAULT;
      setup.pfc = pfc;
    });
    assertThat(fabric.simulation().fabric().counters().nacks).isGreaterThan(1000);
  }

  static final List<TelemetryFormat> ON_THE_WIRE = Formats.ALL.stream().filter(format -> format.reflectionCode() != 0).toList();

  @ParameterizedTest
  @FieldSource("ON_THE_WIRE")
  void overEveryFormatWithSealedReports(TelemetryFormat format) {
    SteadyFabric fabric = assertAllocatesNothing(TieOrder.PORT, setup -> {
      setup.telemetry = format;
      setup.framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
      setup.authenticateFeedback = true;
    });
    assertThat(fabric.simulation().fabric().counters().acksWithHops).isGreaterThan(1000);
  }

  static final List<Routing> CHOSEN_BY_SWITCHES = Routings.ALL.stream().filter(Routing::switchesChoose).toList();

  @ParameterizedTest
  @FieldSource("CHOSEN_BY_SWITCHES")
  void whileSwitchesChoose(Routing routing) {
    SteadyFabric fabric = Allocation.assertNothing(8 * WARM_UP_PACKET_HOPS, TieOrder.PORT, setup -> { // until pools have grown
      setup.routing = routing;
      setup.scheme = Dcqcn.DEFAULT;
      setup.topology.links()
          .forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), new EcnThresholds(40_000, 160_000, 0.2)));
      setup.recovery = Selective.DEFAULT;
    });
    assertThat(fabric.simulation().fabric().switches()).allMatch(one -> {
      ReorderCounts counts = one.balancer().reorderCounts();
      return counts == null || counts.latePackets == 0;
    });
  }

  @ParameterizedTest
  @EnumSource
  void withTelemetryOfQueues(Queueing queueing) {
    SteadyFabric fabric = assertAllocatesNothing(TieOrder.PORT, setup -> {
      setup.queues = StrictOverDeficit.DEFAULT;
      setup.telemetry = IfaFormat.DEFAULT;
      setup.scope = new QueueScope(queueing, 0);
    });
    assertThat(fabric.simulation().fabric().counters().acksWithHops).isGreaterThan(1000);
  }

  /** Each part's pool grows to its own peak, and threads are started; one object for each window would still be too much. */
  @Test
  void inPartsSideBySide() {
    var fabric = new SteadyFabric(LeafSpine.DEFAULT, TieOrder.PORT, setup -> setup.lossRate = 0.001, 2);
    fabric.advance(20 * Allocation.SLICE_PS);
    long bytesBefore = THREADS.getTotalThreadAllocatedBytes();
    long hopsBefore = fabric.packetHops();
    fabric.advance(60 * Allocation.SLICE_PS);
    long bytes = THREADS.getTotalThreadAllocatedBytes() - bytesBefore;
    long hops = fabric.packetHops() - hopsBefore;
    assertThat(hops).isGreaterThan(Allocation.PACKET_HOPS);
    assertThat((double) bytes / hops).as("%d bytes in %d packet-hops", bytes, hops)
        .isLessThan(3 * Allocation.BYTES_PER_PACKET_HOP);
  }

  @Test
  void allocationWouldBeSeen() {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Object kept = new byte[1000];
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isGreaterThanOrEqualTo(1000);
    assertThat(kept).isNotNull();
  }

  private static SteadyFabric assertAllocatesNothing(TieOrder ties, Consumer<SetupBuilder> changes) {
    return Allocation.assertNothing(WARM_UP_PACKET_HOPS, ties, changes);
  }
}
