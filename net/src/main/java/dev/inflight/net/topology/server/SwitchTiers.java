package dev.inflight.net.topology.server;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Tiers of switches: the number of cables from a switch to the nearest host, 1 next to hosts. Switches inside a server
 * ({@link Servers}) are in no tier.
 */
public final class SwitchTiers {
  private static final int NONE = -1;

  private final Topology topology;
  private final int[] tiers;
  private final BitSet inServers = new BitSet();

  /** The tiers of a topology. */
  public SwitchTiers(Topology topology) {
    this.topology = topology;
    List<List<Link>> links = topology.linksOfNodes();
    findInServers(links);
    tiers = new int[topology.nodeCount()];
    Arrays.fill(tiers, NONE);
    int[] queue = new int[tiers.length];
    int found = 0;
    for (int host : topology.hosts()) {
      tiers[host] = 0;
      queue[found++] = host;
    }
    for (int done = 0; done < found; done++) {
      for (Link link : links.get(queue[done])) {
        int peer = link.a() == queue[done] ? link.b() : link.a();
        if (tiers[peer] == NONE && !inServers.get(peer)) {
          tiers[peer] = tiers[queue[done]] + 1;
          queue[found++] = peer;
        }
      }
    }
  }

  /** Marks networks of cabled switches as inside a server if that server has all of their hosts. */
  private void findInServers(List<List<Link>> links) {
    Servers servers = Servers.of(topology);
    var seen = new BitSet();
    for (int first = 0; first < links.size(); first++) {
      if (!topology.isSwitch(first) || seen.get(first)) {
        continue;
      }
      var network = new ArrayDeque<Integer>(List.of(first));
      var switches = new BitSet();
      var hosts = new BitSet();
      seen.set(first);
      while (!network.isEmpty()) {
        int node = network.remove();
        switches.set(node);
        for (Link link : links.get(node)) {
          int peer = link.a() == node ? link.b() : link.a();
          if (!topology.isSwitch(peer)) {
            hosts.set(peer);
          } else if (!seen.get(peer)) {
            seen.set(peer);
            network.add(peer);
          }
        }
      }
      if (hosts.cardinality() > 1 && hosts.stream().map(servers::serverOf).distinct().count() == 1) {
        inServers.or(switches);
      }
    }
  }

  /** The tier of a node: 0 of hosts, and -1 inside servers and where no path leads. */
  public int of(int node) {
    return tiers[node];
  }

  /** True if a node is a switch inside a server. */
  public boolean isInServer(int node) {
    return inServers.get(node);
  }

  /** The highest tier. */
  public int highest() {
    return Arrays.stream(tiers).max().orElse(0);
  }
}
