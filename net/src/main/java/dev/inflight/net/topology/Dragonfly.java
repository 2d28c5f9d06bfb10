package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Groups of routers (Kim, Dally, Scott, Abts, ISCA'08). Within a group every router is cabled to every other, and each has the
 * same number of global links to other groups. Nodes: hosts router by router, routers group by group; links: hosts, within
 * groups, between groups.
 *
 * <p>Global links are arranged as a palm tree (Camarero, Vallejo, Beivide, ACM TACO 2014): a group's global ports are numbered
 * router by router, and port n of group g leads to group (g - 1 - n) mod {@code groups}, to the port there that leads back.
 * With fewer groups than a group has global ports plus one, the pattern repeats after {@code groups} - 1 ports as often as it
 * fits whole, so that each pair of groups has equally many links; ports that are left over have no cable.
 *
 * <p>Routes are shortest by number of hops. Such a path crosses at most one global link where the canonical minimal route is as
 * short as any; where two global links with a third group between them are no longer, it may also go there. Of paths that are
 * equally short one counts for the base RTT, whatever its links' delays.
 *
 * @param groups groups, at most one more than a group has global links
 * @param routersPerGroup routers in a group, all cabled to each other
 * @param globalLinks links of each router to other groups; links that do not divide evenly among the groups are left out
 * @param hostsPerRouter hosts at each router, 1 or more
 * @param hostRateBitsPerSec the rate between host and router
 * @param localRateBitsPerSec the rate between routers of a group
 * @param globalRateBitsPerSec the rate between groups
 * @param localDelayPs the propagation delay of links of hosts and within groups
 * @param globalDelayPs the propagation delay between groups
 */
public record Dragonfly(int groups, int routersPerGroup, int globalLinks, int hostsPerRouter, long hostRateBitsPerSec,
    long localRateBitsPerSec, long globalRateBitsPerSec, long localDelayPs, long globalDelayPs) implements TopologyGenerator {
  /**
   * The balanced one with two hosts a router: 72 hosts, nine groups of four routers, 100G, 500 ns in a group, 1 us between
   * them.
   */
  public static final Dragonfly DEFAULT = new Dragonfly(9, 4, 2, 2, 100_000_000_000L, 100_000_000_000L, 100_000_000_000L, 500_000,
      1_000_000);

  /** Checks the ranges. */
  public Dragonfly {
    ShapeChecks.count("groups", groups);
    ShapeChecks.count("routersPerGroup", routersPerGroup);
    ShapeChecks.count("globalLinks", globalLinks);
    ShapeChecks.count("hostsPerRouter", hostsPerRouter);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("localRate", localRateBitsPerSec);
    ShapeChecks.rate("globalRate", globalRateBitsPerSec);
    Check.time("localDelay", localDelayPs, 0);
    Check.time("globalDelay", globalDelayPs, 0);
    long ports = (long) routersPerGroup * globalLinks;
    if (groups - 1 > ports) {
      throw new IllegalArgumentException("groups " + groups + " is too many for " + ports
          + " global links of a group, one to each other group: at most " + (ports + 1));
    }
    long routers = (long) groups * routersPerGroup;
    long hosts = routers * hostsPerRouter;
    ShapeChecks.size("dragonfly", hosts + routers, hosts + routers * (routersPerGroup - 1) / 2
        + (groups == 1 ? 0 : (long) groups * (groups - 1) / 2 * (ports / (groups - 1))));
  }

  @Override
  public String name() {
    return "dragonfly";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int routers = groups * routersPerGroup;
    int firstHost = builder.hosts(routers * hostsPerRouter);
    int firstRouter = builder.switches(routers, Role.of("group{}-router{}", routersPerGroup));
    for (int i = 0; i < routers * hostsPerRouter; i++) {
      builder.link(firstHost + i, firstRouter + i / hostsPerRouter, hostRateBitsPerSec, localDelayPs);
    }
    for (int router = 0; router < routers; router++) {
      int endOfGroup = (router / routersPerGroup + 1) * routersPerGroup;
      for (int other = router + 1; other < endOfGroup; other++) {
        builder.link(firstRouter + router, firstRouter + other, localRateBitsPerSec, localDelayPs);
      }
    }
    if (groups > 1) {
      globalLinks(builder, firstRouter);
    }
    return builder.build();
  }

  private void globalLinks(Topology.Builder builder, int firstRouter) {
    int peers = groups - 1;
    int used = routersPerGroup * globalLinks / peers * peers;
    for (int group = 0; group < groups; group++) {
      for (int port = 0; port < used; port++) {
        int to = Math.floorMod(group - 1 - port % peers, groups);
        if (to > group) { // each cable once
          int back = port - port % peers + peers - 1 - port % peers;
          builder.link(router(firstRouter, group, port), router(firstRouter, to, back), globalRateBitsPerSec, globalDelayPs);
        }
      }
    }
  }

  private int router(int firstRouter, int group, int port) {
    return firstRouter + group * routersPerGroup + port / globalLinks;
  }
}
