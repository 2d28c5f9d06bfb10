package dev.inflight.cc;

import dev.inflight.telemetry.util.Check;

/**
 * Rules by which a receiving host grants credit to its senders.
 *
 * @param rate share of its line rate that all its credits together admit, 0.01 to 1
 * @param quantumPackets full packets that one credit is worth, 1 to 1000
 */
public record CreditGrants(double rate, int quantumPackets) {
  /**
   * Smallest share of the rate. A link of 1 Gb/s then sends a credit of four packets every 3.5 ms; with a smaller share,
   * timeouts, which release a packet without credit, would come first.
   */
  private static final double LEAST_RATE = 0.01;

  /** Checks the ranges. */
  public CreditGrants {
    Check.within("rate", rate, LEAST_RATE, 1);
    Check.check("quantumPackets", quantumPackets, 1, 1000);
  }
}
