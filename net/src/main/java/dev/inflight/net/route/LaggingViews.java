package dev.inflight.net.route;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Views of nodes during convergence: the routes of each node, and the ports that it has found dead itself. */
final class LaggingViews {
  private final RouteView[] views; // by node
  private final int[] versions; // of them, by node
  /** Ports that their own node does not use, with the version of the cables at which it found out. */
  private final Map<Integer, Integer> avoided = new HashMap<>();

  LaggingViews(int nodes, RouteView all, int version) {
    views = new RouteView[nodes];
    versions = new int[nodes];
    Arrays.fill(views, all);
    Arrays.fill(versions, version);
  }

  /** The node of a port does not use it any more. */
  void avoid(int port, int version) {
    avoided.put(port, version);
  }

  /**
   * Gives a node another view, of a version of the cables, and removes the dead ports that this version reflects.
   *
   * @param firstPort the node's first port
   * @param endPort the next node's first port
   */
  void adopt(int node, RouteView view, int version, int firstPort, int endPort) {
    views[node] = view;
    versions[node] = version;
    for (int port = firstPort; port < endPort; port++) {
      if (avoided.getOrDefault(port, Integer.MAX_VALUE) <= version) {
        avoided.remove(port);
      }
    }
  }

  /** True if all nodes use the view of a version, and avoid no port. */
  boolean isOver(int version) {
    return avoided.isEmpty() && Arrays.stream(versions).allMatch(one -> one == version);
  }

  /**
   * Ports that lead from a node to a destination by its view; empty if there are none, or at the destination. A node with only
   * dead ports keeps losing packets: the nodes before it do not know.
   */
  int[] nextPorts(int node, int destination) {
    int[] there = views[node].nextPorts(node, destination);
    if (avoided.isEmpty()) {
      return there;
    }
    int[] good = Arrays.stream(there).filter(port -> !avoided.containsKey(port)).toArray();
    return good.length == 0 ? there : good;
  }
}
