package dev.inflight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Invariant 10 with sprayed packets: a separate class, in parallel with {@link NoAllocationTest}, because its warm-up is long. */
@Tag("sweep")
class NoAllocationOfSprayedPacketsTest {
  /** Warm-up until the rings of packets in flight have grown to the size that rare losses of retransmissions require. */
  private static final long WARM_UP_PACKET_HOPS = 16_000_000;

  @ParameterizedTest
  @EnumSource
  void whilePacketsAreSprayedAndTrimmed(Sprayed.By by) {
    assertNothing(by, Trimming.To.RECEIVER);
  }

  @Test
  void whileTrimmedHeadersReturnToSenders() {
    SteadyFabric fabric = assertNothing(Sprayed.By.BITMAP, Trimming.To.SENDER);
    assertThat(fabric.simulation().fabric().switches()).anyMatch(one -> one.returned() > 1000);
  }

  private static SteadyFabric assertNothing(Sprayed.By by, Trimming.To to) {
    SteadyFabric fabric = Allocation.assertNothing(WARM_UP_PACKET_HOPS, TieOrder.PORT, setup -> {
      setup.scheme = Nscc.DEFAULT;
      setup.topology.links()
          .forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), new EcnThresholds(40_000, 160_000, 1)));
      setup.paths = new Sprayed(64, by);
      setup.recovery = Selective.DEFAULT;
      setup.lossRate = 0.001;
      setup.flows = new FlowTable();
      for (int source = 4; source < setup.topology.hostCount(); source++) {
        setup.flows.add(source, source % 4, 3, 100, SteadyFabric.ENDLESS_BYTES, 0);
      }
      setup.pfc = false;
      setup.trim = new Trimming(64, 48, to);
      setup.queues = StrictOverDeficit.DEFAULT;
      setup.bufferBytes = 100_000;
    });
    assertThat(fabric.simulation().fabric().switches()).anyMatch(one -> one.trimmed() > 1000);
    return fabric;
  }
}
