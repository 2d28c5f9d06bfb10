package dev.inflight.lab.explain;

import dev.inflight.lab.explain.pause.PauseRoots;
import dev.inflight.lab.explain.route.Outages;
import dev.inflight.lab.explain.route.RouteLog;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.rdma.MessageConnections;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches one flow of a simulation: its packets and acknowledgements at each port, the inputs and decisions of its scheme, and
 * the pauses of the ports that it uses.
 */
final class FlowWatch {
  private static final long PS_PER_NS = 1000;

  private final Topology topology;
  private final int flow;
  private final int source;
  private final int destination;
  private final int priority;
  private final long startPs;
  private final Setup setup;
  private final FlowNames names;
  private final PauseRoots roots;
  private final boolean untilArrival;
  private final int message;
  private final Ledger ledger;
  private final FlowTime time;
  private final RouteLog routes;
  private final @Nullable FlowTrace trace;
  /** State of packets in flight; packets are compared by identity. */
  private final Map<Packet, LastWay.UnderWay> underWay = new HashMap<>();
  private final Map<Packet, LastWay.UnderWay> onWayBack = new HashMap<>();
  private final LastWay lastWay = new LastWay();
  private final FlowPath path;
  private LastWay.@Nullable UnderWay lastPacket;
  private long highest;
  /** First byte of the flow on its connection. */
  private long first = Long.MAX_VALUE;
  private final IntFunction<@Nullable Flow> connections;
  private @Nullable Flow connection;
  private long highestLast;
  private int lostAcknowledgements;
  private int sentPackets;
  private int resentPackets;
  /** Number of packets, sent once, that arrived at the last port after packets that were sent later. */
  private int overtakenPackets;
  private @Nullable FlowResult result;

  FlowWatch(Setup setup, FlowWatches.Wanted wanted, FlowNames names, PauseRoots roots, Outages outages,
      IntFunction<@Nullable Flow> connections, @Nullable FlowTrace trace) {
    this.connections = connections;
    this.setup = setup;
    this.names = names;
    this.roots = roots;
    this.trace = trace;
    topology = setup.topology();
    FlowTable flows = setup.flows();
    flow = wanted.flow();
    message = flows.message(flow);
    untilArrival = wanted.untilArrival();
    destination = flows.destination(flow);
    source = flows.source(flow);
    priority = flows.priority(flow);
    startPs = wanted.startPs();
    path = new FlowPath(source, destination, startPs, wanted.watchedSincePs(), setup.payloadBytes());
    ledger = new Ledger(startPs, trace);
    time = new FlowTime(setup, flow, startPs, ledger, path, outages);
    routes = new RouteLog(startPs, outages, setup.routing().switchesChoose());
  }

  int flow() {
    return flow;
  }

  int source() {
    return source;
  }

  int destination() {
    return destination;
  }

  long startPs() {
    return startPs;
  }

  /** Reports whether the flow's time ends when this message arrives at its destination. */
  boolean endsAtArrivalOf(int send) {
    return untilArrival && send == message;
  }

  /** Adds a port of the flow, which may be paused. */
  PathPort add(Port port) {
    PathPort known = path.get(port);
    if (known != null) {
      return known;
    }
    return paused(path.add(port));
  }

  /** Records the pause of a port that is new to the watch. */
  private PathPort paused(PathPort here) {
    long sincePs = here.pauses() == 0 ? roots.pausedSincePs(here.port) : -1;
    if (sincePs >= 0) {
      here.pause(sincePs, PortPhrases.name(topology, roots.of(here.port, sincePs)));
    }
    return here;
  }

  /** Records that a packet of another flow, or a frame of no flow, leaves. */
  void others(int row, Port port, Packet packet, long endPs) {
    path.any(port).other(row, packet, endPs);
    if (packet.kind == Packet.Kind.DATA && endPs > startPs && isBefore(packet)) {
      leavesBefore(add(port), packet, endPs);
    }
  }

  /** Reports whether a packet belongs to an earlier message on the connection of the flow, which has started. */
  private boolean isBefore(Packet packet) {
    Flow over = packet.flow;
    if (message < 0 || over == null || over.source() != source || over.destination() != destination
        || !MessageConnections.isConnection(over)) {
      return false;
    }
    if (connection == null) {
      connection = connections.apply(flow);
    }
    return over.equals(connection) && packet.sequence < first;
  }

  /** Records that a packet of an earlier message leaves a port. */
  private void leavesBefore(PathPort here, Packet packet, long endPs) {
    Port port = here.port;
    if (port.node() == source) {
      Sender sender = Objects.requireNonNull(Sender.of(packet.flow()));
      time.departsBefore(here, packet, sender, endPs);
      path.controlled(sender, Math.max(startPs, endPs - port.transmitPs(packet.sizeBytes)));
      underWay.put(packet, new LastWay.UnderWay(port, endPs, false));
      return;
    }
    LastWay.UnderWay of = underWay.get(packet);
    if (of != null) {
      waits(here, of, packet, endPs);
    }
  }

  /** Records that a packet has waited at a port of the path, and leaves. */
  private long waits(PathPort here, LastWay.UnderWay of, Packet packet, long endPs) {
    long arrivedPs = of.arrivesPs();
    long leavesPs = endPs - here.port.transmitPs(packet.sizeBytes);
    here.waited(endPs, leavesPs - arrivedPs, here.pausedWithin(arrivedPs, leavesPs));
    of.left(new LastWay.Stay(here, arrivedPs, leavesPs, !packet.kind.forward), endPs);
    return leavesPs - arrivedPs;
  }

  /** Records that a packet of the flow, or a response to one, leaves. */
  void leaves(Port port, Packet packet, long endPs) {
    if (packet.kind == Packet.Kind.TRIMMED) {
      trimmed(port, packet);
      return;
    }
    if (packet.kind == Packet.Kind.RETURNED) {
      returned(port, packet);
    }
    if (packet.kind != Packet.Kind.DATA) {
      path.any(port).answer(packet, endPs);
      answers(port, packet, endPs);
      return;
    }
    PathPort here = add(port);
    here.own(packet, endPs);
    if (port.node() == source) {
      departs(here, packet, endPs);
      return;
    }
    LastWay.UnderWay of = underWay.get(packet);
    if (of == null) {
      return; // it was lost and found: a cable that delivers twice
    }
    long waitPs = waits(here, of, packet, endPs);
    if (trace != null) {
      long leavesPs = endPs - port.transmitPs(packet.sizeBytes);
      trace.value("wait of its packets", "ns", here, leavesPs, waitPs / PS_PER_NS);
      trace.value("queue", "B", here, leavesPs, port.waitingBytes());
    }
    if (port.far().node() == destination && !of.again) {
      overtakenPackets += packet.sequence < highestLast ? 1 : 0;
      highestLast = Math.max(highestLast, packet.sequence);
    }
    if (port.far().node() == destination) {
      routes.arrived(of.stays.stream().map(stay -> stay.at().port()).toList(), of.departedPs, endPs);
      lastWay.arrives(of);
    }
  }

  /** Records that a response to packets of the flow leaves, and its wait here. */
  private void answers(Port port, Packet packet, long endPs) {
    if (port.node() == source) {
      return;
    }
    PathPort here = paused(path.addBack(port));
    LastWay.UnderWay of = onWayBack.get(packet);
    if (port.node() == destination) {
      of = new LastWay.UnderWay(port, endPs, false);
      long leavesPs = endPs - port.transmitPs(packet.sizeBytes);
      of.left(new LastWay.Stay(here, leavesPs, leavesPs, true), endPs);
      onWayBack.put(packet, of);
    } else if (of != null) {
      waits(here, of, packet, endPs);
    }
    if (of != null && port.far().node() == source) {
      lastWay.returns(of);
    }
  }

  /** Records that a trimmed packet's header leaves; the first port that sends it has trimmed the packet. */
  private void trimmed(Port port, Packet packet) {
    if (underWay.remove(packet) != null) {
      trimmedAt(port);
    }
  }

  private void trimmedAt(Port port) {
    PathPort at = path.placeOfLoss(port);
    at.trimmed++;
    time.lostAt = at;
  }

  /** Records that a trimmed packet's header returns; the first switch to send it back had no room for the packet. */
  private void returned(Port port, Packet packet) {
    LastWay.UnderWay of = underWay.remove(packet);
    if (of != null) {
      trimmedAt(setup.routing().switchesChoose()
          ? port
          : Arrays.stream(packet.path).filter(next -> next != null && next.node() == port.node()).findFirst().orElse(port));
    }
  }

  private void departs(PathPort nic, Packet packet, long endPs) {
    long takesPs = nic.port.transmitPs(packet.sizeBytes);
    long startPs = endPs - takesPs;
    boolean again = packet.sequence < highest;
    first = Math.min(first, packet.sequence);
    Sender sender = Objects.requireNonNull(Sender.of(packet.flow()));
    time.departs(nic, packet, sender, again, startPs, endPs);
    sentPackets++;
    resentPackets += again ? 1 : 0;
    highest = Math.max(highest, packet.sequence + packet.payloadBytes);
    lastPacket = new LastWay.UnderWay(nic.port, endPs, again);
    underWay.put(packet, lastPacket);
    if (trace != null) {
      trace.value("window", "B", null, endPs, sender.windowBytes());
      trace.value("in flight", "B", null, endPs, sender.inflightBytes());
      trace.value("pace", "bit/s", null, endPs, sender.paceBitsPerSec());
    }
    path.controlled(sender, startPs);
  }

  /** Records that a port is paused or resumed for a priority. */
  void pauseChanged(Port port, int pausedPriority, boolean paused, long nowPs) {
    PathPort here = pausedPriority == priority ? path.either(port) : null;
    if (here != null && paused) {
      here.pause(nowPs, PortPhrases.name(topology, roots.of(port, nowPs)));
    } else if (here != null) {
      here.resume(nowPs);
    }
  }

  /** Records that a packet of the flow, or a response to one, was lost. */
  void lost(PacketLoss loss, Port port) {
    switch (loss.kind()) {
      case ACK, NACK, TRIM_NACK -> lostAcknowledgements++;
      case DATA, TRIMMED, RETURNED -> {
        PathPort at = path.placeOfLoss(placeOf(loss, port));
        time.lostAt = at;
        at.losses.merge(loss.why(), 1, Integer::sum);
      }
      default -> {
        // Credit packets and congestion notifications carry nothing to retransmit.
      }
    }
  }

  /** Returns the port before the cable that lost a packet, or with the queue that lacked room, or else the port that lost it. */
  private Port placeOf(PacketLoss loss, Port port) {
    for (Map.Entry<Packet, LastWay.UnderWay> one : underWay.entrySet()) {
      Packet packet = one.getKey();
      Port before = one.getValue().last;
      if (packet.sequence == loss.sequence() && MessageConnections.rowOf(packet) == flow && before.hasPeer()
          && before.peer() == port) {
        return switch (loss.why()) {
          case RANDOM, LINK_DOWN -> before;
          case BUFFER -> !setup.routing().switchesChoose() && packet.hop >= 0 && packet.hop < packet.path.length
              && packet.path[packet.hop].node() == port.node() ? packet.path[packet.hop] : port;
          case NO_ROUTE, WATCHDOG -> port;
        };
      }
    }
    return port;
  }

  void finished(FlowResult finished) {
    result = finished;
  }

  /** Returns the breakdown of the flow's time, once the flow or the simulation has ended. */
  Explanation explanation(long endPs, @Nullable String unfinished) {
    List<PathPort> used = path.ports().stream().filter(port -> port.total().ownBytes > 0).toList();
    List<PathPort> losses = Stream.of(path.ports(), path.lossPlaces()).flatMap(Collection::stream)
        .filter(port -> port.trimmed > 0 || !port.losses.isEmpty()).toList();
    return new Explanation(setup, names, flow, startPs, result, unfinished, endPs - startPs, ledger, path.controlLog(), used,
        losses, routes.changes(),
        new Explanation.Packets(sentPackets, resentPackets, overtakenPackets, lostAcknowledgements, path.timeouts()));
  }

  /** Ends the watch of a flow that has ended. */
  void close(long nowPs) {
    time.close(lastWay.stays(nowPs, !untilArrival), nowPs);
  }

  /**
   * Ends the watch of a flow that does not end.
   *
   * @param held port that holds the flow's packet, by a pause or in its queue; null where none does
   */
  void close(StallReport.Reason reason, @Nullable Port held, long nowPs) {
    time.close(lastPacket == null ? List.of() : lastPacket.stays, reason, held, nowPs);
  }
}
