package dev.inflight.sim.symmetry;

import dev.inflight.net.route.Cabling;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Shortest paths between hosts, over switches. */
final class OnlyPath {
  private final Cabling cabling;
  private final int[] distance; // from each node to the destination
  private int destination = -1;

  OnlyPath(Cabling cabling) {
    this.cabling = cabling;
    distance = new int[cabling.nodes()];
  }

  /** The ports that send packets from one host to another, in order; null if there are several shortest paths, or none. */
  int @Nullable [] between(int from, int to) {
    if (destination != to) {
      measure(to);
    }
    if (distance[from] == Integer.MAX_VALUE) {
      return null;
    }
    int[] path = new int[distance[from]];
    int node = from;
    for (int hop = 0; hop < path.length; hop++) {
      int next = -1;
      for (int port = cabling.firstPort(node); port < cabling.firstPort(node + 1); port++) {
        int neighbor = cabling.neighbor(port);
        if (distance[neighbor] == distance[node] - 1 && (neighbor == to || cabling.isSwitch(neighbor))) {
          if (next >= 0) {
            return null;
          }
          next = port;
        }
      }
      path[hop] = next;
      node = cabling.neighbor(next);
    }
    return path;
  }

  private void measure(int to) {
    destination = to;
    Arrays.fill(distance, Integer.MAX_VALUE);
    distance[to] = 0;
    var reached = new ArrayDeque<Integer>();
    reached.add(to);
    while (!reached.isEmpty()) {
      int node = reached.remove();
      if (node != to && !cabling.isSwitch(node)) {
        continue; // hosts forward nothing
      }
      for (int port = cabling.firstPort(node); port < cabling.firstPort(node + 1); port++) {
        int neighbor = cabling.neighbor(port);
        if (distance[neighbor] == Integer.MAX_VALUE) {
          distance[neighbor] = distance[node] + 1;
          reached.add(neighbor);
        }
      }
    }
  }
}
