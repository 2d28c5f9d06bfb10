package dev.inflight.net.link;

import dev.inflight.net.event.Event;
import org.jspecify.annotations.Nullable;

/** Consumed packets wait here for their next use, so that a steady flow of packets allocates nothing. */
public final class PacketPool {
  private final int telemetryBytes;
  private @Nullable Event free;
  private int outstanding;

  /** A pool of packets that each have room for {@code telemetryBytes} of telemetry. */
  public PacketPool(int telemetryBytes) {
    this.telemetryBytes = telemetryBytes;
  }

  /** A packet whose fields hold anything. */
  public Packet take() {
    outstanding++;
    Packet packet = (Packet) free;
    if (packet == null) {
      return new Packet(telemetryBytes);
    }
    free = packet.next;
    packet.next = null;
    return packet;
  }

  /** Takes a packet back; nobody may keep it. */
  public void release(Packet packet) {
    outstanding--;
    packet.flow = null;
    packet.next = free;
    free = packet;
  }

  /** Packets that are somewhere in the fabric. */
  public int outstanding() {
    return outstanding;
  }
}
