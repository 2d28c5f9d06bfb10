package dev.inflight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.SetupBuilder;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;

/** Allocation of a steady fabric. */
final class Allocation {
  static final long SLICE_PS = 100_000_000;
  static final long PACKET_HOPS = 3_000_000;
  /**
   * Accepted bytes: pools and histograms may still grow a little; one object of 16 bytes for every thousandth packet-hop would be too much.
   */
  static final double BYTES_PER_PACKET_HOP = 0.01;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {
  }

  /** Requires that the default leaf-spine with these changes allocates nothing after this number of packet-hops; returns it. */
  static SteadyFabric assertNothing(long warmUpPacketHops, TieOrder ties, Consumer<SetupBuilder> changes) {
    var fabric = new SteadyFabric(LeafSpine.DEFAULT, ties, changes);
    advance(fabric, warmUpPacketHops);
    long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    long hops = advance(fabric, PACKET_HOPS);
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
    assertThat((double) bytes / hops).as("%d bytes in %d packet-hops", bytes, hops).isLessThan(BYTES_PER_PACKET_HOP);
    return fabric;
  }

  private static long advance(SteadyFabric fabric, long packetHops) {
    long before = fabric.packetHops();
    while (fabric.packetHops() - before < packetHops) {
      fabric.advance(SLICE_PS);
    }
    return fabric.packetHops() - before;
  }
}
