package dev.inflight.sim.workload;

import dev.inflight.sim.random.Randoms;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import java.util.random.RandomGenerator;

/**
 * Every host sends one flow and receives one: each to the next in a random circle of all hosts.
 *
 * @param sizeBytes application bytes of each flow, 1 or more
 * @param startPs start time of all flows
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record Permutation(long sizeBytes, long startPs, int priority, int port) implements Workload {
  /** 1 MB each at time 0. */
  public static final Permutation DEFAULT = new Permutation(1_000_000, 0, 3, 100);

  /** Checks the ranges. */
  public Permutation {
    Check.size("size", sizeBytes, 1);
    WorkloadChecks.start(startPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "permutation";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    WorkloadChecks.hosts(name(), 2, topology.hostCount());
    RandomGenerator random = Randoms.stream(seed, name(), flows.count());
    int[] hosts = topology.hosts();
    int[] receivers = hosts.clone();
    for (int i = hosts.length - 1; i > 0; i--) { // Sattolo's shuffle: a single cycle, so no host sends to itself
      int j = (int) Randoms.below(random, i);
      int receiver = receivers[i];
      receivers[i] = receivers[j];
      receivers[j] = receiver;
    }
    for (int i = 0; i < hosts.length; i++) {
      flows.add(hosts[i], receivers[i], priority, port, sizeBytes, startPs);
    }
  }
}
