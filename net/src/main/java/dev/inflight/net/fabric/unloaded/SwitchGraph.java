package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.topology.Topology;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The switches that can forward to another switch, numbered by ascending node, and the cables to them. A switch without a cable
 * to another switch (a server's, or the only one) has no number, because every search that reaches it ends there.
 */
final class SwitchGraph {
  static final int NONE = -1;
  static final int UNSEEN = Integer.MAX_VALUE;

  private static final int STEPS = 1 << 12;

  final Topology topology;
  final int payloadBytes;
  private final Topology.Link[][] linksOfNode;
  private final int[] number; // by node
  private final int[][] upwards; // by node, the numbers of the switches that it is cabled to
  private final int[][] upwardsKinds; // of those cables
  private final int[] nodeOf; // by number
  private final Map<LongBuffer, Integer> kinds = new HashMap<>(); // by rate and delay
  private final List<Topology.Link> linkOfKind = new ArrayList<>();
  private final Map<PathLeg, Integer> numberOfLeg = new HashMap<>();
  private final List<PathLeg> legs = new ArrayList<>();
  /** Last results of {@link #behind}, by leg and kind of cable, in limited room: most cables are alike. */
  private final long[] stepFrom = new long[STEPS];
  private final int[] stepTo = new int[STEPS];

  /** Each switch's path to some hosts, by the switch's number. Immutable once found. */
  static final class Tree {
    /** Position of the switch in the order of the search; {@link #UNSEEN} without a path. */
    final int[] order;
    /** Leg of its path. */
    final PathLeg[] leg;
    /** The path of the switch reached last, which has the most switches; {@link PathLeg#NONE} if none was reached. */
    private PathLeg last = PathLeg.NONE;

    private Tree(int switches) {
      order = new int[switches];
      leg = new PathLeg[switches];
      Arrays.fill(order, UNSEEN);
      Arrays.fill(leg, PathLeg.NONE);
    }

    private void reach(int number, int place, PathLeg path) {
      order[number] = place;
      leg[number] = path;
      last = path;
    }

    /** The number of switches on the longest path, 0 when there is none. */
    int mostSwitches() {
      return last.switches();
    }
  }

  SwitchGraph(Topology topology, int payloadBytes) {
    this.topology = topology;
    this.payloadBytes = payloadBytes;
    linksOfNode = chosenLinks(topology);
    int nodes = topology.nodeCount();
    number = new int[nodes];
    int numbered = 0;
    for (int node = 0; node < nodes; node++) {
      number[node] = topology.isSwitch(node) && hasSwitch(node) ? numbered++ : NONE;
    }
    nodeOf = new int[numbered];
    upwards = new int[nodes][];
    upwardsKinds = new int[nodes][];
    for (int node = 0; node < nodes; node++) {
      if (number[node] != NONE) {
        nodeOf[number[node]] = node;
      }
      listUpwards(node);
    }
    Arrays.fill(stepFrom, NONE);
  }

  /** Each node's cables, cables to higher nodes first, one per neighbor: the last of parallel ones. */
  private static Topology.Link[][] chosenLinks(Topology topology) {
    List<List<Topology.Link>> all = topology.linksOfNodes();
    var chosen = new Topology.Link[all.size()][];
    for (int node = 0; node < chosen.length; node++) {
      int here = node;
      List<Topology.Link> links = all.get(node);
      links.sort((x, y) -> Integer.compare(other(y, here), other(x, here)));
      var last = new ArrayList<Topology.Link>(links.size());
      for (int i = 0; i < links.size(); i++) {
        if (i + 1 == links.size() || other(links.get(i + 1), node) != other(links.get(i), node)) {
          last.add(links.get(i));
        }
      }
      chosen[node] = last.toArray(Topology.Link[]::new);
      links.clear();
    }
    return chosen;
  }

  private boolean hasSwitch(int node) {
    for (Topology.Link link : linksOfNode[node]) {
      if (topology.isSwitch(other(link, node))) {
        return true;
      }
    }
    return false;
  }

  private void listUpwards(int node) {
    int[] numbers = new int[linksOfNode[node].length];
    int[] kindsThere = new int[numbers.length];
    int found = 0;
    for (Topology.Link link : linksOfNode[node]) {
      int there = number[other(link, node)];
      if (there != NONE) {
        numbers[found] = there;
        kindsThere[found++] = kind(link);
      }
    }
    upwards[node] = Arrays.copyOf(numbers, found);
    upwardsKinds[node] = Arrays.copyOf(kindsThere, found);
  }

  static int other(Topology.Link link, int node) {
    return link.a() == node ? link.b() : link.a();
  }

  /** A node's cables, cables to higher nodes first, one per neighbor. */
  Topology.Link[] links(int node) {
    return linksOfNode[node];
  }

  /** The number of a switch that forwards to others; {@link #NONE} for other nodes. */
  int number(int node) {
    return number[node];
  }

  /** Number of switches that forward. */
  int switches() {
    return nodeOf.length;
  }

  /** The switch with that number. */
  int node(int numberOfSwitch) {
    return nodeOf[numberOfSwitch];
  }

  /** The numbers of the forwarding switches to which a node is cabled, descending. */
  int[] upwards(int node) {
    return upwards[node];
  }

  /** The kinds of those cables. */
  int[] upwardsKinds(int node) {
    return upwardsKinds[node];
  }

  /** Number of a cable's kind, which cables of equal rate and delay share. */
  int kind(Topology.Link link) {
    Integer known = kinds.putIfAbsent(LongBuffer.wrap(new long[] {link.rateBitsPerSec(), link.delayPs()}), linkOfKind.size());
    if (known == null) {
      linkOfKind.add(link);
      return linkOfKind.size() - 1;
    }
    return known;
  }

  /** A cable of that kind. */
  Topology.Link cable(int kind) {
    return linkOfKind.get(kind);
  }

  /** The path over a host's cable alone. */
  PathLeg overCable(Topology.Link link) {
    return PathLeg.START.behind(link, 0, payloadBytes);
  }

  /** Returns this path with one more switch and the cable before it. */
  PathLeg behind(PathLeg leg, Topology.Link link) {
    return leg.behind(link, 1, payloadBytes);
  }

  /**
   * Searches breadth first from a node, to which the search may come back.
   *
   * @param here the node's own path to the destination
   * @param isHost true if that is the node itself
   */
  Tree search(int node, PathLeg here, boolean isHost) {
    var tree = new Tree(nodeOf.length);
    int[] queue = new int[nodeOf.length];
    int[] legOfQueue = new int[nodeOf.length];
    int filled = 0;
    for (int at = 0; at < upwards[node].length; at++) {
      int leg = intern(here.behind(cable(upwardsKinds[node][at]), isHost ? 0 : 1, payloadBytes));
      queue[filled] = upwards[node][at];
      legOfQueue[filled] = leg;
      tree.reach(upwards[node][at], filled++, legs.get(leg));
    }
    for (int served = 0; served < filled; served++) {
      int leg = legOfQueue[served];
      int[] next = upwards[nodeOf[queue[served]]];
      int[] kind = upwardsKinds[nodeOf[queue[served]]];
      for (int at = 0; at < next.length; at++) {
        if (tree.order[next[at]] == UNSEEN) {
          int longer = behind(leg, kind[at]);
          queue[filled] = next[at];
          legOfQueue[filled] = longer;
          tree.reach(next[at], filled++, legs.get(longer));
        }
      }
    }
    return tree;
  }

  private int behind(int leg, int kind) {
    long step = (long) leg << 32 | kind;
    int place = (int) (step * 0x9E3779B97F4A7C15L >>> 52);
    if (stepFrom[place] != step) {
      stepFrom[place] = step;
      stepTo[place] = intern(behind(legs.get(leg), cable(kind)));
    }
    return stepTo[place];
  }

  private int intern(PathLeg leg) {
    Integer known = numberOfLeg.putIfAbsent(leg, legs.size());
    if (known == null) {
      legs.add(leg);
      return legs.size() - 1;
    }
    return known;
  }
}
