package dev.inflight.lab.graph.chakra;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.Servers;
import dev.inflight.sim.collective.Collectives;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.JobServers;
import dev.inflight.sim.graph.CollectiveKind;

/**
 * How the collectives of a trace are done.
 *
 * @param servers of the ranks
 * @param algorithm of those that it does; others, and all with {@link #USUAL}, by the usual one
 * @param channels 1 to 64; 0: as the algorithm has it
 */
public record CollectiveChoice(JobServers servers, String algorithm, int channels) {
  /** What stands for the usual algorithm. */
  public static final String USUAL = "usual";

  /** Of ranks on hosts. */
  public static CollectiveChoice of(Topology topology, int[] hosts, String algorithm, int channels) {
    return new CollectiveChoice(new JobServers(Servers.of(topology), hosts), algorithm, channels);
  }

  ChannelPlan plan(int[] ranks) {
    return servers.plan(ranks, channels, 0, 0, CollectiveProtocol.NONE);
  }

  String algorithm(CollectiveKind kind, ChannelPlan plan, long sizeBytes, int[] ranks) {
    return Collectives.named(algorithm).filter(one -> one.does(kind)).isPresent()
        ? algorithm
        : Collectives.usual(kind, plan, sizeBytes, servers.tuner(ranks));
  }
}
