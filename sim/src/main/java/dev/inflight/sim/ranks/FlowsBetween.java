package dev.inflight.sim.ranks;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.EndedSender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.workload.FlowTable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flows of packets from other processes. Flows that end here are kept, and flows that start here until they have finished.
 * Flows that only pass are found again in the table of flows; a few are remembered with their paths.
 */
final class FlowsBetween {
  private static final int REMEMBERED = 1 << 16;
  private static final Port[] NO_PATH = {};

  private final Fabric fabric;
  private final Routes routes;
  private final Division division;
  private final FlowTable flows;
  private final Map<Integer, Flow> here = new HashMap<>(); // by row
  private final @Nullable Passing[] passing = new Passing[REMEMBERED];

  /** A direction of a flow, and its path. */
  private static final class Passing {
    @Nullable
    Flow flow;
    boolean forward;
    int entropy;
    int epoch;
    Port[] path = NO_PATH;
  }

  FlowsBetween(Fabric fabric, Division division, FlowTable flows) {
    this.fabric = fabric;
    this.division = division;
    this.flows = flows;
    routes = fabric.routes();
  }

  private boolean isHere(int node) {
    return division.partOf(node) != Division.ELSEWHERE;
  }

  /** Adds a flow that starts here. */
  void started(Flow flow) {
    here.put(flow.id(), flow);
  }

  /** Counts a flow from here as finished. */
  void finished(Flow flow) {
    if (isHere(flow.destination())) {
      flow.sender = new EndedSender(fabric.host(flow.source())); // packets that were sent twice may still reach the receiver
    } else {
      here.remove(flow.id());
    }
  }

  /**
   * Returns the flow of a row of the table.
   *
   * @param entropy index of the source port, among the flow's, of the packet that shows it
   */
  Flow flow(int row, int sourcePort, int entropy) {
    Flow known = here.get(row);
    if (known != null) {
      return known;
    }
    int source = flows.source(row);
    int destination = flows.destination(row);
    boolean beginsHere = isHere(source);
    boolean endsHere = isHere(destination);
    for (int direction = 0; direction < 2 && !beginsHere && !endsHere; direction++) {
      Passing remembered = passing[place(row, entropy, direction == 0)];
      Flow passed = remembered == null ? null : remembered.flow;
      if (passed != null && passed.id() == row) {
        return passed;
      }
    }
    var flow = new Flow(row, source, destination, sourcePort, flows.destinationPort(row), flows.priority(row),
        flows.sizeBytes(row), flows.startPs(row), flows.flowClass(row));
    if (beginsHere) {
      flow.sender = new EndedSender(fabric.host(source));
    } else if (endsHere) {
      here.put(row, flow);
    }
    return flow;
  }

  private static int place(int row, int entropy, boolean forward) {
    return (row * 2 + (forward ? 1 : 0) + entropy * 0x3C6EF373) * 0x9E3779B1 >>> 32 - Integer.numberOfTrailingZeros(REMEMBERED);
  }

  /** The path of a packet by the present routes; none if it has left by older ones, which no longer count. */
  Port[] path(Packet packet) {
    Flow flow = packet.flow;
    if (flow == null || packet.routeEpoch != routes.epoch()) {
      return NO_PATH;
    }
    boolean forward = packet.kind.forward;
    int place = place(flow.id(), packet.entropy, forward);
    Passing last = passing[place];
    if (last == null) {
      last = new Passing();
      passing[place] = last;
    }
    Flow before = last.flow;
    if (before == null || before.id() != flow.id() || last.forward != forward || last.entropy != packet.entropy
        || last.epoch != routes.epoch()) {
      last.flow = flow;
      last.forward = forward;
      last.entropy = packet.entropy;
      last.epoch = routes.epoch();
      last.path = forward ? routes.forwardPath(flow, packet.entropy) : routes.reversePath(flow, packet.entropy);
    }
    return last.path;
  }
}
