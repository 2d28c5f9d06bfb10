package dev.inflight.sim.workload;

import dev.inflight.sim.random.Randoms;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import dev.inflight.sim.workload.size.SizeDistribution;
import dev.inflight.sim.workload.size.SizeDistributions;
import java.util.random.RandomGenerator;

/**
 * Flows between random hosts that start as a Poisson process over the whole fabric. On average each host offers load times the
 * rate of all its links, in payload. Senders are drawn in proportion to their link rates, receivers uniformly from the other
 * hosts.
 *
 * @param load payload offered, as a share of the hosts' link rates, above 0 to 1
 * @param sizes flow sizes: the name of a distribution, or its points as in {@code 0 0, 1000 60, 50000 100}: bytes, percent
 * @param durationPs how long flows keep starting
 * @param startPs start of that time
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record Poisson(double load, String sizes, long durationPs, long startPs, int priority, int port) implements Workload {
  /** FB_Hadoop at 50 % for 2 ms. */
  public static final Poisson DEFAULT = new Poisson(0.5, "fb-hadoop", 2_000_000_000L, 0, 3, 100);

  /** Checks the ranges, and that there is such a distribution. */
  public Poisson {
    Check.positive("load", load, 1);
    SizeDistributions.of(sizes);
    WorkloadChecks.span(startPs, durationPs);
    WorkloadChecks.packets(priority, port);
  }

  @Override
  public String name() {
    return "poisson";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    WorkloadChecks.hosts(name(), 2, topology.hostCount());
    var pool = new HostPool(topology);
    int[] hosts = pool.hosts();
    SizeDistribution distribution = SizeDistributions.of(sizes);
    double meanGapPs = 8e12 * distribution.meanBytes() / (load * pool.totalBitsPerSec());
    WorkloadChecks.flows(name(), durationPs / meanGapPs);
    flows.expect(durationPs / meanGapPs);
    RandomGenerator random = Randoms.stream(seed, name(), flows.count());
    double atPs = Randoms.exponential(random, meanGapPs);
    while (atPs < durationPs) {
      int from = pool.drawByRate(random);
      int to = pool.drawOther(random, from);
      flows.add(hosts[from], hosts[to], priority, port, distribution.sample(random), startPs + (long) atPs);
      atPs += Randoms.exponential(random, meanGapPs);
    }
  }
}
