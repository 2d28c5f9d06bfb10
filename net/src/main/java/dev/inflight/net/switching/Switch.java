package dev.inflight.net.switching;

import dev.inflight.net.balance.BalancedSwitch;
import dev.inflight.net.balance.Balancer;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import dev.inflight.telemetry.PortSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * An output-queued switch. Routes determine a packet's output port; {@link Admission} decides whether it enters the memory, the
 * port's {@linkplain dev.inflight.net.switching.queue.PortQueues queues} when it leaves, and an
 * {@link dev.inflight.net.switching.ecn.EcnMarker} whether it is then marked.
 */
public final class Switch implements BalancedSwitch {
  private final int node;
  private final Routes routes;
  private final Balancer balancer;
  private final Admission admission;
  private Admission entrance;
  private final PacketPool pool;
  private final LinkObserver observer;
  private final LongQueues watch;
  private final PortSnapshot snapshot;
  private final SwitchPort[] ports;
  private long trimmed;
  private long returned;
  private int refusingPorts;

  /**
   * A switch without ports.
   *
   * @param node its number
   * @param portCount number of ports that will be added
   * @param admission admission of packets into its memory
   * @param routes ports that lead to each destination
   * @param balancer chooses among paths for packets without a valid one
   * @param parts state that all switches of one part of a simulation share
   */
  public Switch(int node, int portCount, Admission admission, Routes routes, Balancer balancer, Shared parts) {
    this.node = node;
    this.admission = admission;
    entrance = admission;
    this.routes = routes;
    this.balancer = balancer;
    pool = parts.pool;
    observer = parts.observer;
    watch = parts.watch;
    snapshot = parts.snapshot;
    ports = new SwitchPort[portCount];
  }

  /**
   * State that all switches of one part of a simulation share.
   *
   * @param snapshot filled for each stamped packet; one for all ports stays in the processor's cache
   */
  public record Shared(PacketPool pool, LinkObserver observer, LongQueues watch, PortSnapshot snapshot) {
  }

  public void add(SwitchPort port) {
    ports[port.number() - 1] = port;
  }

  Admission admission() {
    return admission;
  }

  LongQueues watch() {
    return watch;
  }

  PortSnapshot snapshot() {
    return snapshot;
  }

  @Override
  public Packet takePacket() {
    return pool.take();
  }

  void receive(Packet packet, SwitchPort in) {
    if (packet.kind.isLinkControl()) {
      in.takePauseFrame(packet, observer);
      pool.release(packet);
      return;
    }
    if (packet.routeEpoch != routes.pathEpoch()) {
      receiveBalanced(packet, in);
      return;
    }
    SwitchPort egress = (SwitchPort) packet.path[++packet.hop];
    packet.ingress = in.ingress();
    if (enters(packet, in, egress)) {
      egress.forward(packet, packet.priority);
    }
  }

  private void receiveBalanced(Packet packet, SwitchPort in) {
    Port out = balancer.next(packet, in);
    if (out == null) {
      if (!balancer.takes(packet)) {
        drop(in, packet, LinkObserver.Loss.NO_ROUTE, packet.timePs);
      }
      return;
    }
    SwitchPort egress = (SwitchPort) out;
    packet.ingress = in.ingress();
    if (enters(packet, in, egress) && !balancer.keeps(packet, egress)) {
      egress.forward(packet, packet.priority);
    }
  }

  /** Admits a packet to memory, whole or trimmed; drops or returns it for lack of room. */
  private boolean enters(Packet packet, SwitchPort in, SwitchPort egress) {
    return entrance.enter(packet, in, egress) || entersTrimmed(packet, in, egress);
  }

  /**
   * Handles a packet without room: a switch that trims may admit trimmed data for the same port; a packet that does not enter
   * ends here.
   */
  private boolean entersTrimmed(Packet packet, SwitchPort in, SwitchPort egress) {
    if (admission.trims() && packet.kind == Packet.Kind.DATA && !egress.refuses(packet.priority)) {
      if (admission.returnsTrimmed()) {
        giveBack(packet);
        return false;
      }
      short kept = CreditHeader.isIn(packet) ? CreditHeader.BYTES : 0;
      packet.trim(Packet.Kind.TRIMMED, kept, admission.trimmedBytes(packet, kept));
      if (entrance.enter(packet, in, egress)) {
        trimmed++;
        return true;
      }
    }
    turnAway(packet, in, egress);
    return false;
  }

  /** Returns a trimmed packet to its sender. */
  private void giveBack(Packet packet) {
    packet.trim(Packet.Kind.RETURNED, (short) 0, admission.trimmedBytes(packet, 0));
    if (originate(packet, packet.timePs)) {
      trimmed++;
      returned++;
    }
  }

  /** Drops a packet because of its egress port's watchdog or lack of room. */
  private void turnAway(Packet packet, SwitchPort in, SwitchPort egress) {
    if (egress.refuses(packet.priority)) {
      egress.lost(packet, LinkObserver.Loss.WATCHDOG);
    } else {
      drop(in, packet, LinkObserver.Loss.BUFFER, packet.timePs);
    }
  }

  /** Changes the number of ports with watchdogs that drop. */
  void refusing(int more) {
    refusingPorts += more;
    entrance = refusingPorts > 0 ? new RefusingAdmission(admission) : admission;
  }

  @Override
  public void end(Packet packet) {
    pool.release(packet);
  }

  @Override
  public void resume(Packet packet, Port out, long nowPs) {
    SwitchPort egress = (SwitchPort) out;
    packet.timePs = nowPs; // the time that it was held back is no congestion
    if (egress.refuses(packet.priority)) {
      admission.leave(packet, nowPs);
      egress.lost(packet, LinkObserver.Loss.WATCHDOG);
      return;
    }
    egress.enqueue(packet, packet.priority);
    egress.kick(nowPs);
  }

  /** Balancer that chooses the port through which packets leave. */
  public Balancer balancer() {
    return balancer;
  }

  /**
   * Sends a packet that the switch itself has made, or turns around. It has a separate account in the switch's memory, so it
   * pauses no neighbor, and every switch on its path chooses the port by its present routes.
   *
   * @param packet packet of a flow; flow and kind determine its destination, and its priority its queue
   * @return false if it was dropped, for lack of room or of a route
   */
  @Override
  public boolean originate(Packet packet, long nowPs) {
    return originate(packet, nowPs, null);
  }

  /**
   * Sends a packet that the switch itself has made, even during another port's transmission.
   *
   * @param sending port that is about to send another packet, and then continues by itself; null otherwise
   */
  boolean originate(Packet packet, long nowPs, @Nullable SwitchPort sending) {
    packet.timePs = nowPs;
    packet.routeEpoch = Packet.NO_EPOCH;
    packet.hop = -1; // of its path so far
    packet.overlay = 0;
    packet.ingress = Packet.ORIGINATED;
    Port out = routes.reroute(packet, node);
    if (out == null) {
      drop(ports[0], packet, LinkObserver.Loss.NO_ROUTE, nowPs);
      return false;
    }
    SwitchPort egress = (SwitchPort) out;
    packet.at = egress;
    if (!entrance.enterOwn(packet, egress)) {
      turnAway(packet, egress, egress);
      return false;
    }
    egress.enqueue(packet, packet.priority);
    if (egress != sending) {
      egress.kick(nowPs);
    }
    return true;
  }

  void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
    observer.packetLost(port, packet, why, nowPs);
    pool.release(packet);
  }

  /** The node number. */
  public int node() {
    return node;
  }

  /** The ports in order. */
  public SwitchPort[] ports() {
    return ports.clone();
  }

  /** Pause frames sent (resumes not counted). */
  public long pausesSent() {
    return admission.pausesSent();
  }

  /** Number of trimmed packets that were forwarded or returned. */
  public long trimmed() {
    return trimmed;
  }

  /** Number of trimmed packets that returned to their senders. */
  public long returned() {
    return returned;
  }

  /** Bytes in the buffer now. */
  public long heldBytes() {
    return admission.heldBytes();
  }

  /**
   * The fewest bytes of one port, queue and priority at which the switch pauses or drops.
   *
   * @param occupiedBytes occupied memory, in bytes
   */
  public long leastThresholdBytes(long occupiedBytes) {
    return admission.leastThresholdBytes(occupiedBytes);
  }

  /** The most bytes that were in the buffer at once. */
  public long peakHeldBytes() {
    return admission.peakBytes();
  }

  /** True if the switch has paused the sender to this port. */
  public boolean isPausing(SwitchPort port, int priority) {
    return admission.isPausing(port, priority);
  }
}
