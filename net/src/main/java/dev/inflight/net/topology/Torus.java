package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * A torus of one to three dimensions, as in TPU pods and in rings of servers. Each host has a switch inside it that forwards:
 * the host has one cable to that switch, and the switch has a cable to each of its neighbors, the last in a dimension to the
 * first. A dimension of two hosts has one cable, and a dimension of one host has none: {@code torus(x=8, y=1)} is a ring.
 *
 * <p>Nodes: hosts, x first, then y, then z; their switches in the same order. Links: each host's to its switch; then for each
 * switch those to the next one in x, y and z. A switch's port 1 leads to its host. With priority flow control such a ring can
 * deadlock, as each has cyclic buffer dependencies.
 *
 * @param x hosts in the first dimension, 1 or more
 * @param y hosts in the second dimension, 1 or more
 * @param z hosts in the third dimension, 1 or more
 * @param hostRateBitsPerSec the rate between a host and its switch
 * @param linkRateBitsPerSec the rate between two switches
 * @param hostDelayPs the propagation delay between a host and its switch
 * @param delayPs the propagation delay between two switches
 */
public record Torus(int x, int y, int z, long hostRateBitsPerSec, long linkRateBitsPerSec, long hostDelayPs,
    long delayPs) implements TopologyGenerator {
  /** A square of 16 hosts, each with four cables of 200G to its neighbors. */
  public static final Torus DEFAULT = new Torus(4, 4, 1, 800_000_000_000L, 200_000_000_000L, 25_000, 100_000);

  private static final int DIMENSIONS = 3;

  /** Checks the ranges. */
  public Torus {
    ShapeChecks.count("x", x);
    ShapeChecks.count("y", y);
    ShapeChecks.count("z", z);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("linkRate", linkRateBitsPerSec);
    Check.time("hostDelay", hostDelayPs, 0);
    Check.time("delay", delayPs, 0);
    long hosts = (long) x * y * z;
    ShapeChecks.size("torus", 2 * hosts, (1 + DIMENSIONS) * hosts);
    if (hosts < 2) {
      throw new IllegalArgumentException("a torus has two hosts or more; x, y and z are 1");
    }
  }

  @Override
  public String name() {
    return "torus";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int hosts = x * y * z;
    builder.hosts(hosts);
    int first = builder.switches(hosts, Role.of("router{}"));
    for (int host = 0; host < hosts; host++) {
      builder.link(host, first + host, hostRateBitsPerSec, hostDelayPs);
    }
    int[] sizes = {x, y, z};
    for (int host = 0; host < hosts; host++) {
      for (int dimension = 0, stride = 1; dimension < DIMENSIONS; stride *= sizes[dimension], dimension++) {
        int at = host / stride % sizes[dimension];
        boolean isLast = at == sizes[dimension] - 1;
        if (isLast && sizes[dimension] <= 2) {
          continue; // one cable between two nodes, none from a node to itself
        }
        int next = isLast ? host - at * stride : host + stride;
        builder.link(first + host, first + next, linkRateBitsPerSec, delayPs);
      }
    }
    return builder.build();
  }
}
