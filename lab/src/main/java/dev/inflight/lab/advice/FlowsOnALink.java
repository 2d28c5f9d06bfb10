package dev.inflight.lab.advice;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * How many flows share a host's link at once, at most, if each link shares its rate out evenly among them (processor sharing): the N of
 * HPCC §3.3. Other links of the fabric may carry more; those of hosts are where incasts meet.
 */
final class FlowsOnALink {
  private static final double PS_PER_S = 1e12;

  private final double bitsPerPs;
  /** What each flow under way would have been served had it been there from the beginning; those that end first stand first. */
  private final PriorityQueue<Double> ends = new PriorityQueue<>();
  private double served;
  private double nowPs;
  private int most;

  private FlowsOnALink(double rateBitsPerSec) {
    bitsPerPs = rateBitsPerSec / PS_PER_S;
  }

  /** The largest number over all hosts, at links from them and at links to them. */
  static int most(Topology topology, FlowTable flows) {
    return Math.max(most(topology, flows, flows::source), most(topology, flows, flows::destination));
  }

  private static int most(Topology topology, FlowTable flows, IntUnaryOperator hostOf) {
    List<List<Topology.Link>> links = topology.linksOfNodes();
    Map<Integer, FlowsOnALink> byHost = new HashMap<>();
    int most = 0;
    for (int flow = 0; flow < flows.count(); flow++) { // in the order of their start
      int host = hostOf.applyAsInt(flow);
      FlowsOnALink link = byHost.computeIfAbsent(host,
          one -> new FlowsOnALink(links.get(one).stream().mapToDouble(Topology.Link::rateBitsPerSec).sum()));
      link.begin(flows.startPs(flow), 8.0 * flows.sizeBytes(flow));
      most = Math.max(most, link.most);
    }
    return most;
  }

  private void begin(double startPs, double bits) {
    while (!ends.isEmpty()) {
      double left = ends.peek() - served;
      double endPs = nowPs + left * ends.size() / bitsPerPs;
      if (endPs > startPs) {
        served += (startPs - nowPs) * bitsPerPs / ends.size();
        break;
      }
      served = ends.poll();
      nowPs = endPs;
    }
    nowPs = startPs;
    ends.add(served + bits);
    most = Math.max(most, ends.size());
  }
}
