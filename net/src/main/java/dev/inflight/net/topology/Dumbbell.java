package dev.inflight.net.topology;

import dev.inflight.net.topology.name.Role;
import dev.inflight.telemetry.util.Check;

/**
 * Two switches joined by one link, with hosts on both: left hosts, right hosts, left switch, right switch.
 *
 * @param left hosts at the left switch, 1 or more
 * @param right hosts at the right switch, 1 or more
 * @param rateBitsPerSec the rate of the hosts' links
 * @param bottleneckRateBitsPerSec the rate of the link between the switches
 * @param delayPs the propagation delay of every link
 */
public record Dumbbell(int left, int right, long rateBitsPerSec, long bottleneckRateBitsPerSec,
    long delayPs) implements TopologyGenerator {
  /** Four hosts a side, 100G everywhere, 1 us a link. */
  public static final Dumbbell DEFAULT = new Dumbbell(4, 4, 100_000_000_000L, 100_000_000_000L, 1_000_000);

  /** Checks the ranges. */
  public Dumbbell {
    ShapeChecks.count("left", left);
    ShapeChecks.count("right", right);
    ShapeChecks.rate("rate", rateBitsPerSec);
    ShapeChecks.rate("bottleneckRate", bottleneckRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    ShapeChecks.size("dumbbell", (long) left + right + 2, (long) left + right + 1);
  }

  @Override
  public String name() {
    return "dumbbell";
  }

  @Override
  public Topology build() {
    var builder = new Topology.Builder();
    int firstHost = builder.hosts(left + right);
    int leftSwitch = builder.switches(1, Role.of("left"));
    builder.switches(1, Role.of("right"));
    for (int i = 0; i < left + right; i++) {
      builder.link(firstHost + i, i < left ? leftSwitch : leftSwitch + 1, rateBitsPerSec, delayPs);
    }
    builder.link(leftSwitch, leftSwitch + 1, bottleneckRateBitsPerSec, delayPs);
    return builder.build();
  }
}
