package dev.inflight.lab.explain.words;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;

/** Names of ports in sentences. */
public final class PortPhrases {
  private PortPhrases() {
  }

  /** A port, with the node that it leads to. */
  public static String name(Topology topology, Port port) {
    return topology.portName(port.node(), port.number(), port.far().node());
  }
}
