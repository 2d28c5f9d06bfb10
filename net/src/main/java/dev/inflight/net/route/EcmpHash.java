package dev.inflight.net.route;

/** How a switch or a host with several NICs chooses among equally short paths. */
public interface EcmpHash {
  /** A number that is the same for all packets of a flow's direction at a node; its remainder chooses the next port. */
  int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost);

  /** Which of {@code ports} next ports the hash chooses. */
  default int choose(int ports, int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost) {
    return ports == 1
        ? 0
        : Integer.remainderUnsigned(hash(source, destination, sourcePort, destinationPort, node, isHost), ports);
  }
}
