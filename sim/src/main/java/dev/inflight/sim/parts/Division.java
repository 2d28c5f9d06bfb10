package dev.inflight.sim.parts;

import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/**
 * Division of a fabric into parts that run in parallel: the part of each node, and the look-ahead, which is the least delay of a
 * cable between two parts. Hosts stay with their switch, and nodes with a cable without delay stay together. Switches of each
 * tier are shared out in the order of their numbers, so that racks and pods stay together if the tiers are numbered alike.
 */
public final class Division {
  /** The part of a node in another process. */
  public static final int ELSEWHERE = -1;

  private final int[] partOfNode;
  private final int parts;
  private final long lookaheadPs;
  private final int[] rankOfNode; // empty if all parts are in one process

  private Division(Topology topology, int[] partOfNode, int parts) {
    this.partOfNode = partOfNode;
    this.parts = parts;
    lookaheadPs = topology.links().stream().filter(link -> partOfNode[link.a()] != partOfNode[link.b()])
        .mapToLong(Topology.Link::delayPs).min().orElse(Long.MAX_VALUE);
    rankOfNode = new int[0];
  }

  /** The parts of one process. */
  private Division(Division all, int rank, int ranks) {
    rankOfNode = Arrays.stream(all.partOfNode).map(part -> (int) ((long) part * ranks / all.parts)).toArray();
    int first = Math.ceilDiv(rank * all.parts, ranks);
    parts = Math.ceilDiv((rank + 1) * all.parts, ranks) - first;
    partOfNode = all.partOfNode.clone();
    for (int node = 0; node < partOfNode.length; node++) {
      partOfNode[node] = rankOfNode[node] == rank ? partOfNode[node] - first : ELSEWHERE;
    }
    lookaheadPs = all.lookaheadPs;
  }

  /**
   * Returns the share of one of several processes in this division: some of its parts, numbered from 0.
   *
   * @param rank the process, 0 and up
   * @param ranks number of processes, at most as many as parts
   */
  public Division share(int rank, int ranks) {
    if (ranks > parts) {
      throw new IllegalArgumentException(ranks + " processes for " + parts + " parts");
    }
    return new Division(this, rank, ranks);
  }

  /** Puts all nodes in one part. */
  public static Division whole(Topology topology) {
    return new Division(topology, new int[topology.nodeCount()], 1);
  }

  /**
   * Divides into parts of about equal traffic.
   *
   * @param most largest number of parts; there are fewer if not so many switches have hosts
   */
  public static Division of(Topology topology, int most) {
    return of(topology, most, 1);
  }

  /**
   * Divides into parts of about equal traffic, with no cable shorter than this between them.
   *
   * @param most largest number of parts; there are fewer if not so many groups of nodes have hosts
   * @param leastDelayPs the least look-ahead, above 0
   */
  public static Division of(Topology topology, int most, long leastDelayPs) {
    var groups = new Groups(topology, leastDelayPs);
    int[] tiers = tiers(topology);
    int[] chosen = new int[topology.nodeCount()];
    Arrays.fill(chosen, -1);
    List<Integer> leaders = groups.leaders(tiers);
    int parts = (int) Math.clamp(Arrays.stream(topology.hosts()).map(groups::leader).distinct().count(), 1, most); // no hosts: 1
    int from = 0;
    while (from < leaders.size()) {
      int to = from;
      while (to < leaders.size() && tiers[leaders.get(to)] == tiers[leaders.get(from)]) {
        to++;
      }
      share(leaders.subList(from, to), groups, parts, chosen);
      from = to;
    }
    int[] partOfNode = new int[topology.nodeCount()];
    for (int node = 0; node < partOfNode.length; node++) {
      partOfNode[node] = chosen[groups.leader(node)];
    }
    return numbered(topology, partOfNode);
  }

  /**
   * Makes a given division.
   *
   * @param partOfNode numbers of parts, by node; nodes with a cable without delay between them must be in one part
   */
  public static Division of(Topology topology, int[] partOfNode) {
    Division made = numbered(topology, partOfNode);
    if (made.lookaheadPs <= 0) {
      throw new IllegalArgumentException("a cable without delay is cut");
    }
    return made;
  }

  /** Shares groups out so that each part gets about the same weight. */
  private static void share(List<Integer> leaders, Groups groups, int most, int[] chosen) {
    double all = leaders.stream().mapToDouble(groups::weight).sum();
    double before = 0;
    for (int leader : leaders) {
      double weight = groups.weight(leader);
      chosen[leader] = (int) Math.min(most - 1, (before + weight / 2) / all * most);
      before += weight;
    }
  }

  /** Numbers the parts in the order of their first nodes. */
  private static Division numbered(Topology topology, int[] partOfNode) {
    var known = new HashMap<Integer, Integer>();
    int[] numbers = new int[partOfNode.length];
    for (int node = 0; node < numbers.length; node++) {
      numbers[node] = known.computeIfAbsent(partOfNode[node], _ -> known.size());
    }
    return new Division(topology, numbers, Math.max(1, known.size()));
  }

  /** Hops from the nearest host, by node. */
  private static int[] tiers(Topology topology) {
    int[] tiers = new int[topology.nodeCount()];
    Arrays.fill(tiers, Integer.MAX_VALUE);
    List<List<Topology.Link>> links = topology.linksOfNodes();
    var queue = new ArrayList<Integer>();
    for (int host : topology.hosts()) {
      tiers[host] = 0;
      queue.add(host);
    }
    for (int at = 0; at < queue.size(); at++) {
      int node = queue.get(at);
      for (Topology.Link link : links.get(node)) {
        int other = link.a() == node ? link.b() : link.a();
        if (tiers[other] == Integer.MAX_VALUE) {
          tiers[other] = tiers[node] + 1;
          queue.add(other);
        }
      }
    }
    return tiers;
  }

  /** Groups of nodes that stay together; one node represents each group. */
  private static final class Groups {
    private final int[] above;
    private final double[] weights;

    Groups(Topology topology, long leastDelayPs) {
      int nodes = topology.nodeCount();
      above = new int[nodes];
      weights = new double[nodes];
      for (int node = 0; node < nodes; node++) {
        above[node] = node;
      }
      boolean[] placed = new boolean[nodes];
      for (Topology.Link link : topology.links()) {
        boolean hostsCable = joins(topology, placed, link.a(), link.b()) | joins(topology, placed, link.b(), link.a());
        if (hostsCable || link.delayPs() < leastDelayPs) {
          join(topology, leader(link.a()), leader(link.b()));
        }
      }
      for (Topology.Link link : topology.links()) {
        weights[leader(link.a())] += link.rateBitsPerSec();
        weights[leader(link.b())] += link.rateBitsPerSec();
      }
    }

    /** True if this cable is the first one of a host to a switch; the host is then grouped with that switch. */
    private static boolean joins(Topology topology, boolean[] placed, int host, int other) {
      if (topology.isSwitch(host) || !topology.isSwitch(other) || placed[host]) {
        return false;
      }
      placed[host] = true;
      return true;
    }

    private void join(Topology topology, int one, int other) {
      if (topology.isSwitch(one)) {
        above[other] = one;
      } else {
        above[one] = other;
      }
    }

    int leader(int node) {
      int at = node;
      while (above[at] != at) {
        above[at] = above[above[at]];
        at = above[at];
      }
      return at;
    }

    double weight(int leader) {
      return Math.max(1, weights[leader]);
    }

    /** Leaders of groups by tier, and then by number. */
    List<Integer> leaders(int[] tiers) {
      var leaders = new ArrayList<Integer>();
      for (int node = 0; node < above.length; node++) {
        if (leader(node) == node) {
          leaders.add(node);
        }
      }
      leaders.sort((one, other) -> Integer.compare(tiers[one], tiers[other])); // those of a tier stay in order
      return leaders;
    }
  }

  /** Number of parts. */
  public int parts() {
    return parts;
  }

  /** Part of a node, from 0; {@link #ELSEWHERE} if another process has it. */
  public int partOf(int node) {
    return partOfNode[node];
  }

  /** The process that has a node; 0 if there is only one. */
  public int rankOf(int node) {
    return rankOfNode.length == 0 ? 0 : rankOfNode[node];
  }

  /** Shortest time of a packet from one part to another, in picoseconds; {@link Long#MAX_VALUE} if no cable is cut. */
  public long lookaheadPs() {
    return lookaheadPs;
  }
}
