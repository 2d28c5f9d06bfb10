package dev.inflight.sim.fidelity;

import dev.inflight.net.topology.Topology;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * Factor by which a flow may be slower than its host's cables because cables of the fabric are narrow: 1 if no layer of switches
 * has less capacity upwards than downwards. The height of a switch is its number of cables from the closest host. All cables
 * between two layers count as narrow as the narrowest at a switch. A cable within a layer may have to carry the data of all
 * hosts.
 */
final class Narrowness {
  private final Topology topology;
  private final int[] heights;
  private final List<List<Topology.Link>> links;

  private Narrowness(Topology topology) {
    this.topology = topology;
    links = topology.linksOfNodes();
    heights = new int[topology.nodeCount()];
    Arrays.fill(heights, Integer.MAX_VALUE);
    var next = new ArrayDeque<Integer>();
    for (int host : topology.hosts()) {
      heights[host] = 0;
      next.add(host);
    }
    while (!next.isEmpty()) {
      int node = next.remove();
      for (Topology.Link link : links.get(node)) {
        int other = link.a() == node ? link.b() : link.a();
        if (heights[other] == Integer.MAX_VALUE) {
          heights[other] = heights[node] + 1;
          next.add(other);
        }
      }
    }
  }

  /** Narrowness of a fabric, 1 or more. */
  static double of(Topology topology) {
    return new Narrowness(topology).find();
  }

  private double find() {
    double hostsRate = 0;
    double fastest = 0;
    double ofHosts = 1;
    for (int host : topology.hosts()) {
      double sum = 0;
      double least = Double.MAX_VALUE;
      for (Topology.Link link : links.get(host)) {
        sum += link.rateBitsPerSec();
        least = Math.min(least, link.rateBitsPerSec());
      }
      hostsRate += sum;
      fastest = Math.max(fastest, sum);
      ofHosts = sum == 0 ? ofHosts : Math.max(ofHosts, sum / least); // a flow takes one of its host's cables
    }
    double[] ofLayers = new double[topology.nodeCount() + 1];
    Arrays.fill(ofLayers, 1);
    double ofCable = ofHosts;
    for (int node = 0; node < topology.nodeCount(); node++) {
      if (topology.isSwitch(node) && heights[node] < Integer.MAX_VALUE) {
        double down = 0;
        int ups = 0;
        double least = Double.MAX_VALUE;
        for (Topology.Link link : links.get(node)) {
          int other = heights[link.a() == node ? link.b() : link.a()];
          double linkRate = link.rateBitsPerSec();
          if (other < heights[node]) {
            down += linkRate;
          } else if (other == heights[node]) {
            ofCable = Math.max(ofCable, hostsRate / linkRate);
          } else {
            ups++;
            least = Math.min(least, linkRate);
          }
        }
        if (ups > 0) {
          ofLayers[heights[node]] = Math.max(ofLayers[heights[node]], down / (ups * least));
          ofCable = Math.max(ofCable, fastest / least);
        }
      }
    }
    return Math.max(ofCable, ofHosts * Arrays.stream(ofLayers).reduce(1, (product, one) -> product * one));
  }
}
