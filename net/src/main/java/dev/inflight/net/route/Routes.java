package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shortest paths by number of hops, all of them, worked out when they are first asked for. Only switches forward.
 *
 * <p>The next ports at a node are listed in the order in which a breadth-first search from the destination reaches the next nodes, neighbours
 * by descending number; the choice among them is a hash's. Such a search tells apart no two nodes that are cabled to the same switches, but for
 * those that they are cabled to and themselves; and a switch without a cable to another one leads it nowhere. So hosts of a rack share what
 * leads to their switch, and the switches of a pod's racks, or of all rails, share one table of all switches: there are about as many tables
 * as pods.
 *
 * <p>A change of links starts a new epoch. Threads may ask at the same time, but not while {@link #recompute} runs.
 */
public final class Routes extends Paths {
  private static final int[] NONE = {};
  private static final Port[] NO_PATH = {};
  private static final int NOWHERE = RouteTable.NOWHERE;
  /** The epoch of no packet's path. */
  private static final int NO_PATHS = Integer.MIN_VALUE;
  /** Ports on the longest path of a fabric with three tiers of switches. */
  private static final int USUAL_HOPS = 6;

  private final Cabling cabling;
  private final Port[] ports;
  private final PortChoice choice;
  private final boolean switchesChoose;
  private final boolean lastParallel;
  /** For each switch, its number among switches. */
  private final int[] switchNumber;
  private final int switches;
  /** By node, once somebody has asked for it. Threads that do so at once find the same table. */
  private final @Nullable RouteTable[] tableTo;
  /** By the switches that a node is cabled to; two buffers of equal numbers are one key. */
  private final Map<IntBuffer, RouteTable> tables = new HashMap<>();
  private Neighbours neighbours;
  private RouteTable.Choices choices;
  private int pathEpoch;

  /** Routes on which packets keep the paths that they leave their host with. */
  public Routes(Cabling cabling, Port[] ports, PortChoice choice, boolean lastParallel) {
    this(cabling, ports, choice, lastParallel, false);
  }

  /**
   * Routes over cables.
   *
   * @param ports by number, of all nodes that will be asked about packets; filled in later
   * @param choice which of several next ports packets of a flow take
   * @param lastParallel of parallel cables only the last listed is used, as the authors' simulator does
   * @param switchesChoose each switch chooses for each packet anew, whatever path it has
   */
  public Routes(Cabling cabling, Port[] ports, PortChoice choice, boolean lastParallel, boolean switchesChoose) {
    this.cabling = cabling;
    this.ports = ports;
    this.choice = choice.over(this);
    this.switchesChoose = switchesChoose;
    this.lastParallel = lastParallel;
    pathEpoch = switchesChoose ? NO_PATHS : epoch();
    tableTo = new RouteTable[cabling.nodes()];
    switchNumber = new int[cabling.nodes()];
    int numbered = 0;
    for (int node = 0; node < cabling.nodes(); node++) {
      switchNumber[node] = cabling.isSwitch(node) ? numbered++ : NOWHERE;
    }
    switches = numbered;
    neighbours = new Neighbours(cabling, lastParallel);
    choices = new RouteTable.Choices(switches);
  }

  /** Links have changed. */
  public void recompute() {
    beginEpoch();
    pathEpoch = switchesChoose ? NO_PATHS : epoch();
    Arrays.fill(tableTo, null);
    tables.clear();
    choices = new RouteTable.Choices(switches);
    neighbours = new Neighbours(cabling, lastParallel);
  }

  /** The epoch of packets whose paths hold at switches; another one than theirs: switches choose. */
  public int pathEpoch() {
    return pathEpoch;
  }

  /** What leads to whoever is cabled to the same switches as this node. */
  private RouteTable tableTo(int node) {
    RouteTable known = tableTo[node];
    if (known == null) {
      known = find(neighbours.forwardingSwitches(node));
      tableTo[node] = known;
    }
    return known;
  }

  private synchronized RouteTable find(int[] switchesThere) {
    return tables.computeIfAbsent(IntBuffer.wrap(switchesThere),
        from -> RouteTable.search(switchesThere, switchNumber, switches, neighbours, choices));
  }

  /** How many tables are kept now. */
  public synchronized int tables() {
    return tables.size();
  }

  /**
   * The ports that lead from a node to a destination, a host, over shortest paths; none when none does, or it is there already.
   *
   * @return numbers of ports in the whole fabric, not to be changed
   */
  public int[] nextPorts(int node, int destination) {
    int[] there = neighbours.portsBetween(node, destination);
    if (there.length > 0 || node == destination) {
      return there;
    }
    boolean fromSwitch = cabling.isSwitch(node);
    if (!fromSwitch) {
      there = overCommonSwitches(node, destination);
      if (there.length > 0) {
        return there;
      }
    }
    int[] last = neighbours.forwardingSwitches(destination);
    int towards = destination;
    if (last.length == 1) { // all paths end at its switch: those that lead there
      towards = last[0];
      there = neighbours.portsBetween(node, towards);
      if (there.length > 0) {
        return there;
      }
    }
    RouteTable table = tableTo(towards);
    return fromSwitch ? table.ports(switchNumber[node]) : nextPortsFromHost(node, table);
  }

  /** Over the switches to which both are cabled, by descending number. */
  private int[] overCommonSwitches(int host, int destination) {
    int[] here = neighbours.switches(host);
    int[] there = neighbours.switches(destination);
    int[] found = NONE;
    for (int at = 0, last = 0; at < here.length && last < there.length;) { // both descend
      if (here[at] > there[last]) {
        at++;
      } else if (here[at] < there[last]) {
        last++;
      } else {
        found = RouteTable.append(found, neighbours.portsBetween(host, here[at++]));
        last++;
      }
    }
    return found;
  }

  /** Over those of the switches at hand that are nearest, in the order in which the search has reached them. */
  private int[] nextPortsFromHost(int host, RouteTable table) {
    int least = Integer.MAX_VALUE;
    for (int neighbour : neighbours.forwardingSwitches(host)) {
      int hops = table.hops(switchNumber[neighbour]);
      least = hops == NOWHERE ? least : Math.min(least, hops);
    }
    int[] found = NONE;
    int next = nextOf(host, table, least, NOWHERE);
    while (next != NOWHERE) {
      found = RouteTable.append(found, neighbours.portsBetween(host, next));
      next = nextOf(host, table, least, table.order(switchNumber[next]));
    }
    return found;
  }

  private int nextOf(int host, RouteTable table, int hops, int after) {
    int next = NOWHERE;
    for (int neighbour : neighbours.forwardingSwitches(host)) {
      int number = switchNumber[neighbour];
      boolean candidate = table.hops(number) == hops && table.order(number) > after;
      if (candidate && (next == NOWHERE || table.order(number) < table.order(switchNumber[next]))) {
        next = neighbour;
      }
    }
    return next;
  }

  @Override
  public Port[] forwardPath(Flow flow, int entropy) {
    return portsAt(forward(flow, entropy));
  }

  @Override
  public Port[] reversePath(Flow flow, int entropy) {
    return portsAt(reverse(flow, entropy));
  }

  private Port[] portsAt(int[] path) {
    if (path.length == 0) {
      return NO_PATH;
    }
    var found = new Port[path.length];
    for (int hop = 0; hop < path.length; hop++) {
      found[hop] = ports[path[hop]];
    }
    return found;
  }

  /** The numbers of the ports that a flow's data passes, first the NIC; empty when there is no route. */
  public int[] forward(Flow flow) {
    return forward(flow, 0);
  }

  /** The same with another of its source ports. */
  public int[] forward(Flow flow, int entropy) {
    return follow(flow, true, entropy);
  }

  /** The numbers of the ports that the answers to it pass, first the NIC; empty when there is no route. */
  public int[] reverse(Flow flow) {
    return reverse(flow, 0);
  }

  /** The same of answers to what came with another of its source ports. */
  public int[] reverse(Flow flow, int entropy) {
    return follow(flow, false, entropy);
  }

  private int[] follow(Flow flow, boolean forward, int entropy) {
    int from = forward ? flow.source() : flow.destination();
    int to = forward ? flow.destination() : flow.source();
    int[] path = new int[USUAL_HOPS];
    int hops = 0;
    for (int node = from; node != to; node = cabling.neighbour(path[hops - 1])) {
      int[] here = nextPorts(node, to);
      if (here.length == 0) {
        return NONE;
      }
      if (hops == path.length) {
        path = Arrays.copyOf(path, 2 * hops);
      }
      path[hops++] = here[choice.choose(here, flow, forward, entropy, node, !cabling.isSwitch(node))];
    }
    return hops == path.length ? path : Arrays.copyOf(path, hops);
  }

  /** The next port, by the flow's hash, for a packet whose path does not hold; null when there is none. */
  @Nullable
  public Port reroute(Packet packet, int node) {
    int[] here = nextPorts(packet, node);
    if (here.length == 0 || packet.flow == null) {
      return null;
    }
    packet.hop++;
    return ports[hashed(packet, here, node)];
  }

  /** The one of these ports, by its number, that the flow's hash gives at a switch to a packet of a flow. */
  public int hashed(Packet packet, int[] here, int node) {
    return here[choice.choose(here, packet.flow(), packet.kind.forward, packet.entropy, node, false)];
  }

  /** The ports that lead from a node to where a packet goes, over shortest paths; none when none does, or it is of no flow. */
  public int[] nextPorts(Packet packet, int node) {
    Flow flow = packet.flow;
    return flow == null ? NONE : nextPorts(node, packet.kind.forward ? flow.destination() : flow.source());
  }

  /** A port by its number, at a node that is asked about packets. */
  public Port port(int number) {
    return ports[number];
  }

  /** The cables that routes lead over. */
  public Cabling cabling() {
    return cabling;
  }

  /** The ports that a flow's data passes, first the NIC, without those of nodes that are elsewhere; empty when there is no route. */
  public List<Port> pathOf(Flow flow) {
    return Arrays.stream(forwardPath(flow)).filter(Objects::nonNull).toList();
  }
}
