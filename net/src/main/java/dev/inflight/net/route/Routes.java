package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shortest paths by number of hops, all of them, worked out for each destination when it is first asked for. Only switches forward. Hosts
 * that are cabled to the same nodes share one table of the other switches.
 *
 * <p>The next ports at a node are listed in the order in which a breadth-first search from the destination reaches the next nodes, neighbours
 * by descending number; the choice among them is a hash's. A change of links starts a new epoch.
 */
public final class Routes extends Paths {
  private static final Port[] NONE = {};
  /** Ports on the longest path of a fabric with three tiers of switches. */
  private static final int USUAL_HOPS = 6;

  private final Port[][] portsOfNode;
  private final boolean[] isSwitch;
  private final EcmpHash hash;
  private final boolean oneLinkPerNeighbour;
  /** For each switch, its number among switches. */
  private final int[] switchNumber;
  private final int switches;
  /** By destination, once somebody has asked for it. */
  private final @Nullable Table[] tableTo;
  /** By the nodes that destinations are cabled to. */
  private final Map<Neighbours, Table> tables = new HashMap<>();
  /** Equal choices among several ports are one array. */
  private final Map<Choice, Choice> choices = new HashMap<>();
  /** Each node's neighbours over cables that work, by descending number. */
  private int[][] neighbours = {};
  private int[][] switchNeighbours = {};
  private Port[][][] portsToNeighbour = {};

  private record Neighbours(int... nodes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Neighbours them && Arrays.equals(nodes, them.nodes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(nodes);
    }
  }

  private record Choice(Port... ports) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Choice them && Arrays.equals(ports, them.ports);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(ports);
    }
  }

  /** Which ports lead to destinations that are cabled alike, by switch. */
  private static final class Table {
    /** Hops to the destination, by number among switches; {@link #NOWHERE} without a path. */
    final int[] hops;
    /** When the search has reached the switch. */
    final int[] order;
    /** The next ports, but for switches that the destination is cabled to. */
    final Port[][] ports;

    Table(int switches) {
      hops = new int[switches];
      Arrays.fill(hops, NOWHERE);
      order = new int[switches];
      ports = new Port[switches][];
      Arrays.fill(ports, NONE);
    }
  }

  private static final int NOWHERE = -1;

  /**
   * Routes over a set of ports, which {@link #recompute} looks at: first when all of them are cabled.
   *
   * @param oneLinkPerNeighbour of parallel cables only the last listed is used, as the authors' simulator does
   */
  public Routes(Port[][] portsOfNode, boolean[] isSwitch, EcmpHash hash, boolean oneLinkPerNeighbour) {
    this.portsOfNode = portsOfNode;
    this.isSwitch = isSwitch;
    this.hash = hash;
    this.oneLinkPerNeighbour = oneLinkPerNeighbour;
    tableTo = new Table[portsOfNode.length];
    switchNumber = new int[portsOfNode.length];
    int numbered = 0;
    for (int node = 0; node < isSwitch.length; node++) {
      switchNumber[node] = isSwitch[node] ? numbered++ : NOWHERE;
    }
    switches = numbered;
  }

  /** Links have changed. */
  public void recompute() {
    beginEpoch();
    Arrays.fill(tableTo, null);
    tables.clear();
    choices.clear();
    listNeighbours();
  }

  private void listNeighbours() {
    int nodes = portsOfNode.length;
    neighbours = new int[nodes][];
    switchNeighbours = new int[nodes][];
    portsToNeighbour = new Port[nodes][][];
    for (int node = 0; node < nodes; node++) {
      Port[] ports = Arrays.stream(portsOfNode[node]).filter(Port::isUp)
          .sorted(Comparator.comparingInt((Port port) -> port.peer().node()).reversed()).toArray(Port[]::new);
      neighbours[node] = Arrays.stream(ports).mapToInt(port -> port.peer().node()).distinct().toArray();
      switchNeighbours[node] = Arrays.stream(neighbours[node]).filter(neighbour -> isSwitch[neighbour]).toArray();
      portsToNeighbour[node] = new Port[neighbours[node].length][];
      int from = 0;
      for (int i = 0; i < neighbours[node].length; i++) {
        int to = from + 1;
        while (to < ports.length && ports[to].peer().node() == neighbours[node][i]) {
          to++;
        }
        portsToNeighbour[node][i] = Arrays.copyOfRange(ports, oneLinkPerNeighbour ? to - 1 : from, to);
        from = to;
      }
    }
  }

  private Table tableTo(int destination) {
    Table known = tableTo[destination];
    if (known == null) {
      known = tables.computeIfAbsent(new Neighbours(neighbours[destination]), alike -> search(destination));
      tableTo[destination] = known;
    }
    return known;
  }

  /** How many tables are kept now. */
  public int tables() {
    return tables.size();
  }

  private Table search(int destination) {
    var found = new Table(switches);
    int[] queue = new int[switches];
    int filled = 0;
    for (int neighbour : switchNeighbours[destination]) {
      filled = reach(neighbour, 1, found, queue, filled);
    }
    for (int served = 0; served < filled; served++) {
      int node = queue[served];
      int hops = found.hops[switchNumber[node]] + 1;
      for (int neighbour : switchNeighbours[node]) {
        int number = switchNumber[neighbour];
        filled = reach(neighbour, hops, found, queue, filled);
        if (found.hops[number] == hops) {
          found.ports[number] = append(found.ports[number], portsBetween(neighbour, node));
        }
      }
    }
    for (int number = 0; number < switches; number++) {
      if (found.ports[number].length > 1) {
        found.ports[number] = choices.computeIfAbsent(new Choice(found.ports[number]), choice -> choice).ports;
      }
    }
    return found;
  }

  private int reach(int node, int hops, Table found, int[] queue, int filled) {
    int number = switchNumber[node];
    if (found.hops[number] != NOWHERE) {
      return filled;
    }
    found.hops[number] = hops;
    found.order[number] = filled;
    queue[filled] = node;
    return filled + 1;
  }

  /** The ports that lead from a node to a destination, a host, over shortest paths; none when none does, or it is there already. */
  public Port[] nextPorts(int node, int destination) {
    if (isNeighbour(node, destination)) {
      return portsBetween(node, destination);
    }
    if (node == destination) {
      return NONE;
    }
    Table table = tableTo(destination);
    return isSwitch[node] ? table.ports[switchNumber[node]] : nextPortsFromHost(node, table);
  }

  private boolean isNeighbour(int node, int destination) {
    int[] ids = neighbours[destination]; // a host's: there are few
    for (int id : ids) {
      if (id == node) {
        return true;
      }
    }
    return false;
  }

  /** Over those of the switches at hand that are nearest, in the order in which the search has reached them. */
  private Port[] nextPortsFromHost(int host, Table table) {
    int least = Integer.MAX_VALUE;
    for (int neighbour : switchNeighbours[host]) {
      int hops = table.hops[switchNumber[neighbour]];
      least = hops == NOWHERE ? least : Math.min(least, hops);
    }
    Port[] ports = NONE;
    int next = nextOf(host, table, least, NOWHERE);
    while (next != NOWHERE) {
      ports = append(ports, portsBetween(host, next));
      next = nextOf(host, table, least, table.order[switchNumber[next]]);
    }
    return ports;
  }

  private int nextOf(int host, Table table, int hops, int after) {
    int next = NOWHERE;
    for (int neighbour : switchNeighbours[host]) {
      int number = switchNumber[neighbour];
      boolean candidate = table.hops[number] == hops && table.order[number] > after;
      if (candidate && (next == NOWHERE || table.order[number] < table.order[switchNumber[next]])) {
        next = neighbour;
      }
    }
    return next;
  }

  private Port[] portsBetween(int from, int to) {
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

  private static Port[] append(Port[] ports, Port[] more) {
    if (ports.length == 0) {
      return more; // shared: most nodes have one next node only
    }
    Port[] longer = Arrays.copyOf(ports, ports.length + more.length);
    System.arraycopy(more, 0, longer, ports.length, more.length);
    return longer;
  }

  @Override
  public Port[] forwardPath(Flow flow) {
    return follow(flow.source(), flow.destination(), flow.sourcePort(), flow.destinationPort());
  }

  @Override
  public Port[] reversePath(Flow flow) {
    return follow(flow.destination(), flow.source(), flow.destinationPort(), flow.sourcePort());
  }

  private Port[] follow(int from, int to, int fromPort, int toPort) {
    Port[] path = new Port[USUAL_HOPS];
    int hops = 0;
    for (int node = from; node != to; node = path[hops - 1].peer().node()) {
      Port[] here = nextPorts(node, to);
      if (here.length == 0) {
        return NONE;
      }
      if (hops == path.length) {
        path = Arrays.copyOf(path, 2 * hops);
      }
      path[hops++] = here[hash.choose(here.length, from, to, fromPort, toPort, node, !isSwitch[node])];
    }
    return Arrays.copyOf(path, hops);
  }

  /** The next port for a packet whose path belongs to older routes; null when there is none. */
  @Nullable
  public Port reroute(Packet packet, int node) {
    Flow flow = packet.flow;
    if (flow == null) {
      return null;
    }
    boolean data = packet.kind.forward;
    int from = data ? flow.source() : flow.destination();
    int to = data ? flow.destination() : flow.source();
    Port[] here = nextPorts(node, to);
    if (here.length == 0) {
      return null;
    }
    int fromPort = data ? flow.sourcePort() : flow.destinationPort();
    int toPort = data ? flow.destinationPort() : flow.sourcePort();
    return here[hash.choose(here.length, from, to, fromPort, toPort, node, false)];
  }

  /** The ports that a flow's data passes, first the NIC; empty when there is no route. */
  public List<Port> pathOf(Flow flow) {
    return List.of(forwardPath(flow));
  }
}
