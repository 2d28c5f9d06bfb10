package dev.inflight.sim.change.state;

import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.LinkRates;
import java.util.List;

/** Link rates for endpoints with telemetry that carries none: those of the cables, until events announce others. */
public final class StatedRates implements LinkRates {
  private final List<List<Topology.Link>> linksOfNodes;
  private final long[][] rates; // by node and port

  /** Makes the rates of a topology's cables. */
  public StatedRates(Topology topology) {
    linksOfNodes = topology.linksOfNodes();
    rates = linksOfNodes.stream().map(links -> links.stream().mapToLong(Topology.Link::rateBitsPerSec).toArray())
        .toArray(long[][]::new);
  }

  @Override
  public long rateBitsPerSec(long node, long port) {
    return node < 0 || node >= rates.length || port < 1 || port > rates[(int) node].length
        ? 0
        : rates[(int) node][(int) port - 1];
  }

  /**
   * Sets the rate of a node's ports that lead to its neighbor.
   *
   * @param rateBitsPerSec rate in bit/s; 0: that of each cable
   */
  public void set(int node, int neighbor, long rateBitsPerSec) {
    List<Topology.Link> links = linksOfNodes.get(node);
    for (int position = 0; position < links.size(); position++) {
      Topology.Link link = links.get(position);
      if ((link.a() == node ? link.b() : link.a()) == neighbor) {
        rates[node][position] = rateBitsPerSec == 0 ? link.rateBitsPerSec() : rateBitsPerSec;
      }
    }
  }
}
