package dev.inflight.net.fabric.unloaded;

import java.util.Arrays;

/**
 * Reachability between switches, and for each an upper bound of the distance to its farthest one. Exact distances need a search
 * from each switch; the bound needs three in all: no switch is farther away than the middle of a long path and the farthest
 * switch from there. In a tree, such as a chain, the bound is at most one hop too large for the ends of a longest path.
 */
final class SwitchDistances {
  private final SwitchGraph graph;
  /** By number, the first switch of those that it reaches. */
  private final int[] part;
  private final int[] mostHops;
  private final int[] hops;
  private final int[] before;
  private final int[] queue;
  /** The last search that has reached each switch. */
  private final int[] seen;
  private int searches;

  SwitchDistances(SwitchGraph graph) {
    this.graph = graph;
    int switches = graph.switches();
    part = new int[switches];
    mostHops = new int[switches];
    hops = new int[switches];
    before = new int[switches];
    queue = new int[switches];
    seen = new int[switches];
    Arrays.fill(part, SwitchGraph.NONE);
    for (int number = 0; number < switches; number++) {
      if (part[number] == SwitchGraph.NONE) {
        measurePart(number);
      }
    }
  }

  private void measurePart(int first) {
    int size = search(first);
    for (int at = 0; at < size; at++) {
      part[queue[at]] = first;
    }
    search(queue[size - 1]);
    int middle = queue[size - 1];
    for (int left = hops[middle] / 2; left > 0; left--) {
      middle = before[middle];
    }
    search(middle);
    int farthest = hops[queue[size - 1]];
    for (int at = 0; at < size; at++) {
      mostHops[queue[at]] = hops[queue[at]] + farthest;
    }
  }

  /** Searches breadth first, and returns the number of reached switches, which are in the queue, the farthest last. */
  private int search(int from) {
    searches++;
    seen[from] = searches;
    hops[from] = 0;
    queue[0] = from;
    int filled = 1;
    for (int served = 0; served < filled; served++) {
      int number = queue[served];
      for (int next : graph.upwards(graph.node(number))) {
        if (seen[next] != searches) {
          seen[next] = searches;
          hops[next] = hops[number] + 1;
          before[next] = number;
          queue[filled++] = next;
        }
      }
    }
    return filled;
  }

  /** Upper bound of the hops from this switch to any that it reaches, by its number. */
  int mostHops(int number) {
    return mostHops[number];
  }

  /** Reports whether some switch of one list reaches some switch of the other. */
  boolean anyReaches(int[] numbers, int[] others) {
    for (int number : numbers) {
      for (int other : others) {
        if (part[number] == part[other]) {
          return true;
        }
      }
    }
    return false;
  }
}
