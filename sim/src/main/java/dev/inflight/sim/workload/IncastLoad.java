package dev.inflight.sim.workload;

import dev.inflight.sim.random.Randoms;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import java.util.random.RandomGenerator;

/**
 * Incasts at random times: at each event of a Poisson process, random distinct hosts send to one random other host at the same
 * instant. All hosts are equally likely.
 *
 * @param fanIn senders of each incast, 1 or more
 * @param sizeBytes application bytes of each flow, 1 or more
 * @param load payload offered on average, as a share of the sum of all hosts' link rates, above 0 to 1
 * @param durationPs how long incasts keep starting
 * @param startPs start of that time
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record IncastLoad(int fanIn, long sizeBytes, double load, long durationPs, long startPs, int priority,
    int port) implements Workload {
  /** The paper's (HPCC §5.1): 60 senders, 500 KB each, 2 % of the capacity; for 2 ms. */
  public static final IncastLoad DEFAULT = new IncastLoad(60, 500_000, 0.02, 2_000_000_000L, 0, 3, 200);

  /** Checks the ranges. */
  public IncastLoad {
    Check.count("fanIn", fanIn, 1);
    Check.size("size", sizeBytes, 1);
    Check.positive("load", load, 1);
    WorkloadChecks.span(startPs, durationPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "incast-load";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    if (fanIn >= topology.hostCount()) {
      throw new IllegalArgumentException(
          "incast-load with fanIn " + fanIn + " needs " + (fanIn + 1L) + " hosts; the topology has " + topology.hostCount());
    }
    var pool = new HostPool(topology);
    double meanGapPs = 8e12 * fanIn * sizeBytes / (load * pool.totalBitsPerSec());
    WorkloadChecks.flows(name(), durationPs / meanGapPs * fanIn);
    flows.expect(durationPs / meanGapPs * fanIn);
    RandomGenerator random = Randoms.stream(seed, name(), flows.count());
    int[] hosts = pool.hosts();
    double atPs = Randoms.exponential(random, meanGapPs);
    while (atPs < durationPs) {
      addIncast(flows, hosts, startPs + (long) atPs, random);
      atPs += Randoms.exponential(random, meanGapPs);
    }
  }

  private void addIncast(FlowTable flows, int[] hosts, long atPs, RandomGenerator random) {
    int last = hosts.length - 1;
    swap(hosts, last, (int) Randoms.below(random, hosts.length));
    for (int i = 0; i < fanIn; i++) { // Fisher-Yates, as far as needed, over all but the receiver
      swap(hosts, i, i + (int) Randoms.below(random, last - i));
      flows.add(hosts[i], hosts[last], priority, port, sizeBytes, atPs);
    }
  }

  private static void swap(int[] hosts, int i, int j) {
    int host = hosts[i];
    hosts[i] = hosts[j];
    hosts[j] = host;
  }
}
