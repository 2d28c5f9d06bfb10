package dev.inflight.lab.explain.words;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;

/** Names of ports in sentences. */
public final class PortPhrases {
  private PortPhrases() {
  }

  /** Returns the name of a port, with the node at its other end. */
  public static String name(Topology topology, Port port) {
    return topology.portName(port.node(), port.number(), port.far().node());
  }
}
