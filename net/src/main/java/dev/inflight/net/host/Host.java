package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.credit.CreditPacers;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.credit.CreditedEnd;
import dev.inflight.net.feedback.FlowCount;
import dev.inflight.net.host.cnp.NotificationPoint;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicFlow;
import dev.inflight.net.nic.NicOwner;
import dev.inflight.net.route.ReferenceFlowOrder;
import dev.inflight.net.route.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A host: its NICs, and the flows that start and end here. */
public final class Host extends NicOwner {
  /** Handler of the messages that open and close connections. */
  public interface ControlHandler {
    /** Processes a message that arrived along a stream. */
    void take(int message, Flow along, long nowPs);

    /**
     * Makes the receiving end of a stream at its first packet, if its connection exists from the start.
     *
     * @return true if it made the end
     */
    boolean open(Flow along, long nowPs);
  }

  private final int node;
  private final HostContext context;
  private final List<HostContext> contexts;
  private final Paths routes;
  private final PacketPool pool;
  private final Observer observer;
  private final HostCounters counters;
  private final Nic[] nics;
  private final @Nullable FlowCount[] flowsInto;
  private final @Nullable NotificationPoint[] notificationPoints;
  private final CreditPacers pacers;
  private final List<Sender> unroutable = new ArrayList<>();
  private final @Nullable ReferenceFlowOrder referenceOrder;
  private final Function<Host, ? extends ControlHandler> controls;
  private @Nullable ControlHandler control;

  /**
   * A host.
   *
   * @param contexts state that hosts share, by class of flow
   * @param controls makes the handler of its control messages
   */
  public Host(int node, int portCount, List<HostContext> contexts, Function<Host, ? extends ControlHandler> controls) {
    this.controls = controls;
    this.node = node;
    this.contexts = List.copyOf(contexts);
    context = contexts.getFirst();
    routes = context.routes;
    pool = context.pool;
    observer = context.observer;
    counters = context.counters();
    nics = new Nic[portCount];
    flowsInto = new FlowCount[portCount];
    notificationPoints = new NotificationPoint[portCount];
    pacers = new CreditPacers(portCount);
    referenceOrder = context.rules.profile.keepsFlowMap() ? new ReferenceFlowOrder() : null;
  }

  public void add(Nic nic) {
    nics[nic.number() - 1] = nic;
  }

  public Nic firstNic() {
    return nics[0];
  }

  public HostConfig rules() {
    return context.rules.config;
  }

  /** State that this host shares with others. */
  public HostContext context() {
    return context;
  }

  /** Shared state with the rules of a flow's class. */
  HostContext context(Flow flow) {
    return contexts.get(flow.flowClass());
  }

  /** The node number. */
  public int node() {
    return node;
  }

  /** The NICs in order. */
  public Nic[] nics() {
    return nics.clone();
  }

  /** Flows of this host that have no route to their destination now. */
  public List<Sender> unroutable() {
    return List.copyOf(unroutable);
  }

  /** Starts a flow of this host. */
  public Sender start(Flow flow, CongestionControl control, Pacing pacing, PathFacts path, long nowPs) {
    Sender sender = context(flow).rules.config.burstBytes() > 0
        ? new BurstingSender(flow, this, control, pacing, path, nowPs)
        : new Sender(flow, this, control, pacing, path, SendPolicy.FLOW, nowPs);
    return start(sender, flow, nowPs);
  }

  /** Number of flows that arrive at one of its NICs. */
  FlowCount flowsInto(Port nic) {
    FlowCount count = flowsInto[nic.number() - 1];
    if (count == null) {
      count = new FlowCount();
      flowsInto[nic.number() - 1] = count;
    }
    return count;
  }

  /** State of the congestion notification packets of one of its NICs. */
  NotificationPoint notificationPoint(Nic nic) {
    NotificationPoint point = notificationPoints[nic.number() - 1];
    if (point == null) {
      point = new NotificationPoint(nic);
      notificationPoints[nic.number() - 1] = point;
    }
    return point;
  }

  /** Returns the receiving end for a flow's packets: the receiver, or an end in front of it that grants credit. */
  public FlowEnd receiving(Flow flow, Receiver end) {
    CreditRules rules = context(flow).rules.credits;
    return rules == null ? end : new CreditedEnd(flow, end, end, rules, pacers, firstNic());
  }

  /** The NIC at which a path starts. */
  static Nic egress(Port[] path) {
    return (Nic) path[0];
  }

  /** Rate, as announced to the host, of the NIC through which a flow leaves, in bit/s. */
  public long rateBitsPerSec(Flow flow) {
    Port[] path = routes.forwardPath(flow);
    return (path.length > 0 ? egress(path) : firstNic()).statedBitsPerSec();
  }

  public Sender start(Sender sender, Flow flow, long nowPs) {
    flow.sender = sender;
    if (referenceOrder != null) {
      referenceOrder.add(flow);
    }
    place(sender, nowPs);
    return sender;
  }

  /** Removes the ended sender of a flow. */
  void finished(Sender sender) {
    if (referenceOrder != null) {
      referenceOrder.remove(sender.flow());
    }
  }

  /** Assigns a sender to its present NIC, or to the flows without a route. */
  void place(Sender sender, long nowPs) {
    Flow flow = sender.flow();
    if (!routes.refreshForward(sender, flow)) {
      sender.waitForRoute(nowPs);
      sender.slot().stopWaiting(nowPs, counters);
      unroutable.add(sender);
      return;
    }
    Nic nic = egress(sender.path);
    sender.moveTo(nic);
    nic.flows().add(sender, nowPs);
    nic.kick(nowPs);
  }

  /** Applies changed routes: flows choose their NICs again one by one, and continue at once. */
  public void rerouteAll(long nowPs) {
    List<Sender> senders = new ArrayList<>();
    for (Nic nic : nics) {
      for (NicFlow flow : nic.senders()) {
        senders.add((Sender) flow);
      }
      nic.flows().clear();
    }
    senders.sort(Comparator.comparingInt(sender -> sender.slot().isWanted() ? 1 : 0)); // flows that held a slot go before flows that waited
    senders.addAll(unroutable);
    unroutable.clear();
    if (referenceOrder != null) {
      senders.clear();
      for (Flow flow : referenceOrder.inOrder()) {
        Sender sender = Sender.of(flow);
        if (sender != null) {
          senders.add(sender);
        }
      }
    }
    for (Sender sender : senders) {
      if (sender.needsRoute()) {
        place(sender, nowPs);
      } else {
        sender.takenOff();
      }
    }
  }

  @Override
  public Packet pauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
    Packet frame = pool.take();
    frame.becomePauseFrame(pauseOrResume, priority, rules().packets().framing().pauseBytes(), nowPs);
    return frame;
  }

  @Override
  public void receive(Packet packet, Nic in) {
    Packet.Kind.Taker taker = packet.kind.taker; // compared one by one: a switch looks up a table for each packet
    if (taker == Packet.Kind.Taker.RECEIVER) {
      FlowEnd receiver = packet.flow().receiver;
      if (receiver == null) {
        first(packet, packet.flow());
      } else {
        receiver.receive(packet);
      }
    } else if (taker == Packet.Kind.Taker.SENDER) {
      FlowEnd sender = packet.flow().sender;
      if (sender == null) {
        pool.release(packet); // the packet acknowledges bytes that were never sent
      } else {
        sender.receive(packet);
      }
    } else if (taker == Packet.Kind.Taker.PORT) {
      in.takePauseFrame(packet, observer);
      pool.release(packet);
    } else {
      takeControl(packet, packet.flow());
    }
  }

  /** The first packet of a flow makes its receiving end, unless the packet's queue pair does not exist. */
  private void first(Packet packet, Flow flow) {
    if (flow.beginsWithPacket()) {
      flow.receiver = receiving(flow, new Receiver(flow, this, ReceiveOwner.FLOW));
      flow.receiver.receive(packet);
      return;
    }
    if (control().open(flow, packet.timePs) && flow.receiver != null) {
      flow.receiver.receive(packet);
      return;
    }
    counters.unknownQueuePair++;
    counters.uselessBytes += packet.payloadBytes;
    pool.release(packet);
  }

  private void takeControl(Packet packet, Flow flow) {
    long nowPs = packet.timePs;
    int message = packet.controlMessage();
    pool.release(packet);
    control().take(message, flow, nowPs);
  }

  /** Handler of control messages, made on first use, because most runs have no connections. */
  public ControlHandler control() {
    ControlHandler made = control;
    if (made == null) {
      made = controls.apply(this);
      control = made;
    }
    return made;
  }

  /** Sends a control message along a stream that starts here. */
  public void sendControl(int message, Flow along, long nowPs) {
    Port[] path = routes.forwardPath(along);
    if (path.length == 0) {
      return; // the sender retransmits it
    }
    Packet packet = pool.take();
    packet.becomeControl(message, along, context(along).rules.framing.controlBytes(), nowPs);
    packet.path = path;
    packet.routeEpoch = routes.epoch();
    egress(path).sendAck(packet);
  }

  @Override
  public void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
    observer.packetLost(port, packet, why, nowPs);
    pool.release(packet);
  }
}
