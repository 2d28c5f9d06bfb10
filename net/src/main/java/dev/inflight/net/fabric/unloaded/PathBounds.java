package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * For each number of switches, a leg that {@linkplain PathLeg#covers covers} all paths over at most this number which cross a
 * cable between switches: its cables are as slow, as long, and for the bottleneck as fast as any in their position. Sums of
 * rounded numbers grow with each term, so the bound holds to the last digit. It is exact if cables are alike.
 */
final class PathBounds {
  private final int payloadBytes;
  private final Range atHosts = new Range();
  private final Range between = new Range();
  /** By the number of switches, without the cable of the host at the end. */
  private final List<PathLeg> parts = new ArrayList<>();

  /** Cables of one tier. */
  private static final class Range {
    private long leastBitsPerSec = Long.MAX_VALUE;
    private long mostBitsPerSec;
    private long mostPs;

    private void add(Topology.Link link) {
      leastBitsPerSec = Math.min(leastBitsPerSec, link.rateBitsPerSec());
      mostBitsPerSec = Math.max(mostBitsPerSec, link.rateBitsPerSec());
      mostPs = Math.max(mostPs, link.delayPs());
    }

    private Topology.Link worst() {
      return new Topology.Link(0, 1, leastBitsPerSec, mostPs);
    }
  }

  /**
   * Makes the bounds of a network with at least one host at a switch that forwards.
   *
   * @param hosts with all kinds of cables that hosts have
   */
  PathBounds(SwitchGraph graph, List<Integer> hosts) {
    payloadBytes = graph.payloadBytes;
    hosts.forEach(host -> add(graph, host, atHosts));
    for (int number = 0; number < graph.switches(); number++) {
      add(graph, graph.node(number), between);
    }
    parts.add(graph.overCable(atHosts.worst()));
  }

  private static void add(SwitchGraph graph, int node, Range range) {
    for (int kind : graph.upwardsKinds(node)) {
      range.add(graph.cable(kind));
    }
  }

  /** Bound of paths over that many switches, 1 or more. */
  PathLeg across(int switches) {
    while (parts.size() < switches) {
      parts.add(parts.getLast().behind(between.worst(), 1, payloadBytes));
    }
    PathLeg slowest = parts.get(switches - 1).behind(atHosts.worst(), 1, payloadBytes);
    return new PathLeg(slowest.switches(), slowest.delayPs(), slowest.psPerByte(), slowest.hopNs(),
        Math.min(atHosts.mostBitsPerSec, between.mostBitsPerSec));
  }
}
