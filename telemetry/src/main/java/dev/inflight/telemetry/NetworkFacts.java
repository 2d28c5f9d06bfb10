package dev.inflight.telemetry;

/**
 * What an operator configures alike in all devices that use a format.
 *
 * @param links the rates of all links, for headers that do not carry them
 * @param baseRttPs the network's base RTT T, in picoseconds: the span over which switches measure utilization, unless a format says
 *     otherwise
 * @param hops records that a sender reserves where a format pre-allocates, unless the format says otherwise
 * @param ofQueues whether records describe the packet's queue, which has a share of its port, and not of the port
 */
public record NetworkFacts(LinkRates links, long baseRttPs, int hops, boolean ofQueues) {
  /** Of a network of which nothing is known: no link's rate, 10 us, as many hops as a header holds. */
  public static final NetworkFacts UNKNOWN = new NetworkFacts(LinkRates.NONE, 10_000_000, Integer.MAX_VALUE);

  /** Where records describe ports. */
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
