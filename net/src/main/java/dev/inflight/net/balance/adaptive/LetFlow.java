package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Adaptive;
import dev.inflight.net.route.Routes;

/**
 * Packets of a flow that follow each other closely take one path; after a gap the next flowlet takes a random one (LetFlow,
 * NSDI'17). Gaps are more frequent on slow paths, so flows move away from them.
 *
 * @param gapPs a longer time between packets of a flow starts a flowlet, above 0; if it exceeds the difference of path delays, no
 * packet overtakes another
 * @param entries entries of each switch's flowlet table, indexed by a flow's hash, 1 to 1048576; flows that share an entry count
 * as one
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
