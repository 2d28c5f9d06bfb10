package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.route.Routes;
import dev.inflight.telemetry.util.Check;

/**
 * Packets of a flow that follow each other closely take one path; after a gap the next ones take a random one (LetFlow, NSDI'17). Where a
 * path is slow gaps are more frequent, so that fewer flowlets stay there.
 *
 * @param gapPs time between packets of a flow above which a flowlet starts, above 0; if it is at least the difference of
 *     paths' delays, no packet overtakes another
 * @param entries size of the table in which each switch finds a flow's last packet by its hash, 1 to 1048576; flows with one entry are one
 */
public record LetFlow(long gapPs, int entries) implements Adaptive {
  /** A gap of 100 us, as in ConWeave's evaluation (SIGCOMM'23 §4.1). */
  public static final LetFlow DEFAULT = new LetFlow(100_000_000, 16_384);

  /** Checks the ranges. */
  public LetFlow {
    FlowletTable.check(gapPs, entries);
  }

  @Override
  public String name() {
    return "letflow";
  }

  @Override
  public Balancers balancers(Routes routes, long seed) {
    return node -> new LetFlowBalancer(this, routes, node, seed);
  }
}
