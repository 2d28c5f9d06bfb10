package dev.inflight.telemetry;

/**
 * Configuration that is the same in all devices that use a format.
 *
 * @param links the rates of all links, for headers that do not carry them
 * @param baseRttPs the network's base RTT T, in picoseconds: the span over which switches measure utilization unless the format
 *     sets another
 * @param hops records that a sender reserves in formats that pre-allocate, unless the format sets another number
 * @param ofQueues true if records describe the packet's queue, which has a share of its port; false if they describe the port
 */
public record NetworkFacts(LinkRates links, long baseRttPs, int hops, boolean ofQueues) {
  /** Facts of an unknown network: no link rates, a base RTT of 10 us, as many hops as a header holds. */
  public static final NetworkFacts UNKNOWN = new NetworkFacts(LinkRates.NONE, 10_000_000, Integer.MAX_VALUE);

  /** Creates the facts of a network with records that describe ports. */
  public NetworkFacts(LinkRates links, long baseRttPs, int hops) {
    this(links, baseRttPs, hops, false);
  }

  /** Checks the ranges. */
  public NetworkFacts {
    if (baseRttPs <= 0 || hops < 0) {
      throw new IllegalArgumentException("no domain: base RTT " + baseRttPs + " ps, " + hops + " hops");
    }
  }
}
