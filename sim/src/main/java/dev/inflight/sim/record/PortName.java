package dev.inflight.sim.record;

import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;

/**
 * A port in results, wherever it runs.
 *
 * @param index its number in the whole fabric, from 0: ports are numbered node by node
 * @param node the node that it belongs to
 * @param number its number at that node, from 1
 * @param peerNode the node at the other end of its cable
 * @param peerNumber the number of the port there
 * @param rateBitsPerSec the cable's rate
 */
public record PortName(int index, int node, int number, int peerNode, int peerNumber, long rateBitsPerSec) {
  /** The name of a port that is cabled. */
  public static PortName of(Port port) {
    return new PortName(port.index(), port.node(), port.number(), port.far().node(), port.far().number(), port.rateBitsPerSec());
  }

  /** The name of a port by its number, wherever it runs. */
  public static PortName of(Cabling cabling, int port) {
    int peer = cabling.peer(port);
    return new PortName(port, cabling.node(port), number(cabling, port), cabling.node(peer), number(cabling, peer),
        cabling.link(port).rateBitsPerSec());
  }

  private static int number(Cabling cabling, int port) {
    return port - cabling.firstPort(cabling.node(port)) + 1;
  }
}
