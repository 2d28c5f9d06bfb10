package dev.inflight.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shortest ways by number of hops, all of them, worked out for each destination when it is first asked for. Only switches forward.
 *
 * <p>The ways at a node are listed in the order in which a breadth-first search from the destination reaches the next nodes, neighbours
 * by descending number; the choice among them is a hash's. A change of links starts a new epoch.
 */
public final class Routes {
  private static final EgressPort[] NONE = {};

  private final EgressPort[][] portsOfNode;
  private final boolean[] isSwitch;
  private final EcmpHash hash;
  private final boolean oneLinkPerNeighbour;
  private final EgressPort[] @Nullable [][] waysTo;
  private int[][] neighbours = {};
  private EgressPort[][][] portsToNeighbour = {};
  private int epoch;
  private final EgressPort[] path;

  /**
   * Routes over a set of ports, which {@link #recompute} looks at: first when all of them are cabled.
   *
   * @param oneLinkPerNeighbour of parallel cables only the last listed is used, as the authors' simulator does
   */
  Routes(EgressPort[][] portsOfNode, boolean[] isSwitch, EcmpHash hash, boolean oneLinkPerNeighbour) {
    this.portsOfNode = portsOfNode;
    this.isSwitch = isSwitch;
    this.hash = hash;
    this.oneLinkPerNeighbour = oneLinkPerNeighbour;
    waysTo = new EgressPort[portsOfNode.length][][];
    path = new EgressPort[portsOfNode.length];
  }

  /** Changes whenever a link does. */
  int epoch() {
    return epoch;
  }

  /** Links have changed. */
  void recompute() {
    epoch++;
    Arrays.fill(waysTo, null);
    listNeighbours();
  }

  private void listNeighbours() {
    int nodes = portsOfNode.length;
    neighbours = new int[nodes][];
    portsToNeighbour = new EgressPort[nodes][][];
    for (int node = 0; node < nodes; node++) {
      int[] ids = Arrays.stream(portsOfNode[node]).filter(EgressPort::isUp).mapToInt(port -> port.peer().node()).distinct()
          .sorted()
          .toArray();
      neighbours[node] = new int[ids.length];
      portsToNeighbour[node] = new EgressPort[ids.length][];
      for (int i = 0; i < ids.length; i++) {
        int neighbour = ids[ids.length - 1 - i];
        EgressPort[] ports = Arrays.stream(portsOfNode[node]).filter(port -> port.isUp() && port.peer().node() == neighbour)
            .toArray(EgressPort[]::new);
        neighbours[node][i] = neighbour;
        portsToNeighbour[node][i] = oneLinkPerNeighbour ? new EgressPort[] {ports[ports.length - 1]} : ports;
      }
    }
  }

  /** The ways from each node to a destination. */
  private EgressPort[][] waysTo(int destination) {
    EgressPort @Nullable [][] known = waysTo[destination];
    if (known == null) {
      known = search(destination);
      waysTo[destination] = known;
    }
    return known;
  }

  private EgressPort[][] search(int destination) {
    int nodes = portsOfNode.length;
    int[] distance = new int[nodes];
    Arrays.fill(distance, -1);
    int[] queue = new int[nodes];
    EgressPort[][] ways = new EgressPort[nodes][];
    Arrays.fill(ways, NONE);
    distance[destination] = 0;
    queue[0] = destination;
    int filled = 1;
    for (int served = 0; served < filled; served++) {
      int node = queue[served];
      for (int neighbour : neighbours[node]) {
        if (distance[neighbour] < 0) {
          distance[neighbour] = distance[node] + 1;
          if (isSwitch[neighbour]) {
            queue[filled++] = neighbour;
          }
        }
        if (distance[neighbour] == distance[node] + 1) {
          ways[neighbour] = append(ways[neighbour], portsBetween(neighbour, node));
        }
      }
    }
    return ways;
  }

  private EgressPort[] portsBetween(int from, int to) {
    int[] ids = neighbours[from];
    int low = 0;
    int high = ids.length - 1;
    while (low < high) { // descending order
      int middle = low + high >>> 1;
      if (ids[middle] > to) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return portsToNeighbour[from][low];
  }

  private static EgressPort[] append(EgressPort[] ways, EgressPort[] more) {
    if (ways.length == 0) {
      return more; // shared: most nodes have one next node only
    }
    EgressPort[] longer = Arrays.copyOf(ways, ways.length + more.length);
    System.arraycopy(more, 0, longer, ways.length, more.length);
    return longer;
  }

  /** Works out a flow's two paths for the present routes, unless they are known; false when there is none. */
  boolean refresh(Flow flow) {
    if (flow.routeEpoch == epoch) {
      return flow.dataPath.length > 0;
    }
    flow.routeEpoch = epoch;
    flow.dataPath = follow(flow.source(), flow.destination(), flow.sourcePort(), flow.destinationPort());
    flow.ackPath = follow(flow.destination(), flow.source(), flow.destinationPort(), flow.sourcePort());
    if (flow.dataPath.length == 0 || flow.ackPath.length == 0) {
      flow.dataPath = NONE;
      flow.ackPath = NONE;
    }
    return flow.dataPath.length > 0;
  }

  private EgressPort[] follow(int from, int to, int fromPort, int toPort) {
    EgressPort[][] ways = waysTo(to);
    int hops = 0;
    for (int node = from; node != to; node = path[hops - 1].peer().node()) {
      EgressPort[] here = ways[node];
      if (here.length == 0) {
        return NONE;
      }
      path[hops++] = here[hash.choose(here.length, from, to, fromPort, toPort, node, !isSwitch[node])];
    }
    return Arrays.copyOf(path, hops);
  }

  /** The way on for a packet whose path belongs to older routes; null when there is none. */
  @Nullable
  EgressPort reroute(Packet packet, int node) {
    Flow flow = packet.flow;
    if (flow == null) {
      return null;
    }
    boolean data = packet.isForward();
    int from = data ? flow.source() : flow.destination();
    int to = data ? flow.destination() : flow.source();
    EgressPort[] here = waysTo(to)[node];
    if (here.length == 0) {
      return null;
    }
    int fromPort = data ? flow.sourcePort() : flow.destinationPort();
    int toPort = data ? flow.destinationPort() : flow.sourcePort();
    return here[hash.choose(here.length, from, to, fromPort, toPort, node, false)];
  }

  /** The ports that a flow's data passes, first the NIC; empty when there is no way. */
  public List<EgressPort> pathOf(Flow flow) {
    refresh(flow);
    return new ArrayList<>(Arrays.asList(flow.dataPath));
  }
}
