package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * A chain of switches in which a flow over all hops competes with flows of one hop each: the parking lot. Host 0 is cabled to
 * the first switch and host 1 to the last; hop i, from 0, has two hosts for traffic across it: host 2i + 2 at its first switch
 * and host 2i + 3 at its second. Nodes: these hosts, then the switches along the chain; links: hosts, then hops.
 *
 * @param hops links along the chain, 1 or more; there is one switch more
 * @param hostRateBitsPerSec the rate of the hosts' links
 * @param fabricRateBitsPerSec the rate of the links along the chain
 * @param delayPs the propagation delay of every link
 */
public record ParkingLot(int hops, long hostRateBitsPerSec, long fabricRateBitsPerSec,
    long delayPs) implements TopologyGenerator {
  /** Three hops, 100G, 1 us a link: eight hosts, four switches. */
  public static final ParkingLot DEFAULT = new ParkingLot(3, 100_000_000_000L, 100_000_000_000L, 1_000_000);

  private static final int ENDS = 2;
  private static final int HOSTS_PER_HOP = 2;

  /** Checks the ranges. */
  public ParkingLot {
    ShapeChecks.count("hops", hops);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    long hosts = ENDS + (long) HOSTS_PER_HOP * hops;
    ShapeChecks.size("parking-lot", hosts + hops + 1, hosts + hops);
  }

  @Override
  public String name() {
    return "parking-lot";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int firstHost = builder.hosts(ENDS + HOSTS_PER_HOP * hops);
    int firstSwitch = builder.switches(hops + 1, Role.of("sw{}"));
    builder.link(firstHost, firstSwitch, hostRateBitsPerSec, delayPs);
    builder.link(firstHost + 1, firstSwitch + hops, hostRateBitsPerSec, delayPs);
    for (int hop = 0; hop < hops; hop++) {
      for (int end = 0; end < HOSTS_PER_HOP; end++) {
        builder.link(firstHost + ENDS + HOSTS_PER_HOP * hop + end, firstSwitch + hop + end, hostRateBitsPerSec, delayPs);
      }
    }
    for (int hop = 0; hop < hops; hop++) {
      builder.link(firstSwitch + hop, firstSwitch + hop + 1, fabricRateBitsPerSec, delayPs);
    }
    return builder.build();
  }
}
