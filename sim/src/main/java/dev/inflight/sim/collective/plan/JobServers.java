package dev.inflight.sim.collective.plan;

import dev.inflight.net.topology.server.Servers;
import java.util.Arrays;

/**
 * The servers of a job's ranks.
 *
 * @param servers servers of the topology
 * @param hosts the host of each rank
 */
public record JobServers(Servers servers, int[] hosts) {
  /** Division of a collective of some ranks over connections. */
  public ChannelPlan plan(int[] ranks, int channels, long chunkBytes, int slots, CollectiveProtocol protocol, boolean kernels) {
    return new ChannelPlan(ServerGroups.of(servers, hostsOf(ranks)), channels, chunkBytes, slots, protocol, kernels);
  }

  /** NCCL's tuner for some of the ranks. */
  public NcclTuner tuner(int[] ranks) {
    int[] of = hostsOf(ranks);
    int first = servers.serverOf(of[0]);
    long insideBitsPerSec = Arrays.stream(of).mapToLong(servers::insideBitsPerSec).min().orElse(0);
    long outsideBitsPerSec = Arrays.stream(of).filter(host -> servers.serverOf(host) == first)
        .mapToLong(servers::outsideBitsPerSec).sum();
    return new NcclTuner(insideBitsPerSec, outsideBitsPerSec);
  }

  private int[] hostsOf(int[] ranks) {
    return Arrays.stream(ranks).map(rank -> hosts[rank]).toArray();
  }
}
