package dev.inflight.net.switching.admission;

import dev.inflight.net.link.Packet;

/** Decides at one switch which arriving packets to admit. An abstract class: calls to its only loaded subclass cost nothing. */
public abstract class AdmissionPolicy {
  /**
   * Reports whether the switch admits a packet for which the buffer has room; packets without room are dropped without this call.
   *
   * @param packet the packet, with its arrival time in {@code timePs}; the policy must not keep it
   * @param port the number of its egress port at the switch, from 1
   * @param queueBytes bytes in its queue there, of its priority, 0 or more
   * @param freeBytes free bytes of the buffer, at least the packet's size
   */
  public abstract boolean admits(Packet packet, int port, int queueBytes, long freeBytes);
}
