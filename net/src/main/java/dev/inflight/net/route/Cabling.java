package dev.inflight.net.route;

import dev.inflight.net.topology.Topology;
import java.util.BitSet;
import java.util.List;

/**
 * A topology by numbers: the port at the other end of each port's cable, and the cables that work. Ports are numbered node by
 * node, in the order of their links.
 */
public final class Cabling {
  private final Topology topology;
  private final int[] firstPort; // by node, and the number of all ports behind the last
  private final int[] peer; // by port
  private final int[] nodeOfPort;
  private final int[] linkOfPort;
  private final int[] endA; // by link
  private final BitSet down; // by link
  private final BitSet downNodes;

  /** Makes the cables of a topology, which all work. */
  public Cabling(Topology topology) {
    this.topology = topology;
    down = new BitSet();
    downNodes = new BitSet();
    int nodes = topology.nodeCount();
    List<Topology.Link> links = topology.links();
    firstPort = new int[nodes + 1];
    for (Topology.Link link : links) {
      firstPort[link.a() + 1]++;
      firstPort[link.b() + 1]++;
    }
    for (int node = 0; node < nodes; node++) {
      firstPort[node + 1] += firstPort[node];
    }
    int[] next = firstPort.clone();
    peer = new int[2 * links.size()];
    nodeOfPort = new int[2 * links.size()];
    linkOfPort = new int[2 * links.size()];
    endA = new int[links.size()];
    for (int number = 0; number < links.size(); number++) {
      Topology.Link link = links.get(number);
      int a = next[link.a()]++;
      int b = next[link.b()]++;
      peer[a] = b;
      peer[b] = a;
      nodeOfPort[a] = link.a();
      nodeOfPort[b] = link.b();
      linkOfPort[a] = number;
      linkOfPort[b] = number;
      endA[number] = a;
    }
  }

  /** Topology of the cables. */
  public Topology topology() {
    return topology;
  }

  private Cabling(Cabling other) {
    topology = other.topology;
    firstPort = other.firstPort;
    peer = other.peer;
    nodeOfPort = other.nodeOfPort;
    linkOfPort = other.linkOfPort;
    endA = other.endA;
    down = (BitSet) other.down.clone();
    downNodes = (BitSet) other.downNodes.clone();
  }

  /** Returns a copy of these cables, with separate failures. */
  public Cabling copy() {
    return new Cabling(this);
  }

  /** Hosts and switches together. */
  public int nodes() {
    return firstPort.length - 1;
  }

  /** True if a node is a switch. */
  public boolean isSwitch(int node) {
    return topology.isSwitch(node);
  }

  /** Number of a node's first port; the next node's first port follows this node's last one. */
  public int firstPort(int node) {
    return firstPort[node];
  }

  /** Number of ports. */
  public int ports() {
    return peer.length;
  }

  /** The port at the other end of a port's cable. */
  public int peer(int port) {
    return peer[port];
  }

  /** The node that a port belongs to. */
  public int node(int port) {
    return nodeOfPort[port];
  }

  /** The node at the other end of a port's cable. */
  public int neighbor(int port) {
    return nodeOfPort[peer[port]];
  }

  /** The port's cable. */
  public Topology.Link link(int port) {
    return topology.links().get(linkOfPort[port]);
  }

  /** The port at the first end of a cable, by its number in the topology. */
  public int endA(int link) {
    return endA[link];
  }

  /** The port at the second end of a cable, by its number in the topology. */
  public int endB(int link) {
    return peer[endA[link]];
  }

  /** True if a port's cable works, and both nodes at its ends. */
  public boolean isUp(int port) {
    return !down.get(linkOfPort[port]) && !downNodes.get(nodeOfPort[port]) && !downNodes.get(nodeOfPort[peer[port]]);
  }

  /** Takes a port's cable down or up; routes reflect it when they are computed anew. */
  public void setUp(int port, boolean up) {
    down.set(linkOfPort[port], !up);
  }

  /** Takes a node down or up; its cables work again unless they have failed by themselves. */
  public void setNodeUp(int node, boolean up) {
    downNodes.set(node, !up);
  }
}
