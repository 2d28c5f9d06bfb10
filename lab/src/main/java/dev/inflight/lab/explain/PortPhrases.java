package dev.inflight.lab.explain;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;

/** What ports are called in sentences. */
final class PortPhrases {
  private PortPhrases() {
  }

  static String name(Topology topology, Port port) {
    return topology.portName(port.node(), port.number(), port.far().node());
  }
}
