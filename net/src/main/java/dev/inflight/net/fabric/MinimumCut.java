package dev.inflight.net.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The set of ports with the least total capacity that every given path between two hosts crosses, found by shortest augmenting
 * paths.
 */
final class MinimumCut {
  private static final int NONE = -1;
  private static final double EMPTY = 1e-3; // bits

  private final int ports;
  private final int source;
  private final int sink;
  /** Edges in pairs: an even one, and its reverse after it. A port has one node where frames enter, and one where they leave. */
  private final int[] to;
  private final int[][] from;
  private final double[] room;

  /**
   * The ports of some paths.
   *
   * @param places a number for each port, from 0
   */
  MinimumCut(List<int[]> paths, Map<Integer, Integer> places) {
    ports = places.size();
    source = 2 * ports;
    sink = source + 1;
    Set<Long> edges = new LinkedHashSet<>();
    for (int port = 0; port < ports; port++) {
      edges.add(edge(2 * port, 2 * port + 1)); // the first ones, in order
    }
    for (int[] path : paths) {
      int before = source;
      for (int port : path) {
        int at = places.getOrDefault(port, 0);
        edges.add(edge(before, 2 * at));
        before = 2 * at + 1;
      }
      edges.add(edge(before, sink));
    }
    to = new int[2 * edges.size()];
    room = new double[to.length];
    List<List<Integer>> leaving = new ArrayList<>();
    for (int node = 0; node <= sink; node++) {
      leaving.add(new ArrayList<>());
    }
    int next = 0;
    for (long edge : edges) {
      int tail = (int) (edge >>> Integer.SIZE);
      int head = (int) edge;
      to[next] = head;
      leaving.get(tail).add(next++);
      to[next] = tail;
      leaving.get(head).add(next++);
    }
    from = leaving.stream().map(each -> each.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
  }

  private static long edge(int tail, int head) {
    return (long) tail << Integer.SIZE | head;
  }

  /**
   * The ports of a minimum cut.
   *
   * @param capacity capacity of each port, 0 or more
   */
  int[] of(double[] capacity) {
    for (int edge = 0; edge < room.length; edge += 2) {
      room[edge] = edge < 2 * ports ? capacity[edge / 2] : Double.MAX_VALUE;
      room[edge + 1] = 0;
    }
    int[] cameBy = search();
    while (cameBy[sink] != NONE) {
      augment(cameBy);
      cameBy = search();
    }
    int[] reached = cameBy;
    return IntStream.range(0, ports).filter(port -> reached[2 * port] != NONE && reached[2 * port + 1] == NONE).toArray();
  }

  private void augment(int[] cameBy) {
    double most = Double.MAX_VALUE;
    for (int node = sink; node != source; node = to[cameBy[node] ^ 1]) {
      most = Math.min(most, room[cameBy[node]]);
    }
    for (int node = sink; node != source; node = to[cameBy[node] ^ 1]) {
      room[cameBy[node]] -= most;
      room[cameBy[node] ^ 1] += most;
    }
  }

  /** Returns the edge by which a breadth-first search reaches each node; {@link #NONE} for unreached nodes. */
  private int[] search() {
    int[] cameBy = new int[sink + 1];
    Arrays.fill(cameBy, NONE);
    cameBy[source] = Integer.MAX_VALUE;
    var queue = new ArrayDeque<Integer>(List.of(source));
    while (!queue.isEmpty() && cameBy[sink] == NONE) {
      for (int edge : from[queue.remove()]) {
        if (room[edge] > EMPTY && cameBy[to[edge]] == NONE) {
          cameBy[to[edge]] = edge;
          queue.add(to[edge]);
        }
      }
    }
    return cameBy;
  }
}
