package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Leaf switches send each flowlet over the path with the least busy bottleneck (CONGA, SIGCOMM'14). Packets carry the load of
 * their path to the other leaf, which returns it on its own packets. Needs a leaf-spine topology.
 *
 * @param gapPs a longer time between packets of a flow starts a flowlet, above 0; 500 us in the paper
 * @param tauPs the time over which links measure their load, above 0
 * @param bits bits per load value, 1 to 6
 * @param agePs how long a report of the other leaf is valid, above 0
 * @param entries entries of each leaf's flowlet table, indexed by a flow's hash, 1 to 1048576; flows that share an entry count as
 * one
 */
public record Conga(long gapPs, long tauPs, int bits, long agePs, int entries) implements Adaptive {
  /** The paper's parameters (§3.6), but for the gap, which is that of {@link LetFlow}. */
  public static final Conga DEFAULT = new Conga(100_000_000, 160_000_000, 3, 10_000_000_000L, 16_384);

  private static final int TIERS = 2;

  /** Checks the ranges. */
  public Conga {
    FlowletTable.check(gapPs, entries);
    Check.time("tau", tauPs, 1);
    Check.check("bits", bits, 1, Overlay.METRIC_BITS);
    Check.time("age", agePs, 1);
  }

  @Override
  public String name() {
    return "conga";
  }

  @Override
  public @Nullable String problem(Topology topology) {
    return Tiers.problem(topology, TIERS, Overlay.MOST_TAGS);
  }

  @Override
  public Balancers balancers(Routes routes, long seed) {
    var tiers = new Tiers(routes.cabling().topology(), TIERS);
    return node -> new CongaBalancer(this, tiers, routes, node, seed);
  }
}
