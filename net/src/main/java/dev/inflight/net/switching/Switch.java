package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;

import org.jspecify.annotations.Nullable;

/** An output-queued switch with a shared buffer, PFC and ECMP. */
public final class Switch {
  private final int node;
  private final Routes routes;
  private final SharedBuffer buffer;
  private final @Nullable DynamicThreshold threshold; // in place of the buffer's accounts where nothing is paused
  private final PacketPool pool;
  private final Framing framing;
  private final LinkObserver observer;
  private final LongQueues watch;
  private final SwitchPort[] ports;
  private long pausesSent;

  public Switch(int node, int portCount, Routes routes, SharedBuffer buffer, @Nullable DynamicThreshold threshold,
      PacketPool pool,
      Framing framing, LinkObserver observer, LongQueues watch) {
    this.node = node;
    this.routes = routes;
    this.buffer = buffer;
    this.threshold = threshold;
    this.pool = pool;
    this.framing = framing;
    this.observer = observer;
    this.watch = watch;
    ports = new SwitchPort[portCount];
  }

  public void add(SwitchPort port) {
    ports[port.number() - 1] = port;
  }

  int portCount() {
    return ports.length;
  }

  /** Whether packets are dropped by the length of the queue that they would join. */
  boolean dropsByQueue() {
    return threshold != null;
  }

  LongQueues watch() {
    return watch;
  }

  void receive(Packet packet, SwitchPort in) {
    if (packet.flow == null) {
      in.takePauseFrame(packet, observer);
      pool.release(packet);
      return;
    }
    Port out = packet.routeEpoch == routes.epoch() ? packet.path[++packet.hop] : routes.reroute(packet, node);
    if (out == null) {
      lose(in, packet, LinkObserver.Loss.NO_ROUTE, packet.timePs);
      return;
    }
    int group = packet.group;
    int slot = buffer.slot(in.ingress(), group);
    packet.bufferSlot = slot;
    SwitchPort egress = (SwitchPort) out;
    int verdict = threshold == null ? buffer.admit(slot, packet.sizeBytes) : admit(packet, egress, threshold);
    if (verdict != SharedBuffer.KEEP) {
      if (verdict == SharedBuffer.DROP) {
        lose(in, packet, LinkObserver.Loss.BUFFER, packet.timePs);
        return;
      }
      sendPauseFrame(in, group, Packet.Kind.PAUSE, packet.timePs);
    }
    egress.enqueue(packet, group);
    egress.kick(packet.timePs);
  }

  private static int admit(Packet packet, SwitchPort egress, DynamicThreshold threshold) {
    return threshold.admit(egress.queueBytes(packet.group), packet.sizeBytes) ? SharedBuffer.KEEP : SharedBuffer.DROP;
  }

  /** A packet leaves the buffer. */
  void release(Packet packet, long nowPs) {
    if (threshold != null) {
      threshold.release(packet.sizeBytes);
    } else if (buffer.release(packet.bufferSlot, packet.sizeBytes)) {
      sendPauseFrame((SwitchPort) packet.at, packet.group, Packet.Kind.RESUME, nowPs);
    }
  }

  private void sendPauseFrame(SwitchPort through, int group, Packet.Kind kind, long nowPs) {
    if (!through.isUp()) {
      return;
    }
    Packet frame = pool.take();
    frame.becomePauseFrame(kind, group, framing.pauseBytes(), nowPs);
    if (kind == Packet.Kind.PAUSE) {
      pausesSent++;
    }
    through.pauseFrameSent();
    through.enqueue(frame, 0);
    through.kick(nowPs);
  }

  void lose(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
    observer.packetLost(port, packet, why, nowPs);
    pool.release(packet);
  }

  void forgetPauses(SwitchPort port) {
    buffer.forgetPauses(port.ingress());
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
    return pausesSent;
  }

  /** Bytes in the buffer now. */
  public long heldBytes() {
    return threshold == null ? buffer.heldBytes() : threshold.heldBytes();
  }

  /** The most bytes that were in the buffer at once. */
  public long peakHeldBytes() {
    return threshold == null ? buffer.peakBytes() : threshold.peakBytes();
  }

  /** Whether the switch has paused whoever sends to this port. */
  public boolean isPausing(SwitchPort port, int group) {
    return buffer.isPausing(port.ingress(), group);
  }
}
