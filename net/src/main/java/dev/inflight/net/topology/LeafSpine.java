package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Every leaf is cabled to every spine. Nodes: hosts leaf by leaf, leaves, spines; links in that order.
 *
 * @param leaves leaf switches, 1 or more
 * @param spines spine switches, 1 or more
 * @param hostsPerLeaf hosts at each leaf, 1 or more
 * @param hostRateBitsPerSec the rate between host and leaf
 * @param fabricRateBitsPerSec the rate between leaf and spine
 * @param delayPs the propagation delay of every link
 * @param uplinksPerSpine parallel links from each leaf to each spine, 1 or more
 */
public record LeafSpine(int leaves, int spines, int hostsPerLeaf, long hostRateBitsPerSec, long fabricRateBitsPerSec,
    long delayPs, int uplinksPerSpine) implements TopologyGenerator {
  /** 32 hosts at 100G on four leaves, two spines at 400G, 1 us a link. */
  public static final LeafSpine DEFAULT = new LeafSpine(4, 2, 8, 100_000_000_000L, 400_000_000_000L, 1_000_000, 1);

  /** Checks the ranges. */
  public LeafSpine {
    ShapeChecks.count("leaves", leaves);
    ShapeChecks.count("spines", spines);
    ShapeChecks.count("hostsPerLeaf", hostsPerLeaf);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    ShapeChecks.count("uplinksPerSpine", uplinksPerSpine);
    long hosts = (long) leaves * hostsPerLeaf;
    ShapeChecks.size("leaf-spine", hosts + leaves + spines, hosts + (long) leaves * spines * uplinksPerSpine);
  }

  @Override
  public String name() {
    return "leaf-spine";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int firstHost = builder.hosts(leaves * hostsPerLeaf);
    int firstLeaf = builder.switches(leaves, Role.of("leaf{}"));
    int firstSpine = builder.switches(spines, Role.of("spine{}"));
    for (int i = 0; i < leaves * hostsPerLeaf; i++) {
      builder.link(firstHost + i, firstLeaf + i / hostsPerLeaf, hostRateBitsPerSec, delayPs);
    }
    for (int leaf = firstLeaf; leaf < firstLeaf + leaves; leaf++) {
      for (int spine = firstSpine; spine < firstSpine + spines; spine++) {
        for (int uplink = 0; uplink < uplinksPerSpine; uplink++) {
          builder.link(leaf, spine, fabricRateBitsPerSec, delayPs);
        }
      }
    }
    return builder.build();
  }
}
