package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.fabric.unloaded.PathTrees.Destinations;
import dev.inflight.net.fabric.unloaded.PathTrees.Uplinks;
import dev.inflight.net.fabric.unloaded.SwitchGraph.Tree;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The paths between hosts that no other path {@linkplain PathLeg#covers covers}: each maximum over all paths is a maximum over
 * these. The search checks whether two hosts have a path only if it would be among them.
 */
final class LongestPaths {
  private final PathTrees trees;
  private final SwitchGraph graph;
  private final List<PathLeg> longest = new ArrayList<>();
  /** Most switches on the paths from switches, which may have no hosts. */
  private int mostBehindSwitches;

  /** Searches for these paths. */
  LongestPaths(PathTrees trees) {
    this.trees = trees;
    graph = trees.graph();
    overForwardingSwitches();
    overOneSwitch();
    overCables();
  }

  /** Returns the paths: few if cables are alike. */
  List<PathLeg> legs() {
    return longest;
  }

  /** The number of switches on the longest path to a host, from other hosts and from switches that may have none. */
  int mostSwitches() {
    int most = mostBehindSwitches;
    for (PathLeg leg : longest) {
      most = Math.max(most, leg.switches());
    }
    return most;
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

  /**
   * Adds the paths over forwarding switches, to the farthest destinations first, and skips searches that cannot find a longer
   * path: in a chain of thousands of switches with hosts, all but a few.
   */
  private void overForwardingSwitches() {
    List<Destinations> farthestFirst = trees.destinations().stream().filter(to -> trees.mostSwitches(to) > 0)
        .sorted((one, other) -> Integer.compare(trees.mostSwitches(other), trees.mostSwitches(one))) // the start-up cache holds it
        .toList();
    var bounds = new PathBounds(graph, trees.samples());
    for (Destinations to : farthestFirst) {
      int most = trees.mostSwitches(to);
      if (most > mostBehindSwitches || !isCovered(bounds.across(most + 1))) {
        Tree tree = trees.passingTree(to);
        countSwitches(to, tree);
        if (!isCovered(bounds.across(tree.mostSwitches() + 1))) {
          overForwardingSwitches(to, tree);
        }
      }
    }
  }

  private void overForwardingSwitches(Destinations to, Tree tree) {
    for (Uplinks from : trees.uplinks()) {
      PathLeg leg = trees.far(from.switches, from.cables, tree);
      if (leg.exists() && !isCovered(leg) && isAnyFar(from, to)) {
        add(leg);
      }
    }
  }

  private void countSwitches(Destinations to, Tree tree) {
    if (tree.mostSwitches() <= mostBehindSwitches) {
      return;
    }
    int[] own = to.hosts.getFirst().switches;
    int without = to.hosts.size() == 1 && own.length == 1 ? own[0] : SwitchGraph.NONE; // has no equal host
    for (int number = 0; number < tree.leg.length; number++) {
      if (number != without) {
        mostBehindSwitches = Math.max(mostBehindSwitches, tree.leg[number].switches());
      }
    }
  }

  /** Reports whether some host shares no cable and no switch with some other. */
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

  /** Reports whether that is the path of two of these hosts. */
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
}
