package dev.inflight.sim.workload;

import dev.inflight.sim.random.Randoms;
import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The hosts of a topology and the total rates of their links, for the choices of random traffic. */
final class HostPool {
  private final int[] hosts;
  private final long[] ratesUpTo; // [i]: the rates of hosts 0 to i together

  HostPool(Topology topology) {
    hosts = topology.hosts();
    long[] rates = new long[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      rates[link.a()] = Math.addExact(rates[link.a()], link.rateBitsPerSec());
      rates[link.b()] = Math.addExact(rates[link.b()], link.rateBitsPerSec());
    }
    ratesUpTo = new long[hosts.length];
    long sum = 0;
    for (int i = 0; i < hosts.length; i++) {
      if (rates[hosts[i]] == 0) {
        throw new IllegalArgumentException("host " + hosts[i] + " has no link");
      }
      sum = Math.addExact(sum, rates[hosts[i]]);
      ratesUpTo[i] = sum;
    }
  }

  int count() {
    return hosts.length;
  }

  /** The hosts' node numbers, ascending; the caller may reorder them. */
  int[] hosts() {
    return hosts.clone();
  }

  /** Sum of all hosts' link rates, in bit/s. */
  long totalBitsPerSec() {
    return ratesUpTo[hosts.length - 1];
  }

  /** Draws a host's place in the list; the probability is the host's share of the total rate. */
  int drawByRate(RandomGenerator random) {
    long mark = Randoms.below(random, totalBitsPerSec());
    int found = Arrays.binarySearch(ratesUpTo, mark);
    return found >= 0 ? found + 1 : -found - 1; // the first with a sum above the mark
  }

  /** Draws a place other than this one; all are equally likely. */
  int drawOther(RandomGenerator random, int place) {
    int drawn = (int) Randoms.below(random, hosts.length - 1);
    return drawn < place ? drawn : drawn + 1;
  }
}
