package dev.inflight.net.fabric;

import dev.inflight.net.fabric.PathTrees.Destinations;
import dev.inflight.net.fabric.PathTrees.Uplinks;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Of the paths between all hosts those that no other one {@linkplain PathLeg#covers covers}: what is largest of any path is largest of one of these.
 * Whether two hosts have a path is looked into only where it would be among them.
 */
final class LongestPaths {
  private final PathTrees trees;
  private final SwitchGraph graph;
  private final List<PathLeg> longest = new ArrayList<>();

  private LongestPaths(PathTrees trees) {
    this.trees = trees;
    graph = trees.graph();
  }

  /** Some paths, no more than a few where cables are alike. */
  static List<PathLeg> of(PathTrees trees) {
    var found = new LongestPaths(trees);
    found.overForwardingSwitches();
    found.overOneSwitch();
    found.overCables();
    return found.longest;
  }

  private boolean isCovered(PathLeg leg) {
    for (PathLeg longer : longest) {
      if (longer.covers(leg)) {
        return true;
      }
    }
    return false;
  }

  private void add(PathLeg leg) {
    if (!isCovered(leg)) {
      longest.removeIf(leg::covers);
      longest.add(leg);
    }
  }

  private void overForwardingSwitches() {
    for (Destinations to : trees.destinations()) {
      for (Uplinks from : trees.uplinks()) {
        PathLeg leg = trees.far(from.switches, from.cables, to);
        if (leg.exists() && !isCovered(leg) && isAnyFar(from, to)) {
          add(leg);
        }
      }
    }
  }

  /** Whether some host has no cable and no switch in common with some other. */
  private boolean isAnyFar(Uplinks from, Destinations to) {
    for (Uplinks there : to.hosts) {
      if (there != from && isAnyFar(from, there)) {
        return true;
      }
    }
    return false;
  }

  private boolean isAnyFar(Uplinks from, Uplinks to) {
    for (int source : from.hosts) {
      for (int destination : to.hosts) {
        if (trees.near(source, destination) == null) {
          return true;
        }
      }
    }
    return false;
  }

  private void overOneSwitch() {
    var bySwitch = new HashMap<Integer, Map<Integer, List<Integer>>>(); // and by kind of cable
    for (int host : trees.samples()) {
      for (Topology.Link link : graph.links(host)) {
        int there = SwitchGraph.other(link, host);
        if (graph.topology.isSwitch(there)) {
          bySwitch.computeIfAbsent(there, _ -> new HashMap<>()).computeIfAbsent(graph.kind(link), _ -> new ArrayList<>())
              .add(host);
        }
      }
    }
    for (Map<Integer, List<Integer>> byCable : bySwitch.values()) {
      byCable.forEach((last, destinations) -> byCable.forEach((first, sources) -> {
        PathLeg leg = graph.behind(graph.overCable(graph.cable(last)), graph.cable(first));
        if (!isCovered(leg) && isAnyNear(sources, destinations, leg)) {
          add(leg);
        }
      }));
    }
  }

  /** Whether that is the path of two of these hosts. */
  private boolean isAnyNear(List<Integer> sources, List<Integer> destinations, PathLeg leg) {
    for (int source : sources) {
      for (int destination : destinations) {
        if (source != destination && leg.equals(trees.near(source, destination))) {
          return true;
        }
      }
    }
    return false;
  }

  private void overCables() {
    for (int host : trees.samples()) {
      for (Topology.Link link : graph.links(host)) {
        if (!graph.topology.isSwitch(SwitchGraph.other(link, host))) {
          add(graph.overCable(link));
        }
      }
    }
  }

  /** The number of switches on the longest of the paths to a host, from other hosts and from behind switches that may have none. */
  static int mostSwitches(PathTrees trees, List<PathLeg> longest) {
    int most = 0;
    for (PathLeg leg : longest) {
      most = Math.max(most, leg.switches());
    }
    for (Destinations to : trees.destinations()) {
      int[] own = to.hosts.getFirst().switches;
      int without = to.hosts.size() == 1 && own.length == 1 ? own[0] : SwitchGraph.NONE; // has no like
      for (int number = 0; number < to.tree.order.length; number++) {
        if (number != without && to.tree.order[number] != SwitchGraph.UNSEEN) {
          most = Math.max(most, trees.graph().leg(to.tree.leg[number]).switches());
        }
      }
    }
    return most;
  }
}
