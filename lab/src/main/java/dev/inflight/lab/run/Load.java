package dev.inflight.lab.run;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;

/** Estimated size of a run's flows. */
public final class Load {
  /** Data and acknowledgements, over four cables each. */
  private static final double HOPS_OF_PACKET = 2 * 4;
  private static final double PS_PER_SECOND = 1e12;
  private static final int BITS = 8;

  /** Estimated packet-hops of data and acknowledgements. */
  final double packetHops;
  /** Estimated share of packet-hops that is simulated, 0 to 1. */
  final double shareSimulated;
  /** Estimated duration of the flows in ps: at least from first to last start, and the busiest host's time for all its bytes. */
  private final double spanPs;
  private double packets;

  /** Estimates the flows of a setup. */
  public Load(Setup setup) {
    FlowTable flows = setup.flows().sortedByStart();
    Topology topology = setup.topology();
    double[] sentBytes = new double[topology.nodeCount()];
    double[] takenBytes = new double[topology.nodeCount()];
    int payloadBytes = setup.payloadBytes();
    flows.forEachAlike((source, destination, sizeBytes, times) -> {
      packets += (double) Math.ceilDiv(sizeBytes, payloadBytes) * times;
      sentBytes[source] += (double) sizeBytes * times;
      takenBytes[destination] += (double) sizeBytes * times;
    });
    long firstPs = flows.count() == 0 ? Long.MAX_VALUE : flows.startPs(0);
    long lastPs = flows.count() == 0 ? 0 : flows.startPs(flows.count() - 1);
    double[] rates = new double[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      rates[link.a()] += link.rateBitsPerSec();
      rates[link.b()] += link.rateBitsPerSec();
    }
    double longestPs = Math.max(1, lastPs - firstPs);
    for (int host : topology.hosts()) {
      longestPs = Math.max(longestPs,
          Math.max(sentBytes[host], takenBytes[host]) * BITS * PS_PER_SECOND / Math.max(1, rates[host]));
    }
    packetHops = packets * HOPS_OF_PACKET;
    spanPs = longestPs;
    shareSimulated = Math.clamp((setup.untilPs() - (double) firstPs) / spanPs, 0, 1);
  }

  /** Estimated simulated packet-hops until the setup's end. */
  public double packetHopsSimulated() {
    return packetHops * shareSimulated;
  }

  /** Average number of packet-hops in a time span in ps. */
  double hopsIn(long timePs) {
    return packetHops * Math.min(1, timePs / spanPs);
  }

  /** Average time in ps for a number of packet-hops, 1 or more. */
  long timeOf(double hops) {
    return (long) Math.max(1, Math.min(Long.MAX_VALUE / 2, Math.ceil(hops * spanPs / Math.max(1, packetHops))));
  }
}
