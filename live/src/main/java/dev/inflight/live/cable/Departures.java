package dev.inflight.live.cable;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import org.jspecify.annotations.Nullable;

/**
 * Queue of the packets that a port has sent, until their last bit would be at the other end of its cable, after transmission and
 * propagation. One event serves all packets, which leave in sending order.
 */
public final class Departures extends Event {
  /** Receiver of due packets. */
  public interface Exit {
    /** Releases a packet, which belongs to the exit from now on. */
    void leave(Packet packet);
  }

  private final EventLoop loop;
  private final long delayPs;
  private final Exit exit;
  private @Nullable Packet first;
  private @Nullable Packet last;

  /** Creates the empty queue of a port. */
  public Departures(Port port, EventLoop loop, Exit exit) {
    this.loop = loop;
    this.exit = exit;
    delayPs = port.delayPs();
    key = port.firstArrivalKey();
  }

  /** Adds a packet; its last bit leaves the port at {@code endPs}, in picoseconds. */
  public void add(Packet packet, long endPs) {
    packet.next = null;
    packet.timePs = endPs + delayPs;
    if (last == null) {
      first = packet;
      last = packet;
      loop.schedule(this, packet.timePs);
    } else {
      last.next = packet;
      last = packet;
    }
  }

  /** Releases the first packet, which is due. */
  @Override
  public void fire() {
    Packet packet = first;
    while (packet != null && packet.timePs <= timePs) {
      Packet next = (Packet) packet.next;
      packet.next = null;
      exit.leave(packet);
      packet = next;
    }
    first = packet;
    if (packet == null) {
      last = null;
    } else {
      loop.schedule(this, packet.timePs);
    }
  }
}
