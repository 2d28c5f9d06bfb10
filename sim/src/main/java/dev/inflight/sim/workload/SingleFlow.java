package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.NodeNumber;
import dev.inflight.telemetry.util.Check;

/**
 * One flow.
 *
 * @param from the sending host
 * @param to the receiving host, other than {@code from}
 * @param sizeBytes application bytes, 1 or more
 * @param startPs start time
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record SingleFlow(@NodeNumber int from, @NodeNumber int to, long sizeBytes, long startPs, int priority,
    int port) implements Workload {
  /** 1 MB from host 0 to host 1 at time 0. */
  public static final SingleFlow DEFAULT = new SingleFlow(0, 1, 1_000_000, 0, 3, 100);

  /** Checks the ranges. */
  public SingleFlow {
    if (from == to) {
      throw new IllegalArgumentException("a flow from host " + from + " to itself");
    }
    Check.size("size", sizeBytes, 1);
    WorkloadChecks.start(startPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "flow";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    WorkloadChecks.host("from", from, topology);
    WorkloadChecks.host("to", to, topology);
    flows.add(from, to, priority, port, sizeBytes, startPs);
  }
}
