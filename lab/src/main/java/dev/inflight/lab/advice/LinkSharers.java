package dev.inflight.lab.advice;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Long flows that share one link, the bottleneck of their paths: without other traffic, max-min fairness would give each flow the
 * same share of that link. Flows on other routes, and flows that would congest another link as much, are left out.
 */
final class LinkSharers {
  /** Share of the flows that would congest a slower link on the path as much as this one; both would limit more flows. */
  private static final double OF_SLOWER_LINKS = 0.7;
  private static final int ROUNDS = 16;
  private static final int MOST_PAIRS = 200_000;

  private final Routes routes;
  private final Port link;
  private final int wanted;
  private final SourcePorts sourcePorts = new SourcePorts();
  /** Source port of the next flow of a pair of hosts, for pairs looked up so far. */
  private final Map<Long, Integer> nextPorts = new HashMap<>();
  private final Map<Port, Integer> onLinks = new HashMap<>();
  private final FlowTable flows = new FlowTable();
  private final long sizeBytes;
  private final long apartPs;

  private LinkSharers(Routes routes, Port link, int wanted, long sizeBytes, long apartPs) {
    this.routes = routes;
    this.link = link;
    this.wanted = wanted;
    this.sizeBytes = sizeBytes;
    this.apartPs = apartPs;
  }

  /**
   * Returns the flows, in the order in which they join.
   *
   * @param link port that sends over the link
   * @param wanted number of flows; the result has fewer where the fabric has no more that this link alone limits
   * @param sizeBytes bytes of each flow
   * @param apartPs time from the start of one flow to the start of the next, in picoseconds
   */
  static FlowTable of(Topology topology, Routes routes, Port link, int wanted, long sizeBytes, long apartPs) {
    FlowTable found = atMost(topology, routes, link, wanted, sizeBytes, apartPs);
    // With fewer flows, the limits of slower links are lower.
    return found.count() == wanted ? found : of(topology, routes, link, found.count(), sizeBytes, apartPs);
  }

  private static FlowTable atMost(Topology topology, Routes routes, Port link, int wanted, long sizeBytes, long apartPs) {
    var sharers = new LinkSharers(routes, link, wanted, sizeBytes, apartPs);
    List<int[]> pairs = pairs(topology, link, wanted);
    for (int round = 0; round < ROUNDS * Math.max(1, wanted) && sharers.flows.count() < wanted; round++) {
      int before = sharers.flows.count();
      for (int[] pair : pairs) {
        if (sharers.flows.count() < wanted) {
          sharers.consider(pair[0], pair[1], 100 + round);
        }
      }
      if (round >= ROUNDS && sharers.flows.count() == before) {
        break;
      }
    }
    return sharers.flows;
  }

  /** Pairs of hosts, first those spread evenly over the fabric; where the link leads to a host, pairs with that receiver. */
  private static List<int[]> pairs(Topology topology, Port link, int wanted) {
    int[] hosts = topology.hosts();
    var pairs = new ArrayList<int[]>();
    int to = link.peer().node();
    if (!topology.isSwitch(to)) {
      for (int source : spread(others(hosts, to), wanted)) {
        pairs.add(new int[] {source, to});
      }
      return pairs;
    }
    for (int apart = 1; apart < hosts.length && pairs.size() < MOST_PAIRS; apart++) {
      for (int at = 0; at < hosts.length; at++) {
        pairs.add(new int[] {hosts[at], hosts[(at + hosts.length - apart) % hosts.length]});
      }
    }
    return pairs;
  }

  private static int[] others(int[] hosts, int host) {
    return Arrays.stream(hosts).filter(one -> one != host).toArray();
  }

  private static List<Integer> spread(int[] hosts, int wanted) {
    var order = new LinkedHashSet<Integer>();
    int some = Math.min(wanted, hosts.length);
    for (int at = 0; at < some; at++) {
      order.add(hosts[(int) ((long) at * hosts.length / some)]);
    }
    for (int host : hosts) {
      order.add(host);
    }
    return List.copyOf(order);
  }

  private void consider(int source, int destination, int destinationPort) {
    long pair = (long) source << 32 | destination;
    int port = nextPorts.computeIfAbsent(pair, _ -> sourcePorts.next(source, destination));
    long startPs = flows.count() * apartPs;
    List<Port> path = routes.pathOf(new Flow(flows.count(), source, destination, port, destinationPort, 3, sizeBytes, startPs));
    if (!path.contains(link)) {
      return;
    }
    for (Port each : path) {
      if (each != link && onLinks.getOrDefault(each, 0) + 1 > room(each)) {
        return;
      }
    }
    path.forEach(each -> onLinks.merge(each, 1, Integer::sum));
    nextPorts.remove(pair);
    flows.add(source, destination, 3, destinationPort, sizeBytes, startPs);
  }

  private double room(Port other) {
    double shares = (double) wanted * other.rateBitsPerSec() / link.rateBitsPerSec();
    return other.rateBitsPerSec() >= link.rateBitsPerSec() ? shares : OF_SLOWER_LINKS * shares;
  }
}
