package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Three layers of switches in pods. In a pod every top-of-rack switch (ToR) is cabled to every aggregation switch (agg). The
 * cores are divided evenly among the aggs of a pod, and the i-th agg of every pod is cabled to the i-th share. Nodes: hosts rack
 * by rack, ToRs and then aggs pod by pod, cores; links in that order.
 *
 * @param pods pods, 1 or more
 * @param torsPerPod racks in a pod, 1 or more
 * @param aggsPerPod aggregation switches in a pod, a divisor of {@code cores}
 * @param cores core switches, a multiple of {@code aggsPerPod}
 * @param hostsPerTor hosts in a rack, 1 or more
 * @param hostRateBitsPerSec the rate between host and ToR
 * @param fabricRateBitsPerSec the rate between switches
 * @param delayPs the propagation delay of every link
 */
public record FatTree(int pods, int torsPerPod, int aggsPerPod, int cores, int hostsPerTor, long hostRateBitsPerSec,
    long fabricRateBitsPerSec, long delayPs) implements TopologyGenerator {
  /** The paper's (HPCC §5.1): 320 hosts at 100G, 20 ToRs, 20 aggs and 16 cores at 400G, 1 us a link. */
  public static final FatTree DEFAULT = new FatTree(5, 4, 4, 16, 16, 100_000_000_000L, 400_000_000_000L, 1_000_000);

  /** Checks the ranges. */
  public FatTree {
    ShapeChecks.count("pods", pods);
    ShapeChecks.count("torsPerPod", torsPerPod);
    ShapeChecks.count("aggsPerPod", aggsPerPod);
    ShapeChecks.count("cores", cores);
    ShapeChecks.count("hostsPerTor", hostsPerTor);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    if (cores % aggsPerPod != 0) {
      throw new IllegalArgumentException("cores " + cores + " is not a multiple of aggsPerPod " + aggsPerPod);
    }
    long tors = (long) pods * torsPerPod;
    long hosts = tors * hostsPerTor;
    ShapeChecks.size("fat-tree", hosts + tors + (long) pods * aggsPerPod + cores,
        hosts + tors * aggsPerPod + (long) pods * cores);
  }

  @Override
  public String name() {
    return "fat-tree";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int tors = pods * torsPerPod;
    int aggs = pods * aggsPerPod;
    int firstHost = builder.hosts(tors * hostsPerTor);
    int firstTor = builder.switches(tors, Role.of("pod{}-tor{}", torsPerPod));
    int firstAgg = builder.switches(aggs, Role.of("pod{}-agg{}", aggsPerPod));
    int firstCore = builder.switches(cores, Role.of("core{}"));
    for (int i = 0; i < tors * hostsPerTor; i++) {
      builder.link(firstHost + i, firstTor + i / hostsPerTor, hostRateBitsPerSec, delayPs);
    }
    for (int i = 0; i < tors; i++) {
      int pod = i / torsPerPod;
      for (int j = 0; j < aggsPerPod; j++) {
        builder.link(firstTor + i, firstAgg + pod * aggsPerPod + j, fabricRateBitsPerSec, delayPs);
      }
    }
    int share = cores / aggsPerPod;
    for (int i = 0; i < aggs; i++) {
      for (int j = 0; j < share; j++) {
        builder.link(firstAgg + i, firstCore + i % aggsPerPod * share + j, fabricRateBitsPerSec, delayPs);
      }
    }
    return builder.build();
  }
}
