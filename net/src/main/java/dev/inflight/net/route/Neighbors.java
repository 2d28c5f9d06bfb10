package dev.inflight.net.route;

import java.util.Arrays;

/** Each node's neighbors over cables that work, by descending number, and the ports that lead to them. Does not change. */
final class Neighbors {
  private static final int[] NONE = {};

  private final int[][] ids; // by node
  private final int[][] switchIds;
  private final int[][] forwarding;
  private final int[][][] ports; // by node and position of the neighbor

  /**
   * Makes the neighbors over the present cables.
   *
   * @param lastParallel true if only the last of parallel cables is used
   */
  Neighbors(Cabling cabling, boolean lastParallel) {
    int nodes = cabling.nodes();
    ids = new int[nodes][];
    switchIds = new int[nodes][];
    forwarding = new int[nodes][];
    ports = new int[nodes][][];
    for (int node = 0; node < nodes; node++) {
      list(cabling, node, lastParallel);
    }
    for (int node = 0; node < nodes; node++) {
      forwarding[node] = forwarding(switchIds[node]);
    }
  }

  private void list(Cabling cabling, int node, boolean lastParallel) {
    int first = cabling.firstPort(node);
    int end = cabling.firstPort(node + 1);
    long[] sorted = new long[end - first]; // by descending neighbor, then by port
    int count = 0;
    for (int port = first; port < end; port++) {
      if (cabling.isUp(port)) {
        sorted[count++] = (long) ~cabling.neighbor(port) << 32 | port;
      }
    }
    Arrays.sort(sorted, 0, count);
    int[] others = new int[count];
    int[] switches = new int[count];
    int[][] toward = new int[count][];
    int different = 0;
    int differentSwitches = 0;
    for (int from = 0, to; from < count; from = to) {
      to = from + 1;
      while (to < count && sorted[to] >> 32 == sorted[from] >> 32) {
        to++;
      }
      int neighbor = (int) ~(sorted[from] >> 32);
      toward[different] = Arrays.stream(sorted, lastParallel ? to - 1 : from, to).mapToInt(each -> (int) each).toArray();
      others[different++] = neighbor;
      if (cabling.isSwitch(neighbor)) {
        switches[differentSwitches++] = neighbor;
      }
    }
    ids[node] = Arrays.copyOf(others, different);
    switchIds[node] = Arrays.copyOf(switches, differentSwitches);
    ports[node] = Arrays.copyOf(toward, different);
  }

  private int[] forwarding(int[] switches) {
    int[] found = new int[switches.length];
    int count = 0;
    for (int node : switches) {
      if (switchIds[node].length > 0) {
        found[count++] = node;
      }
    }
    return count == switches.length ? switches : Arrays.copyOf(found, count);
  }

  /** The switches among a node's neighbors. */
  int[] switches(int node) {
    return switchIds[node];
  }

  /** Switches among them with a cable to another switch: others, such as a server's own, lead to their hosts only. */
  int[] forwardingSwitches(int node) {
    return forwarding[node];
  }

  /** The ports of a node that lead to another; none when they are not neighbors. */
  int[] portsBetween(int from, int to) {
    int[] here = ids[from];
    int low = 0;
    int high = here.length - 1;
    while (low <= high) { // descending order
      int middle = low + high >>> 1;
      if (here[middle] == to) {
        return ports[from][middle];
      }
      if (here[middle] > to) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return NONE;
  }
}
