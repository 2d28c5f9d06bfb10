package dev.inflight.net.route;

import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shortest paths over the cables that are known to work: the routes of a node. Its set of cables is immutable. */
public final class RouteView {
  private static final int NOWHERE = RouteTable.NOWHERE;

  private final Cabling cabling;
  private final SwitchNumbers switches;
  private final Neighbors neighbors;
  private final RouteTable.Choices choices;
  /** By node, after its first use. Threads with simultaneous first uses find the same table. */
  private final @Nullable RouteTable[] tableTo;
  /** By the switches that a node is cabled to; two buffers of equal numbers are one key. */
  private final Map<IntBuffer, RouteTable> tables = new HashMap<>();

  /**
   * Number of each node among switches.
   *
   * @param of number of each node; undefined for hosts
   * @param count number of switches
   */
  record SwitchNumbers(int[] of, int count) {
    static SwitchNumbers in(Cabling cabling) {
      int[] numbers = new int[cabling.nodes()];
      int numbered = 0;
      for (int node = 0; node < numbers.length; node++) {
        numbers[node] = cabling.isSwitch(node) ? numbered++ : NOWHERE;
      }
      return new SwitchNumbers(numbers, numbered);
    }
  }

  /**
   * Makes a view over the cables that work now.
   *
   * @param lastParallel true if only the last listed of parallel cables is used
   */
  RouteView(Cabling cabling, SwitchNumbers switches, boolean lastParallel) {
    this.cabling = cabling;
    this.switches = switches;
    tableTo = new RouteTable[cabling.nodes()];
    neighbors = new Neighbors(cabling, lastParallel);
    choices = new RouteTable.Choices(switches.count);
  }

  /** Table of ports that lead to nodes which are cabled to the same switches as this node. */
  private RouteTable tableTo(int node) {
    RouteTable known = tableTo[node];
    if (known == null) {
      known = find(neighbors.forwardingSwitches(node));
      tableTo[node] = known;
    }
    return known;
  }

  private synchronized RouteTable find(int[] switchesThere) {
    return tables.computeIfAbsent(IntBuffer.wrap(switchesThere),
        from -> RouteTable.search(switchesThere, switches.of, switches.count, neighbors, choices));
  }

  /** Number of tables in memory. */
  synchronized int tables() {
    return tables.size();
  }

  /**
   * The ports that lead from a node to a destination, a host, over shortest paths; none when none does, or it is there already.
   *
   * @return numbers of ports in the whole fabric, not to be changed
   */
  int[] nextPorts(int node, int destination) {
    int[] there = neighbors.portsBetween(node, destination);
    if (there.length > 0 || node == destination) {
      return there;
    }
    boolean fromSwitch = cabling.isSwitch(node);
    if (!fromSwitch) {
      there = overCommonSwitches(node, destination);
      if (there.length > 0) {
        return there;
      }
    }
    int[] last = neighbors.forwardingSwitches(destination);
    int toward = destination;
    if (last.length == 1) { // all paths end at its switch: those that lead there
      toward = last[0];
      there = neighbors.portsBetween(node, toward);
      if (there.length > 0) {
        return there;
      }
    }
    RouteTable table = tableTo(toward);
    return fromSwitch ? table.ports(switches.of[node]) : nextPortsFromHost(node, table);
  }

  /** Ports over the switches to which both are cabled, by descending number. */
  private int[] overCommonSwitches(int host, int destination) {
    int[] here = neighbors.switches(host);
    int[] there = neighbors.switches(destination);
    int[] found = {};
    for (int at = 0, last = 0; at < here.length && last < there.length;) { // both descend
      if (here[at] > there[last]) {
        at++;
      } else if (here[at] < there[last]) {
        last++;
      } else {
        found = RouteTable.append(found, neighbors.portsBetween(host, here[at++]));
        last++;
      }
    }
    return found;
  }

  /** Ports over the nearest of the adjacent switches, in the order in which the search has reached them. */
  private int[] nextPortsFromHost(int host, RouteTable table) {
    int least = Integer.MAX_VALUE;
    for (int neighbor : neighbors.forwardingSwitches(host)) {
      int hops = table.hops(switches.of[neighbor]);
      least = hops == NOWHERE ? least : Math.min(least, hops);
    }
    int[] found = {};
    int next = nextOf(host, table, least, NOWHERE);
    while (next != NOWHERE) {
      found = RouteTable.append(found, neighbors.portsBetween(host, next));
      next = nextOf(host, table, least, table.order(switches.of[next]));
    }
    return found;
  }

  private int nextOf(int host, RouteTable table, int hops, int after) {
    int next = NOWHERE;
    for (int neighbor : neighbors.forwardingSwitches(host)) {
      int number = switches.of[neighbor];
      boolean candidate = table.hops(number) == hops && table.order(number) > after;
      if (candidate && (next == NOWHERE || table.order(number) < table.order(switches.of[next]))) {
        next = neighbor;
      }
    }
    return next;
  }
}
