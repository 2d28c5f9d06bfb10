package dev.inflight.net.route;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What each node goes by while not all know the same: its view, without the ports that it has found dead itself. */
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
   * A node goes by another view, as it was at a version of the cables, and by what it has found out itself since.
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

  /** Whether all nodes go by the view of a version, and no port is avoided. */
  boolean isOver(int version) {
    return avoided.isEmpty() && Arrays.stream(versions).allMatch(one -> one == version);
  }

  /**
   * Ports that lead from a node to a destination, as it knows; none when it knows none, or is there. A node with dead ports only goes on
   * to lose what comes: those before it do not know.
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
