package dev.inflight.net.route;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** A second reading of {@link Routes}: a search from one destination over all nodes, as plainly as it can be written. */
public final class AllPairsRoutes {
  private final Fabric fabric;
  private final Topology topology;
  private final boolean lastOfParallel;

  public AllPairsRoutes(Fabric fabric, boolean lastOfParallel) {
    this.fabric = fabric;
    topology = fabric.topology();
    this.lastOfParallel = lastOfParallel;
  }

  /** For each node the ports that lead to a destination, in order. */
  public List<List<Port>> waysTo(int destination) {
    int nodes = topology.nodeCount();
    var distance = new ArrayList<Integer>(Collections.nCopies(nodes, -1));
    var ways = new ArrayList<List<Port>>();
    for (int node = 0; node < nodes; node++) {
      ways.add(new ArrayList<>());
    }
    distance.set(destination, 0);
    var queue = new ArrayList<>(List.of(destination));
    for (int served = 0; served < queue.size(); served++) {
      int node = queue.get(served);
      for (int neighbor : neighbors(node)) {
        if (distance.get(neighbor) < 0) {
          distance.set(neighbor, distance.get(node) + 1);
          if (topology.isSwitch(neighbor)) {
            queue.add(neighbor);
          }
        }
        if (distance.get(neighbor) == distance.get(node) + 1) {
          List<Port> ports = fabric.ports(neighbor).stream().filter(port -> port.isUp() && port.peer().node() == node).toList();
          ways.get(neighbor).addAll(lastOfParallel ? List.of(ports.getLast()) : ports);
        }
      }
    }
    return ways;
  }

  private Iterable<Integer> neighbors(int node) {
    var found = new TreeSet<Integer>();
    fabric.ports(node).stream().filter(Port::isUp).forEach(port -> found.add(port.peer().node()));
    return found.descendingSet();
  }
}
