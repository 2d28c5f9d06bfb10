package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Two disjoint planes, each a leaf-spine of its own; every host has a port in both. Host h is cabled to leaf h / hostsPerLeaf
 * of each plane: its port 1 leads to plane 0, port 2 to plane 1. No cable joins the planes, so a packet stays in its plane.
 * Nodes: hosts leaf by leaf, leaves plane by plane, spines plane by plane; links in that order.
 *
 * @param leavesPerPlane leaf switches in each plane, 1 or more
 * @param spinesPerPlane spine switches in each plane, 1 or more
 * @param hostsPerLeaf hosts at each leaf, 1 or more
 * @param hostRateBitsPerSec the rate of each of a host's two links
 * @param fabricRateBitsPerSec the rate between leaf and spine
 * @param delayPs the propagation delay of every link
 */
public record DualPlane(int leavesPerPlane, int spinesPerPlane, int hostsPerLeaf, long hostRateBitsPerSec,
    long fabricRateBitsPerSec, long delayPs) implements TopologyGenerator {
  /** 32 hosts with two ports of 200G, four leaves and four spines a plane at 400G, 1 us a link. */
  public static final DualPlane DEFAULT = new DualPlane(4, 4, 8, 200_000_000_000L, 400_000_000_000L, 1_000_000);

  private static final int PLANES = 2;

  /** Checks the ranges. */
  public DualPlane {
    ShapeChecks.count("leavesPerPlane", leavesPerPlane);
    ShapeChecks.count("spinesPerPlane", spinesPerPlane);
    ShapeChecks.count("hostsPerLeaf", hostsPerLeaf);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    long hosts = (long) leavesPerPlane * hostsPerLeaf;
    ShapeChecks.size("dual-plane", hosts + PLANES * ((long) leavesPerPlane + spinesPerPlane),
        PLANES * (hosts + (long) leavesPerPlane * spinesPerPlane));
  }

  @Override
  public String name() {
    return "dual-plane";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int firstHost = builder.hosts(leavesPerPlane * hostsPerLeaf);
    int firstLeaf = builder.switches(PLANES * leavesPerPlane, Role.of("plane{}-leaf{}", leavesPerPlane));
    int firstSpine = builder.switches(PLANES * spinesPerPlane, Role.of("plane{}-spine{}", spinesPerPlane));
    for (int i = 0; i < leavesPerPlane * hostsPerLeaf; i++) {
      for (int plane = 0; plane < PLANES; plane++) {
        builder.link(firstHost + i, firstLeaf + plane * leavesPerPlane + i / hostsPerLeaf, hostRateBitsPerSec, delayPs);
      }
    }
    for (int i = 0; i < PLANES * leavesPerPlane; i++) {
      int plane = i / leavesPerPlane;
      for (int j = 0; j < spinesPerPlane; j++) {
        builder.link(firstLeaf + i, firstSpine + plane * spinesPerPlane + j, fabricRateBitsPerSec, delayPs);
      }
    }
    return builder.build();
  }
}
