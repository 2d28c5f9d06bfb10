package dev.inflight.lab.advice;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.SourcePorts;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Largest number of flows that share a link at once, if each link shares its rate evenly among them (processor sharing): the N of
 * HPCC §3.3. Each port of a host is a link of its own, and a flow counts on all links of its path. Only a run determines start
 * times of messages of jobs, so two hosts that exchange messages count as one flow, and all jobs' messages as simultaneous.
 */
final class FlowsOnALink {
  private static final double PS_PER_S = 1e12;

  private final double bitsPerPs;
  /** Ends of the active flows, smallest first, in bits that a flow active since time 0 would have received. */
  private final PriorityQueue<Double> ends = new PriorityQueue<>();
  private double served;
  private double nowPs;
  private int most;
  private int ofJobs;

  private FlowsOnALink(double rateBitsPerSec) {
    bitsPerPs = rateBitsPerSec / PS_PER_S;
  }

  /**
   * Link with the most flows relative to its rate: flows at line rate exceed its rate most.
   *
   * @param link port that sends over it
   * @param flows number of flows that share it at once
   * @param lineRateBitsPerSec largest rate of the NIC ports of these flows, in bit/s
   */
  record Busiest(Port link, int flows, long lineRateBitsPerSec) {
    private double crowded() {
      return (double) flows * lineRateBitsPerSec / link.rateBitsPerSec();
    }
  }

  /**
   * Returns the busiest link of all; null when no flow has a route.
   *
   * @param counted accepts the classes of the flows to count
   */
  static @Nullable Busiest of(Routes routes, FlowTable flows, IntPredicate counted) {
    Map<Port, FlowsOnALink> links = new LinkedHashMap<>();
    Map<Port, Long> lineRates = new LinkedHashMap<>();
    Set<Long> pairs = new HashSet<>();
    var sourcePorts = new SourcePorts();
    boolean jobs = !flows.jobs().isEmpty();
    for (int row = 0; row < flows.count(); row++) { // in order of start times
      int source = flows.source(row);
      int destination = flows.destination(row);
      boolean message = jobs && flows.message(row) >= 0;
      if (message && !pairs.add((long) source << 32 | destination)) {
        continue;
      }
      int sourcePort = sourcePorts.next(source, destination);
      if (!counted.test(flows.flowClass(row))) {
        continue;
      }
      List<Port> path = routes.pathOf(new Flow(row, source, destination, sourcePort, flows.destinationPort(row),
          flows.priority(row), Math.max(1, flows.sizeBytes(row)), flows.startPs(row)));
      for (Port port : path) {
        FlowsOnALink link = links.computeIfAbsent(port, one -> new FlowsOnALink(one.rateBitsPerSec()));
        lineRates.merge(port, path.getFirst().rateBitsPerSec(), Math::max);
        if (message) {
          link.ofJobs++;
        } else {
          link.begin(flows.startPs(row), 8.0 * flows.sizeBytes(row));
        }
      }
    }
    Busiest busiest = null;
    for (Map.Entry<Port, FlowsOnALink> each : links.entrySet()) {
      var one = new Busiest(each.getKey(), each.getValue().most + each.getValue().ofJobs,
          lineRates.getOrDefault(each.getKey(), 0L));
      busiest = busiest == null || one.crowded() > busiest.crowded() ? one : busiest;
    }
    return busiest;
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
