package dev.inflight.sim.rdma;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.workload.FlowTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The memory that a run's operations on queue pairs access. All of a host's memory is one region, and all hosts have its key, as
 * in a benchmark. It is opened before the run, and does not change.
 */
public final class HostMemory {
  private static final long ADDRESS = 1L << 20;
  private static final long MESSAGES = 1L << 40;
  /** Set in the addresses of all WRITEs of a message but the last. */
  private static final long PART = 1L << 32;

  private final Map<Integer, MemoryRegion> regions = new TreeMap<>();
  private final Map<Integer, MemoryRegion> ofMessages = new TreeMap<>();

  /**
   * Opens the memory of each host that operations are posted to.
   *
   * @param connections true if messages of jobs are operations too
   */
  public HostMemory(FlowTable flows, Fabric fabric, boolean connections) {
    for (int row = 0; row < flows.count() && flows.queuePairs() > 0; row++) {
      if (flows.kind(row) != FlowTable.Kind.FLOW) {
        regions.computeIfAbsent(flows.destination(row),
            host -> fabric.connections(host).memory().register(ADDRESS, Message.MOST_BYTES, true, true));
      }
    }
    for (Job job : connections ? flows.jobs() : List.<Job>of()) {
      for (int host : job.hosts()) {
        ofMessages.computeIfAbsent(host,
            each -> fabric.connections(each).memory().register(MESSAGES, 2 * PART + Message.MOST_BYTES, true, false));
      }
    }
  }

  /**
   * Address to which the message of a row is written: a distinct one, by which its receiver recognizes it.
   *
   * @param isLast true if no other WRITE of the message follows
   */
  static long addressOf(int row, boolean isLast) {
    return MESSAGES + (isLast ? 0 : PART) + row;
  }

  /** The row of the message that is written to an address; {@link MessageConnections#NO_ROW} if there is none. */
  static int rowAt(long address) {
    return (address & MESSAGES) == 0 ? MessageConnections.NO_ROW : (int) address;
  }

  /** True if a WRITE to this address is the last of its message. */
  static boolean isLast(long address) {
    return (address & PART) == 0;
  }

  /** The key of jobs' messages to a host. */
  int messageKey(int host) {
    MemoryRegion region = ofMessages.get(host);
    if (region == null) {
      throw new IllegalArgumentException("no job has a rank on host " + host);
    }
    return region.key();
  }

  /** A host's memory. */
  MemoryRegion of(int host) {
    MemoryRegion region = regions.get(host);
    if (region == null) {
      throw new IllegalArgumentException("no operation is posted to host " + host);
    }
    return region;
  }

  /** The hosts with opened memory, in order. */
  public Set<Integer> hosts() {
    var all = new TreeSet<>(regions.keySet());
    all.addAll(ofMessages.keySet());
    return all;
  }
}
