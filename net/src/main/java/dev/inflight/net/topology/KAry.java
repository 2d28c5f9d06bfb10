package dev.inflight.net.topology;

import dev.inflight.telemetry.util.Check;

/**
 * The fat-tree of k-port switches (Al-Fares, Loukissas, Vahdat, SIGCOMM'08, §3): k pods of k/2 top-of-rack switches (ToRs) and
 * k/2 aggregation switches (aggs), (k/2)^2 cores. In a pod every ToR is cabled to every agg; the i-th agg of every pod is
 * cabled to the i-th k/2 cores. Nodes: hosts rack by rack, ToRs and then aggs pod by pod, cores; links in that order.
 *
 * <p>Oversubscription adds hosts, and so ports, to the ToRs; all other switches keep their k ports.
 *
 * @param k the ports of an aggregation or core switch, an even number
 * @param oversubscription hosts of a ToR for each of its k/2 uplinks, 1 or more; with equal rates, the ratio of downlink to
 *     uplink bandwidth
 * @param hostRateBitsPerSec the rate between host and ToR
 * @param fabricRateBitsPerSec the rate between switches
 * @param delayPs the propagation delay of every link
 */
public record KAry(int k, int oversubscription, long hostRateBitsPerSec, long fabricRateBitsPerSec,
    long delayPs) implements TopologyGenerator {
  /** 128 hosts on switches of eight ports, nowhere oversubscribed: 400G, 1 us a link. */
  public static final KAry DEFAULT = new KAry(8, 1, 400_000_000_000L, 400_000_000_000L, 1_000_000);

  /** Checks the ranges. */
  public KAry {
    ShapeChecks.count("k", k);
    ShapeChecks.count("oversubscription", oversubscription);
    ShapeChecks.rate("hostRate", hostRateBitsPerSec);
    ShapeChecks.rate("fabricRate", fabricRateBitsPerSec);
    Check.time("delay", delayPs, 0);
    if (k % 2 != 0) {
      throw new IllegalArgumentException(
          "k must be even, because half of a switch's ports lead up, found " + k + "; use " + (k + 1));
    }
    long half = k / 2;
    long tors = k * half;
    ShapeChecks.size("k-ary", 2 * tors + half * half, 2 * tors * half); // first without hosts, so that the next product is small
    long hosts = tors * half * oversubscription;
    ShapeChecks.size("k-ary", hosts + 2 * tors + half * half, hosts + 2 * tors * half);
  }

  @Override
  public String name() {
    return "k-ary";
  }

  @Override
  public Topology build() {
    int half = k / 2;
    return new FatTree(k, half, half, half * half, half * oversubscription, hostRateBitsPerSec, fabricRateBitsPerSec, delayPs)
        .build();
  }
}
