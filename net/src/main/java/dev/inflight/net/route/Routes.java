package dev.inflight.net.route;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All shortest paths by number of hops, computed on first use. Only switches forward.
 *
 * <p>The next ports at a node are listed in the order in which a breadth-first search from the destination reaches the next
 * nodes, neighbors by descending number; a hash chooses among them. Such a search does not distinguish nodes that are cabled to
 * the same switches, but for those that they are cabled to and themselves; and a switch without a cable to another one leads it
 * nowhere. So hosts of a rack share the routes to their switch, and the switches of a pod's racks, or of all rails, share one
 * table of all switches: there are about as many tables as pods.
 *
 * <p>A change of links starts a new epoch. Threads may read at the same time, but not while {@link #recompute} runs.
 */
public final class Routes extends Paths {
  private static final int[] NONE = {};
  private static final Port[] NO_PATH = {};
  /** The epoch of no packet's path. */
  private static final int NO_PATHS = Integer.MIN_VALUE;
  /** Ports on the longest path of a fabric with three tiers of switches. */
  private static final int USUAL_HOPS = 6;
  /** Number of switches after which packets are lost by their hop limit, except on paths with more switches. */
  private static final int HOP_LIMIT = 255;

  private final Cabling cabling;
  private final Port[] ports;
  private final PortChoice choice;
  private final boolean switchesChoose;
  private final boolean lastParallel;
  private final RouteView.SwitchNumbers switches;
  private final int mostHops;
  private RouteView view;
  private int version;
  /** Views of nodes during convergence; null otherwise. */
  private @Nullable LaggingViews lagging;
  private int pathEpoch;

  /** Makes routes on which packets keep the paths that they leave their host with. */
  public Routes(Cabling cabling, Port[] ports, PortChoice choice, boolean lastParallel) {
    this(cabling, ports, choice, lastParallel, false);
  }

  /**
   * Routes over cables.
   *
   * @param ports ports by number, of all nodes of this process; filled in later
   * @param choice choice of packets' next port among several
   * @param lastParallel true if only the last listed of parallel cables is used, as in the authors' simulator
   * @param switchesChoose true if each switch chooses for each packet anew, independent of its path
   */
  public Routes(Cabling cabling, Port[] ports, PortChoice choice, boolean lastParallel, boolean switchesChoose) {
    this.cabling = cabling;
    this.ports = ports;
    this.choice = choice.over(this);
    this.switchesChoose = switchesChoose;
    this.lastParallel = lastParallel;
    pathEpoch = switchesChoose ? NO_PATHS : epoch();
    switches = RouteView.SwitchNumbers.in(cabling);
    mostHops = Math.max(HOP_LIMIT, switches.count() + 1);
    view = new RouteView(cabling, switches, lastParallel);
  }

  /** Computes all routes anew after a change of links. */
  public void recompute() {
    change();
    view = new RouteView(cabling, switches, lastParallel);
  }

  /**
   * Routes that nodes may use later.
   *
   * @param view over the cables that work
   * @param version number of the changes of cables that it reflects
   */
  public record Look(RouteView view, int version) {
  }

  /** Makes routes over cables in their presently known state. */
  public Look look(Cabling known, int ofVersion) {
    return new Look(new RouteView(known, switches, lastParallel), ofVersion);
  }

  /** Stops a port's own node from using the port, whatever its routes are; it can only use others of them. */
  public void avoid(int port, int ofVersion) {
    change();
    lagging().avoid(port, ofVersion);
  }

  /** Makes nodes use these routes from now on. */
  public void adopt(int[] nodes, Look look) {
    change();
    LaggingViews now = lagging();
    for (int node : nodes) {
      now.adopt(node, look.view, look.version, cabling.firstPort(node), cabling.firstPort(node + 1));
    }
    if (now.isOver(look.version)) {
      view = look.view;
      version = look.version;
      lagging = null;
    }
  }

  private void change() {
    beginEpoch();
    pathEpoch = switchesChoose ? NO_PATHS : epoch();
  }

  /** Epoch of packets with paths that switches follow; for packets of other epochs, switches choose. */
  public int pathEpoch() {
    return pathEpoch;
  }

  private LaggingViews lagging() {
    if (lagging == null) {
      lagging = new LaggingViews(cabling.nodes(), view, version);
    }
    return lagging;
  }

  /** Number of tables in memory. */
  public int tables() {
    return view.tables();
  }

  /**
   * The ports that lead from a node to a destination, a host, over shortest paths; none when none does, or it is there already.
   *
   * @return numbers of ports in the whole fabric, not to be changed
   */
  public int[] nextPorts(int node, int destination) {
    return lagging == null ? view.nextPorts(node, destination) : lagging.nextPorts(node, destination);
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

  /** Path of a flow's data with another of its source ports. */
  public int[] forward(Flow flow, int entropy) {
    return follow(flow, true, entropy);
  }

  /** The numbers of the ports that the answers to it pass, first the NIC; empty when there is no route. */
  public int[] reverse(Flow flow) {
    return reverse(flow, 0);
  }

  /** Path of answers to packets with another of the flow's source ports. */
  public int[] reverse(Flow flow, int entropy) {
    return follow(flow, false, entropy);
  }

  private int[] follow(Flow flow, boolean forward, int entropy) {
    int from = forward ? flow.source() : flow.destination();
    int to = forward ? flow.destination() : flow.source();
    int[] path = new int[USUAL_HOPS];
    int hops = 0;
    for (int node = from; node != to; node = cabling.neighbor(path[hops - 1])) {
      int[] here = nextPorts(node, to);
      if (here.length == 0 || hops > mostHops) { // with different views of nodes, paths may run in circles
        return NONE;
      }
      if (hops == path.length) {
        path = Arrays.copyOf(path, 2 * hops);
      }
      path[hops++] = here[choice.choose(here, flow, forward, entropy, node, !cabling.isSwitch(node))];
    }
    return hops == path.length ? path : Arrays.copyOf(path, hops);
  }

  /** The next port, by the flow's hash, for a packet without a valid path; null when there is none. */
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

  /** Ports that lead from a node to a packet's destination over shortest paths; none without a route or a flow. */
  public int[] nextPorts(Packet packet, int node) {
    Flow flow = packet.flow;
    return flow == null || packet.hop > mostHops
        ? NONE
        : nextPorts(node, packet.kind.forward ? flow.destination() : flow.source());
  }

  /** Port by its number, at a node of this process. */
  public Port port(int number) {
    return ports[number];
  }

  /** The cables that routes lead over. */
  public Cabling cabling() {
    return cabling;
  }

  /** Ports of this process that a flow's data passes, starting with the NIC; empty without a route. */
  public List<Port> pathOf(Flow flow) {
    return Arrays.stream(forwardPath(flow)).filter(Objects::nonNull).toList();
  }
}
