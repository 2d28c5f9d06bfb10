package dev.inflight.cc;

import dev.inflight.telemetry.util.Check;

/**
 * How a receiving host grants credit to those who send to it.
 *
 * @param rate share of its line rate that all its credits together let in, above 0 to 1
 * @param quantumPackets full packets that one credit is worth, 1 to 1000
 */
public record CreditGrants(double rate, int quantumPackets) {
  /** Checks the ranges. */
  public CreditGrants {
    Check.positive("rate", rate, 1);
    Check.check("quantumPackets", quantumPackets, 1, 1000);
  }
}
