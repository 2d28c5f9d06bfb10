package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;
import java.util.stream.IntStream;

/**
 * Servers of several GPUs, each a host with NICs of its own. A group of servers has a rail switch for each NIC of a server: NIC
 * r of each server of the group is cabled to rail switch r. Every rail switch is cabled to every spine (SimAI, NSDI'25;
 * "Rail-only", Wang et al., 2023, has no spine). With cores there is a third tier: each group has spines of its own, and these
 * are cabled to cores. With several planes each NIC has a port in every plane, and the planes' switches are disjoint.
 *
 * <p>GPUs do not forward. Within a server the shortest path is over the server's network; between servers no path is over it,
 * so a flow between different rails goes NIC, rail switch, spine, rail switch, NIC, and not over the server's GPU of the other
 * rail. Where a mesh or a ring of NVLinks or the like joins the GPUs, they forward within the server by a switch inside each
 * GPU.
 *
 * <p>A tier is oversubscribed by its counts and rates: a rail switch has {@code serversPerGroup} cables down and {@code spines}
 * up.
 *
 * <p>Nodes: GPUs server by server, switches inside servers, then plane by plane rail switches group by group, spines plane by
 * plane (and group by group), cores plane by plane. Links: for each GPU the one inside its server (its port 1), then those of
 * its first NIC to each plane, of its second, and so on; those between switches in servers; from each rail switch to its
 * spines; from spines to cores.
 *
 * @param groups groups of servers, 1 or more
 * @param serversPerGroup servers in a group, 1 or more
 * @param gpusPerServer GPUs in a server, 1 or more
 * @param spines spine switches of a plane, 1 or more; with cores, of each group of a plane
 * @param hostRateBitsPerSec the rate of a NIC's cable to its rail switch
 * @param fabricRateBitsPerSec the rate between rail switch and spine, and between spine and core
 * @param serverRateBitsPerSec the rate between a GPU and the switch inside its server
 * @param delayPs the propagation delay of every link outside servers
 * @param serverDelayPs the propagation delay of every link inside servers
 * @param nicsPerGpu NICs of a GPU, 1 to 16; a group has gpusPerServer x nicsPerGpu rail switches in each plane
 * @param planes disjoint planes, 1 to 16
 * @param cores core switches of a plane, a multiple of spines: spine i of every group is cabled to the i-th share of them; 0:
 *     every rail switch is cabled to every spine of its plane, and there is no third tier
 * @param server the network between the GPUs of a server
 * @param serverLinkRateBitsPerSec the rate of a cable between two GPUs of a mesh or ring
 */
public record RailOptimized(int groups, int serversPerGroup, int gpusPerServer, int spines, long hostRateBitsPerSec,
    long fabricRateBitsPerSec, long serverRateBitsPerSec, long delayPs, long serverDelayPs, int nicsPerGpu, int planes, int cores,
    Inside server, long serverLinkRateBitsPerSec) implements TopologyGenerator {
  /** Networks inside a server, between its GPUs. */
  public enum Inside {
    /** One switch, such as NVSwitch. */
    SWITCH,
    /** A switch inside each GPU, and a cable between any two of these. */
    MESH,
    /** A switch inside each GPU, and cables from each to the next, the last to the first. */
    RING,
    /** None: hosts with NICs only. */
    NONE
  }

  /**
   * 64 GPUs in eight servers, two groups of eight rails, four spines: 400G and 500 ns a link, 1600G and 25 ns within a server.
   */
  public static final RailOptimized DEFAULT = new RailOptimized(2, 4, 8, 4, 400_000_000_000L, 400_000_000_000L,
      1_600_000_000_000L, 500_000, 25_000);

  private static final long USUAL_LINK_RATE = 200_000_000_000L;
  private static final int MOST = 16;

  /** Checks the ranges. */
  public RailOptimized {
    ShapeChecks.count("groups", groups);
    ShapeChecks.count("serversPerGroup", serversPerGroup);
    ShapeChecks.count("gpusPerServer", gpusPerServer);
    ShapeChecks.count("spines", spines);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    ShapeChecks.rate("serverRate", serverRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    Check.time("serverDelay", serverDelayPs, 0);
    Check.check("nicsPerGpu", nicsPerGpu, 1, MOST);
    Check.check("planes", planes, 1, MOST);
    ShapeChecks.rate("serverLinkRate", serverLinkRateBitsPerSec);
    if (cores != 0) {
      ShapeChecks.count("cores", cores);
      if (cores % spines != 0) {
        throw new IllegalArgumentException("cores " + cores + " is not a multiple of spines " + spines);
      }
    }
    long servers = (long) groups * serversPerGroup;
    long gpus = servers * gpusPerServer;
    long inside = server == Inside.SWITCH ? servers : server == Inside.NONE ? 0 : gpus;
    long rails = (long) groups * gpusPerServer * nicsPerGpu * planes;
    long spinesInAll = (long) spines * planes * (cores == 0 ? 1 : groups);
    long between = switch (server) {
      case MESH -> gpus > ShapeChecks.MOST_NODES ? 0 : gpus * (gpusPerServer - 1) / 2; // the check of the number of nodes comes first
      case RING -> gpusPerServer == 2 ? servers : gpusPerServer == 1 ? 0 : gpus;
      case SWITCH, NONE -> 0;
    };
    ShapeChecks.size("rail-optimized", gpus + inside + rails + spinesInAll + (long) cores * planes,
        gpus * (1 + nicsPerGpu * planes) + between + rails * spines + (cores == 0 ? 0 : spinesInAll * (cores / spines)));
  }

  /** Makes a shape with one NIC a GPU in one plane of two tiers, and a switch in each server. */
  public RailOptimized(int groups, int serversPerGroup, int gpusPerServer, int spines, long hostRateBitsPerSec,
      long fabricRateBitsPerSec, long serverRateBitsPerSec, long delayPs, long serverDelayPs) {
    this(groups, serversPerGroup, gpusPerServer, spines, hostRateBitsPerSec, fabricRateBitsPerSec, serverRateBitsPerSec, delayPs,
        serverDelayPs, 1, 1, 0, Inside.SWITCH, USUAL_LINK_RATE);
  }

  @Override
  public String name() {
    return "rail-optimized";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int servers = groups * serversPerGroup;
    int gpus = servers * gpusPerServer;
    int railsPerGroup = gpusPerServer * nicsPerGpu;
    int railsPerPlane = groups * railsPerGroup;
    int firstGpu = builder.hosts(gpus, Role.of("server{}-gpu{}", gpusPerServer));
    int firstInside = switch (server) {
      case SWITCH -> builder.switches(servers, Role.of("server{}-switch"));
      case MESH, RING -> builder.switches(gpus, Role.of("server{}-link{}", gpusPerServer));
      case NONE -> 0;
    };
    int firstRail = builder.switches(planes * railsPerPlane, role("rail", groups, railsPerGroup));
    int spineGroups = cores == 0 ? 1 : groups;
    int firstSpine = builder.switches(planes * spineGroups * spines, role("spine", spineGroups, spines));
    int firstCore = builder.switches(planes * cores, role("core", 1, cores));
    for (int gpu = 0; gpu < gpus; gpu++) {
      int place = gpu / gpusPerServer;
      if (server != Inside.NONE) {
        builder.link(firstGpu + gpu, firstInside + (server == Inside.SWITCH ? place : gpu), serverRateBitsPerSec, serverDelayPs);
      }
      for (int nic = 0; nic < nicsPerGpu; nic++) {
        int rail = place / serversPerGroup * railsPerGroup + gpu % gpusPerServer * nicsPerGpu + nic;
        for (int plane = 0; plane < planes; plane++) {
          builder.link(firstGpu + gpu, firstRail + plane * railsPerPlane + rail, hostRateBitsPerSec, delayPs);
        }
      }
    }
    if (server == Inside.MESH || server == Inside.RING) {
      IntStream.range(0, servers).forEach(each -> join(builder, firstInside + each * gpusPerServer));
    }
    for (int rail = 0; rail < planes * railsPerPlane; rail++) {
      int plane = rail / railsPerPlane;
      int group = cores == 0 ? 0 : rail % railsPerPlane / railsPerGroup;
      for (int spine = 0; spine < spines; spine++) {
        builder.link(firstRail + rail, firstSpine + (plane * spineGroups + group) * spines + spine, fabricRateBitsPerSec,
            delayPs);
      }
    }
    int share = cores / spines;
    for (int spine = 0; spine < planes * spineGroups * spines && cores > 0; spine++) {
      int plane = spine / (spineGroups * spines);
      for (int core = 0; core < share; core++) {
        builder.link(firstSpine + spine, firstCore + plane * cores + spine % spines * share + core, fabricRateBitsPerSec,
            delayPs);
      }
    }
    return builder.build();
  }

  /** The cables between the switches inside the GPUs of a server. */
  private void join(Topology.Builder builder, int first) {
    for (int one = 0; one < gpusPerServer; one++) {
      for (int other = one + 1; other < gpusPerServer; other++) {
        if (server == Inside.MESH || other == one + 1) {
          builder.link(first + one, first + other, serverLinkRateBitsPerSec, serverDelayPs);
        }
      }
    }
    if (server == Inside.RING && gpusPerServer > 2) {
      builder.link(first + gpusPerServer - 1, first, serverLinkRateBitsPerSec, serverDelayPs);
    }
  }

  /** Role of switches by plane and group, if there are several of these. */
  private Role role(String what, int groupsOfIt, int each) {
    boolean grouped = groupsOfIt > 1;
    if (planes == 1) {
      return grouped ? Role.of("group{}-" + what + "{}", each) : Role.of(what + "{}");
    }
    return grouped
        ? Role.of("plane{}-group{}-" + what + "{}", groupsOfIt, each)
        : Role.of("plane{}-" + what + "{}", Math.max(1, each));
  }
}
