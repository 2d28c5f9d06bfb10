package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;

/** Decides at one port which departing packets to mark. An abstract class: calls to its only loaded subclass cost nothing. */
public abstract class EcnMarker {
  /**
   * Reports whether to mark a packet that leaves.
   *
   * @param packet takes a mark if switches measure by its kind
   * @param queue its queue, which is its priority
   * @param behindBytes bytes that remain in its queue
   */
  public abstract boolean marks(Packet packet, int queue, int behindBytes, long nowPs);
}
