package dev.inflight.sim.workload;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.name.NodeNumber;
import dev.inflight.telemetry.util.Check;

/**
 * Many hosts send to one host at the same instant. The senders are the lowest-numbered hosts other than the receiver.
 *
 * @param senders number of senders, 1 or more
 * @param receiver the receiving host; -1: the last one
 * @param sizeBytes application bytes of each flow, 1 or more
 * @param startPs start time of all flows
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record Incast(int senders, @NodeNumber int receiver, long sizeBytes, long startPs, int priority,
    int port) implements Workload {
  /** 16 hosts send 500 KB each to the last host at time 0 (HPCC Fig. 13, 14). */
  public static final Incast DEFAULT = new Incast(16, -1, 500_000, 0, 3, 200);

  /** Checks the ranges. */
  public Incast {
    Check.count("senders", senders, 1);
    if (receiver < -1) {
      throw new IllegalArgumentException("receiver must be a host, or -1 for the last host, found " + receiver);
    }
    Check.size("size", sizeBytes, 1);
    WorkloadChecks.start(startPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "incast";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    int[] hosts = topology.hosts();
    if (senders >= hosts.length) {
      throw new IllegalArgumentException(
          "an incast of " + senders + (senders == 1 ? " sender" : " senders") + " needs " + (senders + 1L)
              + " hosts; the topology has " + hosts.length);
    }
    int to = receiver == -1 ? hosts[hosts.length - 1] : receiver;
    WorkloadChecks.host("receiver", to, topology);
    for (int i = 0, added = 0; added < senders; i++) {
      if (hosts[i] != to) {
        flows.add(hosts[i], to, priority, port, sizeBytes, startPs);
        added++;
      }
    }
  }
}
