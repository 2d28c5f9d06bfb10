package dev.inflight.net.link;

import dev.inflight.net.event.Event;
import org.jspecify.annotations.Nullable;

/** Pool of consumed packets, so that a steady flow of packets allocates nothing. */
public final class PacketPool {
  private final int telemetryBytes;
  private @Nullable Event free;
  private int outstanding;
  private int waiting;
  private int made;

  /** Makes a pool of packets that each have room for {@code telemetryBytes} of telemetry. */
  public PacketPool(int telemetryBytes) {
    this.telemetryBytes = telemetryBytes;
  }

  /** Returns a packet with any values in its fields. */
  public Packet take() {
    outstanding++;
    Packet packet = (Packet) free;
    if (packet == null) {
      made++;
      return new Packet(telemetryBytes);
    }
    waiting--;
    free = packet.next;
    packet.next = null;
    return packet;
  }

  /** Returns a packet to the pool; no other reference to it may remain. */
  public void release(Packet packet) {
    outstanding--;
    packet.flow = null;
    packet.next = free;
    free = packet;
    waiting++;
  }

  /** Number of packets in the pool. */
  public int waiting() {
    return waiting;
  }

  /**
   * Moves packets of this pool to another one in which its packets end, while neither is in use.
   *
   * @param number at most as many as {@link #waiting wait}
   */
  public void give(int number, PacketPool to) {
    for (int left = number; left > 0; left--) {
      Event packet = free;
      if (packet == null) {
        throw new IllegalStateException("fewer packets wait than were counted");
      }
      free = packet.next;
      waiting--;
      packet.next = to.free;
      to.free = packet;
      to.waiting++;
    }
  }

  /** Packets made so far. */
  public int made() {
    return made;
  }

  /** Number of packets in the fabric. */
  public int outstanding() {
    return outstanding;
  }
}
