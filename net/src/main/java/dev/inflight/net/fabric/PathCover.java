package dev.inflight.net.fabric;

import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shortest paths from a NIC to a host that together contain each pair of successive ports that a flow may use if switches choose
 * each packet's path. A few paths are enough for that, while the number of all paths may be large.
 */
final class PathCover {
  private final Cabling cabling;
  private final Routes routes;
  private final int[] usual;
  private final int destination;

  /**
   * Paths of a flow.
   *
   * @param usual one of them, which determines the NIC
   */
  PathCover(Fabric fabric, int[] usual, int destination) {
    cabling = fabric.cabling();
    routes = fabric.routes();
    this.usual = usual;
    this.destination = destination;
  }

  /** The paths, the usual one first; only that one if others make nothing faster. */
  List<int[]> paths() {
    var paths = new ArrayList<int[]>();
    paths.add(usual);
    Map<Integer, int[]> waysTo = new HashMap<>(); // by the port that a way ends with, all before it included
    Deque<Integer> open = new ArrayDeque<>();
    waysTo.put(usual[0], new int[] {usual[0]});
    open.add(usual[0]);
    while (!open.isEmpty()) {
      int last = open.remove();
      int node = cabling.neighbor(last);
      int[] way = waysTo.getOrDefault(last, usual);
      for (int port : node == destination ? new int[0] : routes.nextPorts(node, destination)) {
        int[] longer = Arrays.copyOf(way, way.length + 1);
        longer[way.length] = port;
        if (waysTo.putIfAbsent(port, longer) == null) {
          open.add(port);
        }
        int[] path = toTheEnd(longer);
        if (paths.stream().noneMatch(known -> Arrays.equals(known, path))) {
          paths.add(path);
        }
      }
    }
    return paths.stream().allMatch(this::isAsUsual) && isNicSlowest() ? List.of(usual) : paths;
  }

  private int[] toTheEnd(int[] way) {
    int[] path = way;
    for (int node = cabling.neighbor(path[path.length - 1]); node != destination;) {
      path = Arrays.copyOf(path, path.length + 1);
      path[path.length - 1] = routes.nextPorts(node, destination)[0];
      node = cabling.neighbor(path[path.length - 1]);
    }
    return path;
  }

  private boolean isAsUsual(int[] path) {
    for (int hop = 0; hop < usual.length; hop++) {
      Topology.Link link = cabling.link(path[hop]);
      Topology.Link other = cabling.link(usual[hop]);
      if (link.rateBitsPerSec() != other.rateBitsPerSec() || link.delayPs() != other.delayPs()) {
        return false;
      }
    }
    return true;
  }

  private boolean isNicSlowest() {
    long nic = cabling.link(usual[0]).rateBitsPerSec();
    return Arrays.stream(usual).allMatch(port -> cabling.link(port).rateBitsPerSec() >= nic);
  }
}
