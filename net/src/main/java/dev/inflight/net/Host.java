package dev.inflight.net;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host: its NICs, and the flows that begin and end here. */
public final class Host {
  /** What all hosts of a fabric share. */
  record Shared(HostRules rules, Routes routes, PacketPool pool, Observer observer, HostCounters counters, Feedback feedback) {
  }

  private final int node;
  private final Shared shared;
  private final Nic[] nics;
  private final List<Sender> unroutable = new ArrayList<>();
  private final @Nullable AuthorsFlowMap authorsMap;
  private final Memory memory = new Memory();
  private Acceptor acceptor = Acceptor.NOBODY;

  Host(int node, int portCount, Shared shared) {
    this.node = node;
    this.shared = shared;
    nics = new Nic[portCount];
    authorsMap = shared.rules.profile().keepsFlowMap() ? new AuthorsFlowMap() : null;
  }

  void add(Nic nic) {
    nics[nic.number() - 1] = nic;
  }

  Nic firstNic() {
    return nics[0];
  }

  HostRules rules() {
    return shared.rules;
  }

  Shared shared() {
    return shared;
  }

  /** The node number. */
  public int node() {
    return node;
  }

  /** The NICs in order. */
  public Nic[] nics() {
    return nics.clone();
  }

  /** Flows of this host that no way leads to their destination now. */
  public List<Sender> unroutable() {
    return List.copyOf(unroutable);
  }

  /** Starts a flow that begins here. */
  Sender start(Flow flow, CongestionControl control, Pacing pacing, PathFacts path, long nowPs) {
    return start(new Sender(flow, this, control, pacing, path, null, nowPs), flow, nowPs);
  }

  /** Begins to send a stream. */
  Sender startStream(Flow stream, Connection.Controls controls, QueuePair queuePair, long nowPs) {
    long rate = (shared.routes.refresh(stream) ? stream.dataPath[0] : firstNic()).rateBitsPerSec();
    PathFacts path = controls.path(stream, rate);
    var sender = new Sender(stream, this, controls.start(path), controls.pacing(), path, queuePair, nowPs);
    controls.started(sender);
    return start(sender, stream, nowPs);
  }

  private Sender start(Sender sender, Flow flow, long nowPs) {
    flow.sender = sender;
    if (authorsMap != null) {
      authorsMap.add(sender);
    }
    place(sender, nowPs);
    return sender;
  }

  /** A flow that began here has ended. */
  void finished(Sender sender) {
    if (authorsMap != null) {
      authorsMap.remove(sender);
    }
  }

  /** Puts a sender where it belongs now. */
  void place(Sender sender, long nowPs) {
    Flow flow = sender.flow();
    sender.placed(true);
    boolean leads = shared.routes.refresh(flow);
    sender.stranded(!leads, nowPs);
    if (!leads) {
      sender.slot().stopWaiting(nowPs, shared.counters);
      unroutable.add(sender);
      return;
    }
    Nic nic = (Nic) flow.dataPath[0];
    sender.moveTo(nic);
    nic.flows().add(sender, nowPs);
    nic.kick(nowPs);
  }

  /** The routes have changed: each flow chooses its NIC again, one after the other, and goes on at once. */
  void rerouteAll(long nowPs) {
    var senders = new ArrayList<Sender>();
    for (Nic nic : nics) {
      senders.addAll(nic.senders());
      nic.flows().clear();
    }
    senders.sort(Comparator.comparingInt(sender -> sender.slot().isWanted() ? 1 : 0)); // who held a slot goes before who waited
    senders.addAll(unroutable);
    unroutable.clear();
    if (authorsMap != null) {
      senders = new ArrayList<>(authorsMap.inOrder());
    }
    for (Sender sender : senders) {
      sender.placed(false);
      if (!sender.isGone()) {
        place(sender, nowPs);
      }
    }
  }

  void receive(Packet packet, Nic in) {
    Flow flow = packet.flow;
    if (flow == null) {
      in.takePauseFrame(packet, shared.observer);
      shared.pool.release(packet);
    } else if (packet.kind == Packet.Kind.DATA) {
      Receiver receiver = flow.receiver;
      if (receiver == null) {
        dropUnknown(packet);
      } else {
        receiver.onData(packet);
      }
    } else if (packet.kind == Packet.Kind.CNP) {
      flow.sender.onCnp(packet);
    } else if (packet.kind == Packet.Kind.CONTROL) {
      takeControl(packet, flow);
    } else {
      flow.sender.onAck(packet);
    }
  }

  /** For a queue pair that is not there, there is nobody to answer. */
  private void dropUnknown(Packet packet) {
    shared.counters.unknownQueuePair++;
    shared.counters.uselessBytes += packet.payloadBytes;
    shared.pool.release(packet);
  }

  private void takeControl(Packet packet, Flow flow) {
    long nowPs = packet.timePs;
    ControlMessage message = ControlMessage.of(packet.code);
    shared.pool.release(packet);
    Connection connection = flow.connection;
    if (connection == null) {
      throw new IllegalStateException(flow + " is no stream of a connection");
    }
    boolean asked = connection.there == flow; // by the host at the other end of this stream
    QueuePair queuePair = asked ? connection.acceptor : connection.initiator;
    if (message == ControlMessage.DISCONNECT) {
      say(ControlMessage.DISCONNECTED, asked ? connection.back : connection.there, nowPs);
    }
    if (queuePair != null) {
      queuePair.control(message, nowPs);
    } else if (message == ControlMessage.CONNECT && !connection.answered) {
      answer(connection, nowPs);
    }
  }

  private void answer(Connection connection, long nowPs) {
    QueuePairListener listener = acceptor.accept(connection);
    if (listener == null) {
      say(ControlMessage.REJECT, connection.back, nowPs);
    } else {
      connection.answered = true;
      new QueuePair(connection, this, listener).begin(nowPs);
    }
  }

  /** Sends a control message along a stream that begins here. */
  void say(ControlMessage message, Flow along, long nowPs) {
    if (!shared.routes.refresh(along)) {
      return; // it will be said again
    }
    Packet packet = shared.pool.take();
    packet.becomeControl(message, along, shared.rules.packets().framing().controlBytes(), nowPs);
    packet.path = along.dataPath;
    packet.routeEpoch = along.routeEpoch;
    ((Nic) along.dataPath[0]).sendAck(packet);
  }

  /** Who is told of connections that others ask for; nobody at first. */
  public void acceptor(Acceptor newAcceptor) {
    acceptor = newAcceptor;
  }

  /** What of this host's memory others may reach. */
  public Memory memory() {
    return memory;
  }

  void lose(EgressPort port, Packet packet, Observer.Loss why, long nowPs) {
    shared.observer.packetLost(port, packet, why, nowPs);
    shared.pool.release(packet);
  }
}
