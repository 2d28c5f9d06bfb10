package dev.inflight.sim.setup;

import dev.inflight.net.topology.Topology;

/** The rates of hosts' NICs, by the topology. */
final class NicRates {
  private final long[] bitsPerSec;
  private final boolean oneRatePerHost;

  NicRates(Topology topology) {
    bitsPerSec = new long[topology.nodeCount()];
    boolean same = true;
    for (Topology.Link link : topology.links()) {
      for (int end : new int[] {link.a(), link.b()}) {
        same &= topology.isSwitch(end) || bitsPerSec[end] == 0 || bitsPerSec[end] == link.rateBitsPerSec();
        bitsPerSec[end] = link.rateBitsPerSec();
      }
    }
    oneRatePerHost = same;
  }

  /** True if all NICs of each host have one rate. */
  boolean oneRatePerHost() {
    return oneRatePerHost;
  }

  /** The rate of a host's NICs, if they have one rate. */
  long of(int host) {
    return bitsPerSec[host];
  }
}
