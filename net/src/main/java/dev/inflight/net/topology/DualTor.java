package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Racks of two top-of-rack switches (ToRs), each host with one link to each, under one set of spines (as in Alibaba HPN,
 * SIGCOMM'24, §5): a host that loses one ToR keeps half of its rate. Every ToR is cabled to every spine. Nodes: hosts rack by
 * rack, ToRs (rack r has 2r and 2r+1), spines; links in that order, so that a host's port 1 leads to its rack's first ToR and
 * port 2 to the second.
 *
 * @param racks racks, 1 or more
 * @param spines spine switches, 1 or more
 * @param hostsPerRack hosts in a rack, 1 or more
 * @param hostRateBitsPerSec the rate of each of a host's two links
 * @param fabricRateBitsPerSec the rate between ToR and spine
 * @param delayPs the propagation delay of every link
 */
public record DualTor(int racks, int spines, int hostsPerRack, long hostRateBitsPerSec, long fabricRateBitsPerSec,
    long delayPs) implements TopologyGenerator {
  /** 32 hosts with two links of 200G in four racks, eight ToRs, four spines at 400G, 1 us a link. */
  public static final DualTor DEFAULT = new DualTor(4, 4, 8, 200_000_000_000L, 400_000_000_000L, 1_000_000);

  private static final int TORS_PER_RACK = 2;

  /** Checks the ranges. */
  public DualTor {
    ShapeChecks.count("racks", racks);
    ShapeChecks.count("spines", spines);
    ShapeChecks.count("hostsPerRack", hostsPerRack);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    long hosts = (long) racks * hostsPerRack;
    long tors = (long) racks * TORS_PER_RACK;
    ShapeChecks.size("dual-tor", hosts + tors + spines, TORS_PER_RACK * hosts + tors * spines);
  }

  @Override
  public String name() {
    return "dual-tor";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int tors = racks * TORS_PER_RACK;
    int firstHost = builder.hosts(racks * hostsPerRack);
    int firstTor = builder.switches(tors, Role.of("rack{}-tor{}", TORS_PER_RACK));
    int firstSpine = builder.switches(spines, Role.of("spine{}"));
    for (int i = 0; i < racks * hostsPerRack; i++) {
      int rack = i / hostsPerRack;
      for (int port = 0; port < TORS_PER_RACK; port++) {
        builder.link(firstHost + i, firstTor + rack * TORS_PER_RACK + port, hostRateBitsPerSec, delayPs);
      }
    }
    for (int tor = firstTor; tor < firstTor + tors; tor++) {
      for (int spine = firstSpine; spine < firstSpine + spines; spine++) {
        builder.link(tor, spine, fabricRateBitsPerSec, delayPs);
      }
    }
    return builder.build();
  }
}
