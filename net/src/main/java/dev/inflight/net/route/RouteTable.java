package dev.inflight.net.route;

import java.util.Arrays;

/**
 * Ports of each switch that lead to nodes which are cabled to the same switches; for those switches themselves it has no entry,
 * and for a switch that is such a node, that of the way to another such node. Immutable, so that threads may share it.
 */
final class RouteTable {
  static final int NOWHERE = -1;
  private static final int[] NONE = {};

  /** Hops to the destination, by number among switches; {@link #NOWHERE} without a path. */
  private final int[] hops;
  /** Position of the switch in the order of the search. */
  private final int[] order;
  /** The next ports, but for switches that the destination is cabled to. */
  private final int[][] ports;

  private RouteTable(int[] hops, int[] order, int[][] ports) {
    this.hops = hops;
    this.order = order;
    this.ports = ports;
  }

  /**
   * Searches breadth first.
   *
   * @param from the switches that the destination is cabled to, by descending number
   * @param switchNumber number of each node that is a switch, among switches
   * @param choices among several ports at once: equal ones become one array
   */
  static RouteTable search(int[] from, int[] switchNumber, int switches, Neighbors neighbors, Choices choices) {
    int[] hops = new int[switches];
    int[] order = new int[switches];
    int[][] ports = new int[switches][];
    int[] queue = new int[switches];
    int filled = 0;
    Arrays.fill(hops, NOWHERE);
    Arrays.fill(ports, NONE);
    for (int node : from) {
      hops[switchNumber[node]] = 1;
      order[switchNumber[node]] = filled;
      queue[filled++] = node;
    }
    for (int served = 0; served < filled; served++) {
      int node = queue[served];
      int next = hops[switchNumber[node]] + 1;
      for (int neighbor : neighbors.switches(node)) {
        int number = switchNumber[neighbor];
        if (hops[number] == NOWHERE) {
          hops[number] = next;
          order[number] = filled;
          queue[filled++] = neighbor;
        }
        if (hops[number] == next) {
          ports[number] = append(ports[number], neighbors.portsBetween(neighbor, node));
        }
      }
    }
    for (int number = 0; number < switches; number++) {
      if (ports[number].length > 1) {
        ports[number] = choices.shared(number, ports[number]);
      }
    }
    return new RouteTable(hops, order, ports);
  }

  /** Choices among several ports: equal ones at a switch are one array, if they are requested in succession. */
  static final class Choices {
    private final int[][] last; // by number among switches

    Choices(int switches) {
      last = new int[switches][];
      Arrays.fill(last, NONE);
    }

    private int[] shared(int number, int[] ports) {
      if (!Arrays.equals(last[number], ports)) {
        last[number] = ports;
      }
      return last[number];
    }
  }

  static int[] append(int[] ports, int[] more) {
    if (ports.length == 0) {
      return more; // shared: most nodes have one next node only
    }
    int[] longer = Arrays.copyOf(ports, ports.length + more.length);
    System.arraycopy(more, 0, longer, ports.length, more.length);
    return longer;
  }

  /** The next ports at a switch, by its number among switches. */
  int[] ports(int number) {
    return ports[number];
  }

  /** Hops from a switch; {@link #NOWHERE} without a path. */
  int hops(int number) {
    return hops[number];
  }

  /** Position of a switch in the order of the search, from 0. */
  int order(int number) {
    return order[number];
  }
}
