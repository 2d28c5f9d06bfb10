package dev.inflight.net.fabric;

import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;

/** Makes the wires of a fabric. */
@FunctionalInterface
public interface Wiring {
  /** The wire from one port to another. */
  Wire between(Port from, Port to);

  /**
   * The wire from a port to a port of a node in another process.
   *
   * @param to the number of that port
   * @param pool pool of packets that arrive over this wire
   */
  default Wire leaving(Port from, int to, PacketPool pool) {
    throw new IllegalStateException(from + " leads to port " + to + ", which is elsewhere");
  }
}
