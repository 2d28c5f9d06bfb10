package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.sim.workload.FlowTable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The memory that a run's operations on queue pairs reach: all of a host's memory is one region that everybody has the key of, as in a
 * benchmark. It is opened before the run, and does not change.
 */
final class HostMemory {
  private static final long ADDRESS = 1L << 20;

  private final Map<Integer, MemoryRegion> regions = new TreeMap<>();

  /** Opens the memory of each host that operations are posted to. */
  HostMemory(FlowTable flows, Fabric fabric) {
    for (int row = 0; row < flows.count() && flows.queuePairs() > 0; row++) {
      if (flows.kind(row) != FlowTable.Kind.FLOW) {
        regions.computeIfAbsent(flows.destination(row),
            host -> fabric.connections(host).memory().register(ADDRESS, Message.MOST_BYTES, true, true));
      }
    }
  }

  /** A host's memory. */
  MemoryRegion of(int host) {
    MemoryRegion region = regions.get(host);
    if (region == null) {
      throw new IllegalArgumentException("no operation is posted to host " + host);
    }
    return region;
  }

  /** The hosts that have any, in order. */
  Iterable<Integer> hosts() {
    return regions.keySet();
  }
}
