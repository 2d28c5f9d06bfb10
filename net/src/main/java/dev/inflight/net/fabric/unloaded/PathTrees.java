package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.fabric.unloaded.SwitchGraph.Tree;
import dev.inflight.net.topology.Topology;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One shortest path between any two hosts: the first one that a breadth-first search from the destination finds, with neighbors
 * by descending number; of parallel cables the last one counts. A switch without a cable to another switch leads nowhere else, so
 * a search does not distinguish hosts with equal cables to forwarding switches. For hosts with a single such cable, it does not
 * distinguish these switches either, if they have equal cables to others. So there are about as many searches as pods or rails.
 * Each is made when a path is first requested, perhaps by several threads at once.
 */
final class PathTrees {
  /** Hosts with equal cables to the switches that forward. */
  static final class Uplinks {
    /** The numbers of those switches, descending. */
    final int[] switches;
    /** The kinds of the cables to them. */
    final int[] cables;
    /** One host for each group of hosts with equal cables. */
    final List<Integer> hosts = new ArrayList<>();

    private Uplinks(int[] switches, int[] cables) {
      this.switches = switches;
      this.cables = cables;
    }
  }

  /** Hosts that a search does not distinguish. For a host's only switch, the tree has the numbers of an equal switch. */
  static final class Destinations {
    final List<Uplinks> hosts = new ArrayList<>();
    /** Start of the search: the hosts' own switch, or one of these hosts. */
    private final int from;
    private final PathLeg leg;
    private final boolean hasOwnSwitch;
    private volatile @Nullable Tree tree;

    private Destinations(int from, PathLeg leg, boolean hasOwnSwitch) {
      this.from = from;
      this.leg = leg;
      this.hasOwnSwitch = hasOwnSwitch;
    }
  }

  /** Switches in all trees that are kept before they are requested: 64 MB. */
  private static final long MOST_KEPT = 1 << 23;
  private static final int BACK_AGAIN = 2;

  private final SwitchGraph graph;
  private final SwitchDistances distances;
  private final Destinations[] ofHost; // by node; switches have none
  private final List<Uplinks> uplinks = new ArrayList<>();
  private final List<Destinations> destinations = new ArrayList<>();
  /** Two hosts per combination of equal cables. */
  private final List<Integer> samples = new ArrayList<>();
  private int kept;

  /** Sorts hosts by their cables. */
  PathTrees(Topology topology, int payloadBytes) {
    graph = new SwitchGraph(topology, payloadBytes);
    distances = new SwitchDistances(graph);
    ofHost = new Destinations[topology.nodeCount()];
    var uplinksByCables = new HashMap<IntBuffer, Uplinks>();
    var destinationsByCables = new HashMap<IntBuffer, Destinations>();
    var ofUplinks = new HashMap<Uplinks, Destinations>();
    var alike = new HashMap<IntBuffer, Integer>();
    for (int host : topology.hosts()) {
      Uplinks here = uplinksByCables.computeIfAbsent(joined(graph.upwards(host), graph.upwardsKinds(host)), _ -> add(host));
      ofHost[host] = ofUplinks.computeIfAbsent(here, _ -> destinations(host, here, destinationsByCables));
      int sample = alike.merge(allCables(host), 1, Integer::sum);
      if (sample == 1) {
        here.hosts.add(host);
      }
      if (sample <= 2) {
        samples.add(host);
      }
    }
  }

  private Uplinks add(int host) {
    var added = new Uplinks(graph.upwards(host), graph.upwardsKinds(host));
    uplinks.add(added);
    return added;
  }

  private Destinations destinations(int host, Uplinks here, Map<IntBuffer, Destinations> byCables) {
    boolean hasOwnSwitch = here.switches.length == 1;
    int from = hasOwnSwitch ? graph.node(here.switches[0]) : host;
    IntBuffer key = joined(graph.upwards(from), graph.upwardsKinds(from), hasOwnSwitch ? here.cables[0] : SwitchGraph.NONE);
    Destinations found = byCables.computeIfAbsent(key, _ -> {
      PathLeg leg = hasOwnSwitch ? graph.overCable(graph.cable(here.cables[0])) : PathLeg.START;
      var added = new Destinations(from, leg, hasOwnSwitch);
      destinations.add(added);
      return added;
    });
    found.hosts.add(here);
    return found;
  }

  private static IntBuffer joined(int[] numbers, int[] kinds, int... more) {
    return IntBuffer.allocate(numbers.length + kinds.length + more.length).put(numbers).put(kinds).put(more).flip();
  }

  private IntBuffer allCables(int host) {
    Topology.Link[] links = graph.links(host);
    IntBuffer key = IntBuffer.allocate(2 * links.length);
    for (Topology.Link link : links) {
      key.put(SwitchGraph.other(link, host)).put(graph.kind(link));
    }
    return key.flip();
  }

  /** The path from one host to another; {@link PathLeg#NONE} when none leads there. */
  PathLeg path(int source, int destination) {
    if (source == destination) {
      return PathLeg.NONE;
    }
    PathLeg near = near(source, destination);
    return near == null ? far(graph.upwards(source), graph.upwardsKinds(source), tree(ofHost[destination])) : near;
  }

  /** Reports, without a search, whether a path leads from one host to another. */
  boolean reaches(int source, int destination) {
    return source != destination
        && (near(source, destination) != null || distances.anyReaches(graph.upwards(source), graph.upwards(destination)));
  }

  private Tree tree(Destinations to) {
    Tree known = to.tree;
    return known == null ? search(to, true) : known;
  }

  /** The tree of these destinations. It is kept only if there is room, because paths to most of them may never be requested. */
  Tree passingTree(Destinations to) {
    return search(to, (kept + 1L) * graph.switches() <= MOST_KEPT);
  }

  /** The graph has a cache of results: one thread at a time. */
  private synchronized Tree search(Destinations to, boolean keep) {
    Tree known = to.tree;
    if (known != null) {
      return known;
    }
    Tree found = graph.search(to.from, to.leg, !to.hasOwnSwitch);
    if (keep) {
      to.tree = found;
      kept++;
    }
    return found;
  }

  /**
   * Bound of {@linkplain Tree#mostSwitches the switches} on a path in any tree of these destinations. A search from a switch
   * returns to it over one other switch.
   */
  int mostSwitches(Destinations to) {
    if (to.hasOwnSwitch) {
      return Math.max(BACK_AGAIN, distances.mostHops(graph.number(to.from)));
    }
    int most = 0;
    for (int number : graph.upwards(to.from)) {
      most = Math.max(most, distances.mostHops(number));
    }
    return most;
  }

  /** The path between two hosts over their cable, or over a switch to which both are cabled; null if it is longer. */
  @Nullable
  PathLeg near(int source, int destination) {
    Topology.Link[] from = graph.links(source);
    for (Topology.Link link : from) {
      if (SwitchGraph.other(link, source) == destination) {
        return graph.overCable(link);
      }
    }
    Topology.Link[] to = graph.links(destination);
    for (int at = 0, there = 0; at < from.length && there < to.length;) {
      int first = SwitchGraph.other(from[at], source);
      int last = SwitchGraph.other(to[there], destination);
      if (first == last && graph.topology.isSwitch(first)) {
        return graph.behind(graph.overCable(to[there]), from[at]);
      }
      at += first >= last ? 1 : 0;
      there += last >= first ? 1 : 0;
    }
    return null;
  }

  /** The path from a host with these cables to others that are not {@linkplain #near near}; {@link PathLeg#NONE} without one. */
  PathLeg far(int[] switches, int[] cables, Tree to) {
    int first = SwitchGraph.NONE;
    int earliest = SwitchGraph.UNSEEN;
    for (int at = 0; at < switches.length; at++) {
      if (to.order[switches[at]] < earliest) {
        earliest = to.order[switches[at]];
        first = at;
      }
    }
    return first == SwitchGraph.NONE ? PathLeg.NONE : graph.behind(to.leg[switches[first]], graph.cable(cables[first]));
  }

  /** Number of searches that cover all hosts. */
  int searches() {
    return destinations.size();
  }

  /** Number of searches that have been made and kept. */
  synchronized int kept() {
    return kept;
  }

  SwitchGraph graph() {
    return graph;
  }

  /** Distinct sets of hosts' cables to forwarding switches. */
  List<Uplinks> uplinks() {
    return uplinks;
  }

  /** All hosts, as searches distinguish them. */
  List<Destinations> destinations() {
    return destinations;
  }

  /** Hosts of every kind: two per combination of equal cables, or one if there are no two. */
  List<Integer> samples() {
    return samples;
  }
}
