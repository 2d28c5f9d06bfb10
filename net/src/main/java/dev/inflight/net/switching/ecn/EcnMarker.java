package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;

/** Decides at one port which leaving packets are marked. An abstract class, as calls to its only loaded heir cost nothing. */
public abstract class EcnMarker {
  /**
   * Whether a packet that leaves is marked.
   *
   * @param packet takes a mark if switches measure by its kind
   * @param queue its queue, which is its priority
   * @param behindBytes what stays there
   */
  public abstract boolean marks(Packet packet, int queue, int behindBytes, long nowPs);
}
