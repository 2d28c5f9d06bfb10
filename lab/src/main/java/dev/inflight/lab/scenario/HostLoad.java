package dev.inflight.lab.scenario;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.Setup;
import java.util.Arrays;

/**
 * By when links of hosts can have carried all flows at the earliest, whatever the scheme: each flow from its start at the rate of all links of
 * its hosts together, and all flows of a host one after another. Headers and delays count nothing, so that this is a lower bound.
 */
public final class HostLoad {
  private static final double BITS_PS = 8e12;

  private final double[] bitsPerSec;
  private final double[] sentBytes;
  private final double[] receivedBytes;
  private final double[] firstPs;
  private double latestPs;

  private HostLoad(Topology topology) {
    bitsPerSec = new double[topology.nodeCount()];
    for (Link link : topology.links()) {
      bitsPerSec[link.a()] += link.rateBitsPerSec();
      bitsPerSec[link.b()] += link.rateBitsPerSec();
    }
    sentBytes = new double[bitsPerSec.length];
    receivedBytes = new double[bitsPerSec.length];
    firstPs = new double[bitsPerSec.length];
    Arrays.fill(firstPs, Double.POSITIVE_INFINITY);
  }

  /** That time in picoseconds, from time 0 of the scenario. */
  public static double earliestEndPs(Setup setup) {
    var load = new HostLoad(setup.topology());
    setup.flows().forEach((_, source, destination, sizeBytes, startPs) -> load.add(source, destination, sizeBytes, startPs));
    for (int host = 0; host < load.bitsPerSec.length; host++) {
      load.count(load.firstPs[host], Math.max(load.sentBytes[host], load.receivedBytes[host]), load.bitsPerSec[host]);
    }
    return load.latestPs;
  }

  private void add(int source, int destination, long sizeBytes, long startPs) {
    sentBytes[source] += sizeBytes;
    receivedBytes[destination] += sizeBytes;
    firstPs[source] = Math.min(firstPs[source], startPs);
    firstPs[destination] = Math.min(firstPs[destination], startPs);
    count(startPs, sizeBytes, Math.min(bitsPerSec[source], bitsPerSec[destination]));
  }

  private void count(double fromPs, double bytes, double rateBitsPerSec) {
    if (bytes > 0 && rateBitsPerSec > 0) {
      latestPs = Math.max(latestPs, fromPs + bytes * BITS_PS / rateBitsPerSec);
    }
  }
}
