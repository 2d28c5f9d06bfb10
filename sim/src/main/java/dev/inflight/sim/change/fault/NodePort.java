package dev.inflight.sim.change.fault;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.state.LinkEnds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port of a node, or all of them.
 *
 * @param node the node
 * @param port its number there, from 1; {@link #ALL}: all
 */
public record NodePort(int node, int port) {
  /** Number that matches every port of the node. */
  public static final int ALL = 0;

  /** True if this includes a port of a node; the number is that on the node, from 1. */
  boolean covers(int other, int number) {
    return other == node && (port == ALL || number == port);
  }

  /** True if both include some port. */
  boolean overlaps(NodePort other) {
    return other.node == node && (port == ALL || other.port == ALL || other.port == port);
  }

  /** The cables of the included ports. */
  List<Topology.Link> links(Topology topology) {
    List<Topology.Link> all = topology.linksOfNodes().get(node);
    return port == ALL ? all : List.of(all.get(port - 1));
  }

  /** Error message for a port that does not exist; null if it exists. */
  @Nullable
  String problem(Topology topology) {
    String missing = LinkEnds.problemOf(node, topology);
    if (missing != null) {
      return missing;
    }
    int ports = topology.linksOfNodes().get(node).size();
    return port >= 0 && port <= ports ? null : topology.name(node) + " has no port " + port + "; its ports are 1 to " + ports;
  }

  /** Error message for a host port that does not exist; null if it exists. */
  @Nullable
  String problemOfHost(Topology topology) {
    String missing = problem(topology);
    return missing != null || !topology.isSwitch(node) ? missing : topology.name(node) + " is not a host";
  }
}
