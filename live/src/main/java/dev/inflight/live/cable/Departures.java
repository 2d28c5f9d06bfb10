package dev.inflight.live.cable;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import org.jspecify.annotations.Nullable;

/**
 * Packets that a port has sent, until their last bit would be at the other end of its cable: rate and delay counted. One event for all of them, which
 * leave in the order in which they were sent.
 */
public final class Departures extends Event {
  /** Takes packets that are due. */
  public interface Exit {
    /** Lets one leave; it is the exit's from now on. */
    void leave(Packet packet);
  }

  private final EventLoop loop;
  private final long delayPs;
  private final Exit exit;
  private @Nullable Packet first;
  private @Nullable Packet last;

  /** Those of a port, of which there are none yet. */
  public Departures(Port port, EventLoop loop, Exit exit) {
    this.loop = loop;
    this.exit = exit;
    delayPs = port.delayPs();
    key = port.firstArrivalKey();
  }

  /** Adds a packet with its last bit leaving the port at {@code endPs}, in picoseconds. */
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

  /** The first packet's time has come. */
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
