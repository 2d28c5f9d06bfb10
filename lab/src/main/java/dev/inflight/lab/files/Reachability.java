package dev.inflight.lab.files;

import dev.inflight.net.topology.Topology;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which hosts of a topology can talk to each other. Only switches forward: two hosts need a common group of connected switches,
 * or a cable between them.
 */
final class Reachability {
  private final int[] group;
  private final int[][] groupsOfHost;

  Reachability(Topology topology) {
    group = IntStream.range(0, topology.nodeCount()).toArray();
    for (Topology.Link link : topology.links()) {
      if (topology.isSwitch(link.a()) && topology.isSwitch(link.b())) {
        group[root(link.a())] = root(link.b());
      }
    }
    groupsOfHost = new int[topology.nodeCount()][0];
    int cable = topology.nodeCount();
    for (Topology.Link link : topology.links()) {
      boolean fromSwitch = topology.isSwitch(link.a());
      boolean toSwitch = topology.isSwitch(link.b());
      if (!fromSwitch && !toSwitch) {
        join(link.a(), cable);
        join(link.b(), cable);
        cable++;
      } else if (!fromSwitch) {
        join(link.a(), root(link.b()));
      } else if (!toSwitch) {
        join(link.b(), root(link.a()));
      }
    }
  }

  /** Whether a path leads from one host to the other. */
  boolean between(int host, int other) {
    for (int from : groupsOfHost[host]) {
      for (int to : groupsOfHost[other]) {
        if (from == to) {
          return true;
        }
      }
    }
    return false;
  }

  private void join(int host, int to) {
    int[] old = groupsOfHost[host];
    if (Arrays.stream(old).noneMatch(known -> known == to)) {
      groupsOfHost[host] = Arrays.copyOf(old, old.length + 1);
      groupsOfHost[host][old.length] = to;
    }
  }

  private int root(int node) {
    int at = node;
    while (group[at] != at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  }
}
