package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Hosts around one switch: hosts 0 to n-1, switch n.
 *
 * @param hosts the number of hosts, 1 or more
 * @param rateBitsPerSec the rate of every link
 * @param delayPs the propagation delay of every link
 */
public record Star(int hosts, long rateBitsPerSec, long delayPs) implements TopologyGenerator {
  /** The paper's 16-to-1 incast (Fig. 13, 14): 17 hosts, 100G, 1 us. */
  public static final Star DEFAULT = new Star(17, 100_000_000_000L, 1_000_000);

  /** Checks the ranges. */
  public Star {
    ShapeChecks.count("hosts", hosts);
    ShapeChecks.rate("rate", rateBitsPerSec);
    Check.time("delay", delayPs, 0);
    ShapeChecks.size("star", hosts + 1L, hosts);
  }

  @Override
  public String name() {
    return "star";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int firstHost = builder.hosts(hosts);
    int center = builder.switches(1, Role.of("center"));
    for (int host = firstHost; host < firstHost + hosts; host++) {
      builder.link(host, center, rateBitsPerSec, delayPs);
    }
    return builder.build();
  }
}
