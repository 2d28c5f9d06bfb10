package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Servers of several GPUs, each a host with a NIC of its own. The GPUs of a server are joined by a server switch (such as NVSwitch, with
 * links of one rate). In a group of servers there is a rail switch for each place in a server: rail switch r of the group has the NICs
 * of GPU r of all its servers. Every rail switch is cabled to every spine (SimAI, NSDI'25; "Rail-only", Wang et al., 2023, has no spine).
 *
 * <p>GPUs do not forward. Within a server the shortest path is over the server switch; between servers there is none over it, so a flow
 * between different rails goes NIC, rail switch, spine, rail switch, NIC, and not over the server's GPU of the other rail.
 *
 * <p>Nodes: GPUs server by server, server switches, rail switches group by group, spines. Links: for each GPU the one to its server switch
 * (its port 1) and the one to its rail switch (port 2); then from each rail switch to each spine.
 *
 * @param groups groups of servers, 1 or more
 * @param serversPerGroup servers in a group, 1 or more
 * @param gpusPerServer GPUs in a server, which is also the number of rail switches in a group, 1 or more
 * @param spines spine switches, 1 or more
 * @param hostRateBitsPerSec the rate between a GPU's NIC and its rail switch
 * @param fabricRateBitsPerSec the rate between rail switch and spine
 * @param serverRateBitsPerSec the rate between GPU and server switch
 * @param delayPs the propagation delay of every link outside servers
 * @param serverDelayPs the propagation delay between GPU and server switch
 */
public record RailOptimised(int groups, int serversPerGroup, int gpusPerServer, int spines, long hostRateBitsPerSec,
    long fabricRateBitsPerSec, long serverRateBitsPerSec, long delayPs, long serverDelayPs) implements TopologyGenerator {
  /** 64 GPUs in eight servers, two groups of eight rails, four spines: 400G and 500 ns a link, 1600G and 25 ns within a server. */
  public static final RailOptimised DEFAULT = new RailOptimised(2, 4, 8, 4, 400_000_000_000L, 400_000_000_000L,
      1_600_000_000_000L, 500_000, 25_000);

  /** Checks the ranges. */
  public RailOptimised {
    ShapeChecks.count("groups", groups);
    ShapeChecks.count("serversPerGroup", serversPerGroup);
    ShapeChecks.count("gpusPerServer", gpusPerServer);
    ShapeChecks.count("spines", spines);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    ShapeChecks.rate("serverRate", serverRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    Check.time("serverDelay", serverDelayPs, 0);
    long servers = (long) groups * serversPerGroup;
    long gpus = servers * gpusPerServer;
    long rails = (long) groups * gpusPerServer;
    ShapeChecks.size("rail-optimised", gpus + servers + rails + spines, 2 * gpus + rails * spines);
  }

  @Override
  public String name() {
    return "rail-optimised";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int servers = groups * serversPerGroup;
    int gpus = servers * gpusPerServer;
    int rails = groups * gpusPerServer;
    int firstGpu = builder.hosts(gpus, Role.of("server{}-gpu{}", gpusPerServer));
    int firstServer = builder.switches(servers, Role.of("server{}-switch"));
    int firstRail = builder.switches(rails, groups == 1 ? Role.of("rail{}") : Role.of("group{}-rail{}", gpusPerServer));
    int firstSpine = builder.switches(spines, Role.of("spine{}"));
    for (int i = 0; i < gpus; i++) {
      int server = i / gpusPerServer;
      int rail = server / serversPerGroup * gpusPerServer + i % gpusPerServer;
      builder.link(firstGpu + i, firstServer + server, serverRateBitsPerSec, serverDelayPs);
      builder.link(firstGpu + i, firstRail + rail, hostRateBitsPerSec, delayPs);
    }
    for (int rail = firstRail; rail < firstRail + rails; rail++) {
      for (int spine = firstSpine; spine < firstSpine + spines; spine++) {
        builder.link(rail, spine, fabricRateBitsPerSec, delayPs);
      }
    }
    return builder.build();
  }
}
