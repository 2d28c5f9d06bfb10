package dev.inflight.net.fabric;

import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One shortest path between any two hosts: the first one found by a breadth-first search from the destination, neighbours by descending
 * number; of parallel cables the last one counts. Hosts with equal cables to the same nodes see the rest of the network alike: a search is made,
 * and its outcome kept, once for each such group and for switches only.
 */
final class PathTrees {
  /** What adds up along a path. */
  record Leg(int switches, long delayPs, double psPerByte, long hopNs, long bottleneckBitsPerSec) {
    /** The path of a host to itself, or none. */
    static final Leg NONE = new Leg(0, 0, 0, 0, 0);

    private static final Leg START = new Leg(0, 0, 0, 0, Long.MAX_VALUE);

    /** The same path and a cable before it, which begins behind that many switches. */
    private Leg behind(Topology.Link link, int moreSwitches, int payloadBytes) {
      long rate = link.rateBitsPerSec();
      return new Leg(switches + moreSwitches, delayPs + link.delayPs(), psPerByte + 8e12 / rate,
          hopNs + payloadBytes * 1_000_000_000L * 8 / rate, Math.min(bottleneckBitsPerSec, rate));
    }

    boolean exists() {
      return bottleneckBitsPerSec > 0;
    }
  }

  /** A node's cable to a neighbour, as far as paths know it. */
  private record Attachment(int neighbour, long rateBitsPerSec, long delayPs) {
  }

  /** Hosts that are attached alike; of more than two only two are ever looked at. */
  private static final class Group {
    final int host;
    int otherHost = NOBODY;
    final int[] order;
    final @Nullable Leg[] legs;

    Group(int host, int switches) {
      this.host = host;
      order = new int[switches];
      Arrays.fill(order, UNSEEN);
      legs = new Leg[switches];
    }
  }

  private static final int NOBODY = -1;
  private static final int UNSEEN = Integer.MAX_VALUE;

  private final Topology topology;
  private final int payloadBytes;
  /** Each node's cables, those to higher nodes first, one to each neighbour. */
  private final Topology.Link[][] linksOfNode;
  /** For each switch, its number among switches. */
  private final int[] switchNumber;
  private final int switches;
  /** By node; switches have none. */
  private final @Nullable Group[] groupOfHost;
  private final List<Group> groups = new ArrayList<>();

  /** Searches all paths. */
  PathTrees(Topology topology, int payloadBytes) {
    this.topology = topology;
    this.payloadBytes = payloadBytes;
    int nodes = topology.nodeCount();
    linksOfNode = linksOfNode();
    switchNumber = new int[nodes];
    int numbered = 0;
    for (int node = 0; node < nodes; node++) {
      switchNumber[node] = topology.isSwitch(node) ? numbered++ : NOBODY;
    }
    switches = numbered;
    groupOfHost = new Group[nodes];
    Map<List<Attachment>, Group> known = new HashMap<>();
    for (int host : topology.hosts()) {
      Group group = known.get(attachments(host));
      if (group == null) {
        group = search(host);
        known.put(attachments(host), group);
        groups.add(group);
      } else {
        group.otherHost = host;
      }
      groupOfHost[host] = group;
    }
  }

  private Topology.Link[][] linksOfNode() {
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

  private List<Attachment> attachments(int host) {
    return Arrays.stream(linksOfNode[host])
        .map(link -> new Attachment(other(link, host), link.rateBitsPerSec(), link.delayPs())).toList();
  }

  private static int other(Topology.Link link, int node) {
    return link.a() == node ? link.b() : link.a();
  }

  /** Each switch's path to a host, and in which order the search has reached it. */
  @SuppressWarnings("NullAway") // who is in the queue has a path
  private Group search(int destination) {
    var found = new Group(destination, switches);
    int[] queue = new int[switches];
    int filled = reach(destination, Leg.START, 0, found, queue, 0);
    for (int served = 0; served < filled; served++) {
      int node = queue[served];
      filled = reach(node, found.legs[switchNumber[node]], 1, found, queue, filled);
    }
    return found;
  }

  private int reach(int node, Leg leg, int moreSwitches, Group found, int[] queue, int filledBefore) {
    int filled = filledBefore;
    for (Topology.Link link : linksOfNode[node]) {
      int next = other(link, node);
      int number = switchNumber[next];
      if (number != NOBODY && found.order[number] == UNSEEN) {
        found.order[number] = filled;
        found.legs[number] = leg.behind(link, moreSwitches, payloadBytes);
        queue[filled++] = next;
      }
    }
    return filled;
  }

  /** The path from one host to another; {@link Leg#NONE} when none leads there. */
  @SuppressWarnings("NullAway") // hosts have groups, and who was reached has a path
  Leg path(int source, int destination) {
    if (source == destination) {
      return Leg.NONE;
    }
    Group to = groupOfHost[destination];
    Topology.Link first = null;
    int earliest = UNSEEN;
    for (Topology.Link link : linksOfNode[source]) {
      int next = other(link, source);
      if (next == destination) {
        return Leg.START.behind(link, 0, payloadBytes);
      }
      int number = switchNumber[next];
      if (number != NOBODY && to.order[number] < earliest) {
        earliest = to.order[number];
        first = link;
      }
    }
    return first == null ? Leg.NONE : to.legs[switchNumber[other(first, source)]].behind(first, 1, payloadBytes);
  }

  /** How many tables are kept. */
  int tables() {
    return groups.size();
  }

  /** Shows the paths between hosts, of equal ones as few as are easily told. */
  void forEach(Consumer<Leg> action) {
    for (Group to : groups) {
      for (Group from : groups) {
        int source = from == to ? to.otherHost : from.host;
        if (source != NOBODY) {
          Leg leg = path(source, to.host);
          if (leg.exists()) {
            action.accept(leg);
          }
        }
      }
    }
  }

  /** The number of switches on the longest of the paths to a host, from other hosts and from behind switches that may have none. */
  int mostSwitches() {
    var most = new int[1];
    forEach(leg -> most[0] = Math.max(most[0], leg.switches()));
    for (Group to : groups) {
      for (Leg leg : to.legs) {
        if (leg != null) {
          most[0] = Math.max(most[0], leg.switches());
        }
      }
    }
    return most[0];
  }
}
