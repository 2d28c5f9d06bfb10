package dev.inflight.net.fabric;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.RoutingRules;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionManager;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Hosts, switches and ports of a topology, cabled and ready to carry flows. */
public final class Fabric {

  private final Topology topology;
  private final HostConfig hostRules;
  private final ClassRules classes;
  private final SwitchConfig switchRules;
  private final List<Host> hosts = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();
  private final @Nullable Host[] hostOfNode;
  private final Cabling cabling;
  private final Port[] ports; // by number; null at nodes that are elsewhere
  private final Routes routes;
  /** Faults of ports that events of a scenario set. */
  public final PortFaults portFaults;
  private final Map<EventLoop, Part> parts = new LinkedHashMap<>();
  private final List<HostCounters> counters;
  private final Rerouting rerouting;
  private final CableFaults faults;
  private final long[][] transmitPs; // by port and size of frame; one table for each rate

  /**
   * Builds a fabric.
   *
   * @param topology nodes and cables
   * @param hostRules rules of hosts, by class of flow; classes may differ in packets (framing, telemetry), recovery, paths, and
   *     acknowledgements and other feedback; the NIC and the rule by which switches answer are those of the first class
   * @param switchRules rules of switches
   * @param routing choice among several shortest paths
   * @param loops loop of each node's events, by its number; nodes with the same loop are one {@link Part}; null for nodes of
   *     other processes, of which this one has only the cables
   * @param wires factory of the wire from one port to another
   * @param observers make the observer of each loop
   */
  public Fabric(Topology topology, List<HostConfig> hostRules, SwitchConfig switchRules, RoutingRules routing,
      IntFunction<@Nullable EventLoop> loops, Wiring wires, Function<EventLoop, Observer> observers) {
    this.topology = topology;
    classes = new ClassRules(List.copyOf(hostRules));
    this.hostRules = classes.common();
    this.switchRules = switchRules;
    int nodes = topology.nodeCount();
    hostOfNode = new Host[nodes];
    cabling = new Cabling(topology);
    ports = new Port[cabling.ports()];
    transmitPs = NodeFactory.transmitTables(cabling, this.hostRules.packets());
    Routing manner = routing.routing();
    routes = new Routes(cabling, ports, manner.choice(routing.hash()), this.hostRules.profile().usesLastParallelCable(),
        manner.switchesChoose());
    var factory = new NodeFactory(topology, cabling, classes, switchRules, routes, routing, transmitPs);
    for (int node = 0; node < nodes; node++) {
      EventLoop of = loops.apply(node);
      if (of == null) {
        continue;
      }
      Part part = parts.computeIfAbsent(of, loop -> new Part(loop, observers.apply(loop), classes, routes));
      if (topology.isSwitch(node)) {
        switches.add(factory.makeSwitch(node, part, ports));
      } else {
        Host host = factory.makeHost(node, part, ports);
        hostOfNode[node] = host;
        hosts.add(host);
      }
    }
    counters = parts.values().stream().map(Part::counters).toList();
    connect(wires);
    rerouting = new Rerouting(cabling, routes, hosts);
    faults = new CableFaults(cabling, ports, rerouting, this.hostRules.packets(), factory);
    portFaults = new PortFaults(cabling, ports, switchRules.buffer().lossless());
  }

  /**
   * Time of a frame of this size at a port, by its number, including preamble and gap, in picoseconds; for all processes.
   */
  public long transmitPs(int port, int frameBytes) {
    return transmitPs[port][frameBytes];
  }

  /** Checks that a priority was declared when the fabric was built: without headroom its packets could be dropped. */
  private void requireMemory(int flow, int priority) {
    int priorities = switchRules.buffer().priorities();
    if (switchRules.buffer().pfc() && (priorities >> priority & 1) == 0) {
      throw new IllegalArgumentException(
          "flow " + flow + " is of priority " + priority + ", and switches set memory aside for the priorities "
              + IntStream.range(0, Packet.PRIORITIES).filter(bit -> (priorities >> bit & 1) != 0).boxed().toList() + " only");
    }
  }

  private void connect(Wiring wires) {
    for (int link = 0; link < topology.links().size(); link++) {
      connect(cabling.endA(link), cabling.endB(link), wires);
      connect(cabling.endB(link), cabling.endA(link), wires);
    }
  }

  @SuppressWarnings("NullAway") // each loop has its part
  private PacketPool pool(EventLoop loop) {
    return parts.get(loop).pool();
  }

  private void connect(int from, int to, Wiring wires) {
    Port here = ports[from];
    Port there = ports[to];
    if (here != null && there != null) {
      here.connect(there, wires.between(here, there));
    } else if (here != null) {
      here.attach(wires.leaving(here, to, pool(here.loop())));
    }
  }

  /**
   * Starts a flow now.
   *
   * @param control its congestion control
   * @param pacing its pacing after changes of the rate
   * @param path properties of its path
   */
  public Sender start(Flow flow, CongestionControl control, Pacing pacing, PathFacts path, long nowPs) {
    requireMemory(flow.id(), flow.priority());
    return host(flow.source()).start(flow, control, pacing, path, nowPs);
  }

  /**
   * Requests a connection from a host. Operations may be posted at once; they wait until the host grants it.
   *
   * @param id number of the stream from the requesting host; the return stream has the next number, which must be free too
   * @param controls make the congestion control of the stream from the requesting host
   * @param listener receives the queue pair's state
   */
  public QueuePair connect(int id, QueuePairConnection.Request request, QueuePairConnection.Controls controls,
      QueuePairListener listener, long nowPs) {
    if (!hostRules.profile().makesConnections()) {
      throw new IllegalArgumentException("the reference framing has no packets that make connections");
    }
    int payload = hostRules.packets().payloadBytes();
    if (payload < Message.READ_REQUEST_BYTES) {
      throw new IllegalArgumentException(
          "a READ request takes " + Message.READ_REQUEST_BYTES + " bytes of a packet, which holds " + payload);
    }
    return connect(new QueuePairConnection(id, request, payload, nowPs), controls, listener, nowPs);
  }

  /**
   * Makes the sending end of a connection that exists from the start. Its first packet makes the other end, through that host's
   * acceptor.
   *
   * @param id number of the stream from the sending host; the return stream has the next number, and no other flow may use either
   * @param controls make the congestion control of the stream
   * @param listener receives the results of operations
   */
  public QueuePair open(int id, QueuePairConnection.Request request, QueuePairConnection.Controls controls,
      QueuePairListener listener, long nowPs) {
    return connect(new QueuePairConnection(id, request, hostRules.packets().payloadBytes(), nowPs, true), controls, listener,
        nowPs);
  }

  private QueuePair connect(QueuePairConnection connection, QueuePairConnection.Controls controls, QueuePairListener listener,
      long nowPs) {
    QueuePairConnection.Request request = connection.request();
    requireMemory(connection.forward().id(), request.priority());
    return connections(request.from()).connect(connection, controls, listener, nowPs);
  }

  /** Connection manager of a host. */
  public ConnectionManager connections(int node) {
    return (ConnectionManager) host(node).control();
  }

  /** The rate of the NIC that a flow will use. */
  public long nicRateBitsPerSec(Flow flow) {
    return host(flow.source()).rateBitsPerSec(flow);
  }

  /** Takes all cables between two nodes down or up, as {@link CableFaults#setLink}, in a process with all nodes. */
  public void setLink(int a, int b, boolean up, long nowPs) {
    faults.setLink(a, b, up, nowPs, mine -> mine);
  }

  /** Changes of routes after cables fail or come back. */
  public Rerouting rerouting() {
    return rerouting;
  }

  /** Faults of cables and nodes. */
  public CableFaults faults() {
    return faults;
  }

  /**
   * Makes a cable lose packets.
   *
   * @param link the cable's number in the topology
   * @param towardA decides on packets that arrive at the cable's first end
   * @param towardB decides on those that arrive at its second end
   */
  public void setLoss(int link, LossModel towardA, LossModel towardB) {
    lose(ports[cabling.endA(link)], towardA);
    lose(ports[cabling.endB(link)], towardB);
  }

  private static void lose(@Nullable Port port, LossModel model) {
    if (port != null) {
      port.changeArrivals(filter -> filter.loseBy(model));
    }
  }

  /** Numbers and ends of all cables. */
  public Cabling cabling() {
    return cabling;
  }

  /**
   * A port by its number in the whole fabric.
   *
   * @throws NullPointerException if another process has its node
   */
  public Port port(int number) {
    return Objects.requireNonNull(ports[number], () -> "port " + number + " is elsewhere");
  }

  /** The host with this node number. */
  public Host host(int node) {
    return Objects.requireNonNull(hostOfNode[node], () -> "node " + node + " is not a host");
  }

  /** All hosts in order. */
  public List<Host> hosts() {
    return List.copyOf(hosts);
  }

  /** All switches in order. */
  public List<Switch> switches() {
    return List.copyOf(switches);
  }

  /** The ports of a node in order; none if it is in another process. */
  public List<Port> ports(int node) {
    int first = cabling.firstPort(node);
    int end = cabling.firstPort(node + 1);
    return first == end || ports[first] == null ? List.of() : List.of(Arrays.copyOfRange(ports, first, end));
  }

  /** The routes of all parts. */
  public Routes routes() {
    return routes;
  }

  /** Parts of the fabric, in order of their first nodes. */
  public List<Part> parts() {
    return List.copyOf(parts.values());
  }

  /** Number of packets in the fabric. */
  public int packetsInside() {
    return parts.values().stream().mapToInt(part -> part.pool().outstanding()).sum();
  }

  /** Counters of the hosts of all parts so far. */
  public HostCounters counters() {
    return HostCounters.sum(counters);
  }

  /** Bytes that receivers have received so far: {@link HostCounters#deliveredBytes} of all hosts, without allocation. */
  public long deliveredBytes() {
    long sum = 0;
    for (HostCounters each : counters) {
      sum += each.deliveredBytes;
    }
    return sum;
  }

  /** The topology from which the fabric was built. */
  public Topology topology() {
    return topology;
  }
}
