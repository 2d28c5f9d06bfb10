package dev.inflight.lab.scenario;

import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;

/** Checks that a scenario has the flows and ports of its time series. */
final class SeriesCheck {
  private SeriesCheck() {
  }

  /** Rejects ports, and flows if they are known, that the scenario lacks. */
  static void check(Setup setup, KeyLocations places, Faults faults, boolean hasFlows) {
    if (hasFlows) {
      faults.collect(() -> flows(setup, places));
    }
    faults.collect(() -> ports(setup, places));
  }

  private static void flows(Setup setup, KeyLocations places) {
    SourceLocation ofFlows = places.of(places.has("series.flows") ? "series.flows" : "series");
    for (int flow : setup.series().flows().numbers()) {
      checkFlow(flow, setup.flows(), ofFlows);
    }
  }

  private static void ports(Setup setup, KeyLocations places) {
    SourceLocation place = places.of(places.has("series.ports") ? "series.ports" : "series");
    for (Series.Port port : setup.series().ports().listed()) {
      Topology topology = setup.topology();
      if (port.node() >= topology.nodeCount()) {
        throw place.error("node " + port.node() + " does not exist; nodes are 0 to " + (topology.nodeCount() - 1));
      }
      long cables = topology.links().stream().filter(link -> link.a() == port.node() || link.b() == port.node()).count();
      if (port.number() > cables) {
        throw place.error(topology.name(port.node()) + " has no port " + port.number() + "; its ports are 1 to " + cables);
      }
    }
  }

  /**
   * Rejects queue pairs' operations: they start and end on the pair's two streams, with numbers after all flows and operations.
   */
  private static void checkFlow(int flow, FlowTable flows, SourceLocation place) {
    int count = flows.count();
    if (flow < count && flows.kind(flow) != FlowTable.Kind.FLOW) {
      int stream = count + 2 * (flows.queuePair(flow) - 1);
      throw place.error("flow " + flow + " is an operation, which has no series; the streams of its queue pair are " + stream
          + " and " + (stream + 1));
    }
    if (flow >= count + 2 * flows.queuePairs()) {
      String streams = flows.queuePairs() == 0 ? "" : "; the two streams of each queue pair follow";
      throw place.error("flow " + flow + " does not exist; flows are 0 to " + (count - 1) + ", in order of start" + streams);
    }
  }
}
