package dev.inflight.net.balance.adaptive;

import dev.inflight.net.LateLoop;
import dev.inflight.net.link.FarEnd;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.Routes;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;

/** Switches with queues at their ports that a test sets. */
final class QueuedPorts {
  static final long US = 1_000_000;
  static final long RATE = 100_000_000_000L;

  final Cabling cabling;
  final QueuedPort[] ports;
  final Routes routes;

  /** A port with given waiting and sent bytes. */
  static final class QueuedPort extends Port {
    long waiting;

    QueuedPort(Site site) {
      super(site);
    }

    @Override
    public void sendPauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
      throw new IllegalStateException("nothing is paused here");
    }

    @Override
    public boolean isPausing(int priority) {
      return false;
    }

    @Override
    public boolean hasWaiting() {
      return waiting > 0;
    }

    @Override
    public void startNext(long nowPs) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public void receive(Packet packet) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public void lost(Packet packet, LinkObserver.Loss why) {
      throw new AssertionError("nothing is sent here");
    }

    @Override
    public void discardQueued(long nowPs) {
      waiting = 0;
    }

    @Override
    public long waitingBytes() {
      return waiting;
    }
  }

  QueuedPorts(Topology topology) {
    this(topology, new SeededEcmp(1));
  }

  QueuedPorts(Topology topology, PortChoice choice) {
    cabling = new Cabling(topology);
    ports = new QueuedPort[cabling.ports()];
    var loop = new LateLoop(0, 1);
    for (int port = 0; port < ports.length; port++) {
      int node = cabling.node(port);
      int peer = cabling.peer(port);
      Topology.Link link = cabling.link(port);
      var far = new FarEnd(cabling.node(peer), peer - cabling.firstPort(cabling.node(peer)) + 1);
      ports[port] = new QueuedPort(new Port.Site(port, node, port - cabling.firstPort(node) + 1, far, link.rateBitsPerSec(),
          link.delayPs(), new long[1], loop));
    }
    routes = new Routes(cabling, ports, choice, false, true);
  }

  /** Two leaves, 8 and 9, with four hosts each, over spines from 10 on. */
  static QueuedPorts leafSpine(int spines) {
    return new QueuedPorts(new LeafSpine(2, spines, 4, RATE, RATE, US, 1).build());
  }

  /** The port of a node that is cabled to another. */
  QueuedPort between(int node, int other) {
    for (int port = cabling.firstPort(node); port < cabling.firstPort(node + 1); port++) {
      if (cabling.neighbor(port) == other) {
        return ports[port];
      }
    }
    throw new AssertionError("no cable from " + node + " to " + other);
  }

  /** Makes a data packet of a flow, which arrives at that time. */
  static Packet data(Flow flow, long nowPs) {
    var packet = new Packet(0);
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.timePs = nowPs;
    packet.routeEpoch = Packet.NO_EPOCH;
    return packet;
  }

  static Flow flow(int id, int from, int to) {
    return new Flow(id, from, to, 10_000 + id, 4791, 3, 1_000_000, 0);
  }
}
