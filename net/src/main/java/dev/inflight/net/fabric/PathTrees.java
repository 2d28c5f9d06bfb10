package dev.inflight.net.fabric;

import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One shortest path between any two hosts: the first one found by a breadth-first search from the destination, neighbours by descending
 * number; of parallel cables the last one counts. A search tells apart no hosts with equal cables to the same switches, and of hosts with a
 * single cable not even their switches, if those have equal cables to the same switches: there is one search for all of them, and so
 * there are about as many as pods.
 */
final class PathTrees {
  /** What adds up along a path. */
  record Leg(int switches, long delayPs, double psPerByte, long hopNs, long bottleneckBitsPerSec) {
    /** The path of a host to itself, or none. */
    static final Leg NONE = new Leg(0, 0, 0, 0, 0);

    private static final Leg START = new Leg(0, 0, 0, 0, Long.MAX_VALUE);

    // Those of records are made at each start, as the start-up cache cannot hold them.

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Leg that && switches == that.switches && delayPs == that.delayPs && hopNs == that.hopNs
          && Double.doubleToLongBits(psPerByte) == Double.doubleToLongBits(that.psPerByte)
          && bottleneckBitsPerSec == that.bottleneckBitsPerSec;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(((switches * 31L + delayPs) * 31 + hopNs) * 31 + bottleneckBitsPerSec) ^ Double.hashCode(psPerByte);
    }

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
    /** Spelt out, as is equality, because a start-up cache holds no record's own: to make them takes each start some milliseconds. */
    @Override
    public int hashCode() {
      return (neighbour * 31 + Long.hashCode(rateBitsPerSec)) * 31 + Long.hashCode(delayPs);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Attachment that && neighbour == that.neighbour && rateBitsPerSec == that.rateBitsPerSec
          && delayPs == that.delayPs;
    }
  }

  /**
   * What a search tells apart.
   *
   * @param own the only cable of a host, if it leads to a switch
   * @param above the cables of that switch to others, or else of the host
   */
  private record Kind(@Nullable Attachment own, List<Attachment> above) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Kind that && Objects.equals(own, that.own) && above.equals(that.above);
    }

    @Override
    public int hashCode() {
      return 31 * Objects.hashCode(own) + above.hashCode();
    }
  }

  /** Hosts of one kind, and each switch's path to them. Of a host's own switch it says what holds for its like, if there are any. */
  private static final class Group {
    final Kind kind;
    /** Two hosts of each own switch, the second perhaps nobody; those without are all of one that does not exist. */
    final Map<Integer, int[]> hosts = new LinkedHashMap<>();
    final int[] order;
    final @Nullable Leg[] legs;

    Group(Kind kind, int switches) {
      this.kind = kind;
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
  private final Map<Kind, Group> groups = new LinkedHashMap<>();
  private final Map<Attachment, Group> groupOfCable = new HashMap<>(); // of hosts with a switch of their own
  private final Map<Leg, Leg> known = new HashMap<>(); // equal ones are one object

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
    for (int host : topology.hosts()) {
      Group group = group(host);
      groupOfHost[host] = group;
      int[] there = group.hosts.computeIfAbsent(ownSwitch(host), own -> new int[] {host, NOBODY});
      if (there[0] != host) {
        there[1] = host;
      }
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

  /** The switch of a host that has a single cable; nobody for others. */
  private int ownSwitch(int host) {
    Topology.Link[] links = linksOfNode[host];
    return links.length == 1 && topology.isSwitch(other(links[0], host)) ? other(links[0], host) : NOBODY;
  }

  private Group group(int host) {
    if (ownSwitch(host) == NOBODY) {
      return groups.computeIfAbsent(kind(host), kind -> search(host, kind));
    }
    return groupOfCable.computeIfAbsent(attachment(linksOfNode[host][0], host),
        cable -> groups.computeIfAbsent(kind(host), kind -> search(host, kind)));
  }

  private Kind kind(int host) {
    int own = ownSwitch(host);
    if (own == NOBODY) {
      return new Kind(null, Arrays.stream(linksOfNode[host]).map(link -> attachment(link, host)).toList());
    }
    Topology.Link cable = linksOfNode[host][0];
    return new Kind(new Attachment(NOBODY, cable.rateBitsPerSec(), cable.delayPs()), Arrays.stream(linksOfNode[own])
        .filter(link -> topology.isSwitch(other(link, own))).map(link -> attachment(link, own)).toList());
  }

  private static Attachment attachment(Topology.Link link, int node) {
    return new Attachment(other(link, node), link.rateBitsPerSec(), link.delayPs());
  }

  private static int other(Topology.Link link, int node) {
    return link.a() == node ? link.b() : link.a();
  }

  /** Each switch's path to a host, and in which order the search has reached it. */
  @SuppressWarnings("NullAway") // who is in the queue has a path
  private Group search(int destination, Kind kind) {
    var found = new Group(kind, switches);
    int[] queue = new int[switches];
    int own = ownSwitch(destination);
    int filled = own == NOBODY
        ? reach(destination, Leg.START, 0, found, queue, 0)
        : reach(own, Leg.START.behind(linksOfNode[destination][0], 0, payloadBytes), 1, found, queue, 0);
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
        found.legs[number] = known.computeIfAbsent(leg.behind(link, moreSwitches, payloadBytes), each -> each);
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
    int last = ownSwitch(destination);
    Topology.Link first = null;
    int earliest = UNSEEN;
    for (Topology.Link link : linksOfNode[source]) {
      int next = other(link, source);
      if (next == destination) {
        return Leg.START.behind(link, 0, payloadBytes);
      }
      if (next == last) {
        return Leg.START.behind(linksOfNode[destination][0], 0, payloadBytes).behind(link, 1, payloadBytes);
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
    for (Group to : groups.values()) {
      for (Group from : groups.values()) {
        if (from.kind.above.equals(to.kind.above)) {
          withinSwitches(from, to, action);
        }
        betweenSwitches(from, to, action);
      }
    }
  }

  /** Of hosts with the same switch; of those without one of their own, any two. */
  private void withinSwitches(Group from, Group to, Consumer<Leg> action) {
    to.hosts.forEach((own, there) -> {
      int[] here = from.hosts.get(own);
      if (here != null) {
        show(here[from == to ? 1 : 0], there[0], action);
      }
    });
  }

  /** Of hosts with different switches: it only matters whether these have a cable between them, and that they are two. */
  private void betweenSwitches(Group from, Group to, Consumer<Leg> action) {
    List<Integer> sources = differing(from, to.kind);
    for (int last : differing(to, from.kind)) {
      for (int first : sources) {
        if (first != last || first == NOBODY && from != to) {
          show(hostsAt(from, first)[0], hostsAt(to, last)[0], action);
        }
      }
    }
  }

  /** Two of a group's own switches to which others have cables, and two to which they have none. */
  private static List<Integer> differing(Group group, Kind others) {
    Set<Integer> theirs = others.above.stream().map(Attachment::neighbour).collect(Collectors.toSet());
    return Stream.of(true, false)
        .flatMap(cabled -> group.hosts.keySet().stream().filter(own -> theirs.contains(own) == cabled).limit(2)).toList();
  }

  @SuppressWarnings("NullAway") // asked for switches that are in the group
  private static int[] hostsAt(Group group, int own) {
    return group.hosts.get(own);
  }

  private void show(int source, int destination, Consumer<Leg> action) {
    Leg leg = source == NOBODY ? Leg.NONE : path(source, destination);
    if (leg.exists()) {
      action.accept(leg);
    }
  }

  /** The number of switches on the longest of the paths to a host, from other hosts and from behind switches that may have none. */
  int mostSwitches() {
    var most = new int[1];
    forEach(leg -> most[0] = Math.max(most[0], leg.switches()));
    for (Group to : groups.values()) {
      int only = to.hosts.size() == 1 ? to.hosts.keySet().iterator().next() : NOBODY; // has no like
      for (int node = 0; node < switchNumber.length; node++) {
        Leg leg = switchNumber[node] == NOBODY || node == only ? null : to.legs[switchNumber[node]];
        if (leg != null) {
          most[0] = Math.max(most[0], leg.switches());
        }
      }
    }
    return most[0];
  }
}
