package dev.inflight.net;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import java.util.ArrayList;
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

  Host(int node, int portCount, Shared shared) {
    this.node = node;
    this.shared = shared;
    nics = new Nic[portCount];
    authorsMap = shared.rules.authors() ? new AuthorsFlowMap() : null;
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
  Sender start(Flow flow, CongestionControl control, Pacing pacing, long lineRateBitsPerSec, long nowPs) {
    Sender sender = new Sender(flow, this, control, pacing, lineRateBitsPerSec, nowPs);
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

  private void place(Sender sender, long nowPs) {
    Flow flow = sender.flow();
    if (!shared.routes.refresh(flow)) {
      unroutable.add(sender);
      return;
    }
    Nic nic = (Nic) flow.dataPath[0];
    sender.moveTo(nic);
    nic.flows().add(sender);
    nic.kick(nowPs);
  }

  /** The routes have changed: each flow chooses its NIC again, one after the other, and goes on at once. */
  void rerouteAll(long nowPs) {
    var senders = new ArrayList<Sender>();
    for (Nic nic : nics) {
      senders.addAll(nic.senders());
      nic.flows().clear();
    }
    senders.addAll(unroutable);
    unroutable.clear();
    if (authorsMap != null) {
      senders = new ArrayList<>(authorsMap.inOrder());
    }
    for (Sender sender : senders) {
      if (!sender.isFinished()) {
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
      flow.receiver.onData(packet);
    } else if (packet.kind == Packet.Kind.CNP) {
      flow.sender.onCnp(packet);
    } else {
      flow.sender.onAck(packet);
    }
  }

  void lose(EgressPort port, Packet packet, Observer.Loss why, long nowPs) {
    shared.observer.packetLost(port, packet, why, nowPs);
    shared.pool.release(packet);
  }
}
