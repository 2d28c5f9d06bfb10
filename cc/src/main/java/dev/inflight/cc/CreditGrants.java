package dev.inflight.cc;

import dev.inflight.telemetry.util.Check;

/**
 * How a receiving host grants credit to those who send to it.
 *
 * @param rate share of its line rate that all its credits together let in, 0.01 to 1
 * @param quantumPackets full packets that one credit is worth, 1 to 1000
 */
public record CreditGrants(double rate, int quantumPackets) {
  /** A link of 1 Gb/s then brings a credit of four packets in 3.5 ms; with less, timeouts, which let a packet go without credit, come first. */
  private static final double LEAST_RATE = 0.01;

  /** Checks the ranges. */
  public CreditGrants {
    Check.within("rate", rate, LEAST_RATE, 1);
    Check.check("quantumPackets", quantumPackets, 1, 1000);
  }
}
