package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.NodeNumber;
import dev.inflight.telemetry.util.Check;

/**
 * Equal flows between two hosts that start at equal intervals.
 *
 * @param from the sending host
 * @param to the receiving host, other than {@code from}
 * @param sizeBytes application bytes of each, 1 or more
 * @param count number of flows, 1 or more
 * @param everyPs time from one start to the next, 1 or more
 * @param startPs start time of the first flow
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record PeriodicFlows(@NodeNumber int from, @NodeNumber int to, long sizeBytes, int count, long everyPs, long startPs,
    int priority, int port) implements Workload {
  /** A hundred flows of 1 KB from host 0 to host 1, one each 10 us. */
  public static final PeriodicFlows DEFAULT = new PeriodicFlows(0, 1, 1_000, 100, 10_000_000, 0, 3, 100);

  /** Checks the ranges. */
  public PeriodicFlows {
    if (from == to) {
      throw new IllegalArgumentException("flows from host " + from + " to itself");
    }
    Check.size("size", sizeBytes, 1);
    Check.count("count", count, 1);
    WorkloadChecks.flows("periodic", count);
    Check.time("every", everyPs, 1);
    WorkloadChecks.start(startPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "periodic";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    flows.expect(count);
    WorkloadChecks.host("from", from, topology);
    WorkloadChecks.host("to", to, topology);
    for (int flow = 0; flow < count; flow++) {
      flows.add(from, to, priority, port, sizeBytes, Math.addExact(startPs, Math.multiplyExact(flow, everyPs)));
    }
  }
}
