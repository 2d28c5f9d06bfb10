package dev.inflight.net.route;

/** How a switch or a host with several NICs chooses among equally short ways. */
public interface EcmpHash {
  /** A number that is the same for all packets of a flow's direction at a node; its remainder chooses the way. */
  int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost);

  /** The way that the hash chooses among {@code ways}. */
  default int choose(int ways, int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost) {
    return ways == 1 ? 0 : Integer.remainderUnsigned(hash(source, destination, sourcePort, destinationPort, node, isHost), ways);
  }
}
