package dev.inflight.sim.collective;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.Servers;
import dev.inflight.sim.collective.plan.ChannelPlan;
import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.sim.collective.plan.JobServers;
import dev.inflight.sim.graph.CollectiveKind;

/**
 * Choice of algorithms for collectives of ranks in servers, by a scenario's settings.
 *
 * @param servers servers of the ranks
 * @param algorithm algorithm of the collectives that it supports; others, and all with {@link #USUAL}, use the usual one
 * @param channels 1 to 64; 0: the algorithm's own number
 * @param chunkBytes size of the chunks of data from rank to rank, in bytes, 0 or more; 0: the algorithm's own chunks
 */
public record ServerChoice(JobServers servers, String algorithm, int channels, long chunkBytes) implements CollectiveChoice {
  /** Name of the usual algorithm. */
  public static final String USUAL = "usual";

  /** Makes the choice for ranks on hosts. */
  public static ServerChoice of(Topology topology, int[] hosts, String algorithm, int channels, long chunkBytes) {
    return new ServerChoice(new JobServers(Servers.of(topology), hosts), algorithm, channels, chunkBytes);
  }

  @Override
  public Way of(CollectiveKind kind, int[] ranks, long sizeBytes) {
    ChannelPlan plan = servers.plan(ranks, channels, chunkBytes, 0, CollectiveProtocol.NONE, false);
    boolean isDone = Collectives.named(algorithm).filter(one -> one.does(kind)).isPresent();
    return new Way(isDone ? algorithm : Collectives.usual(kind, plan, sizeBytes, servers.tuner(ranks)), plan);
  }
}
