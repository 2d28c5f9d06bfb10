package dev.inflight.lab.fabric;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Most that the first half of the hosts, by number, can send to the second at once (Dinic's maximum flow). Hosts do not forward.
 */
final class Bisection {
  /** Most cables for which the computation is fast. */
  private static final int MOST_CABLES = 100_000;

  private final int[] head;
  private final int[] next;
  private final int[] to;
  private final long[] room;
  private final int source;
  private final int sink;
  private final int[] level;
  private int arcs;

  private Bisection(Topology topology) {
    int[] hosts = topology.hosts();
    int nodes = topology.nodeCount();
    source = nodes;
    sink = nodes + 1;
    head = new int[nodes + 2];
    level = new int[nodes + 2];
    Arrays.fill(head, -1);
    int most = 2 * (topology.links().size() + hosts.length);
    next = new int[most];
    to = new int[most];
    room = new long[most];
    int[] half = new int[nodes];
    for (int at = 0; at < hosts.length; at++) {
      boolean first = at < hosts.length / 2;
      half[hosts[at]] = first ? 1 : 2;
      arc(first ? source : hosts[at], first ? hosts[at] : sink, Long.MAX_VALUE / 4, 0);
    }
    for (Link link : topology.links()) {
      boolean forth = half[link.a()] != 2 && half[link.b()] != 1;
      boolean back = half[link.b()] != 2 && half[link.a()] != 1;
      arc(link.a(), link.b(), forth ? link.rateBitsPerSec() : 0, back ? link.rateBitsPerSec() : 0);
    }
  }

  private void arc(int from, int target, long forth, long back) {
    add(from, target, forth);
    add(target, from, back);
  }

  private void add(int from, int target, long capacity) {
    to[arcs] = target;
    room[arcs] = capacity;
    next[arcs] = head[from];
    head[from] = arcs++;
  }

  /** Bisection, in bit/s; empty for a topology with very many cables, or with one host. */
  static OptionalLong bitsPerSec(Topology topology) {
    return topology.links().size() > MOST_CABLES || topology.hostCount() < 2
        ? OptionalLong.empty()
        : OptionalLong.of(new Bisection(topology).flow());
  }

  private long flow() {
    long flow = 0;
    while (levels()) {
      flow += blocking();
    }
    return flow;
  }

  private boolean levels() {
    Arrays.fill(level, -1);
    int[] queue = new int[level.length];
    int found = 1;
    queue[0] = source;
    level[source] = 0;
    for (int done = 0; done < found; done++) {
      for (int arc = head[queue[done]]; arc >= 0; arc = next[arc]) {
        if (room[arc] > 0 && level[to[arc]] < 0) {
          level[to[arc]] = level[queue[done]] + 1;
          queue[found++] = to[arc];
        }
      }
    }
    return level[sink] >= 0;
  }

  /** Fills paths that go up by levels, by a walk that keeps its arcs and never retries a dead end. */
  private long blocking() {
    int[] at = head.clone();
    int[] path = new int[level.length];
    int length = 0;
    long sum = 0;
    int node = source;
    while (true) {
      if (node == sink) {
        long least = Long.MAX_VALUE;
        for (int step = 0; step < length; step++) {
          least = Math.min(least, room[path[step]]);
        }
        int back = length;
        for (int step = length - 1; step >= 0; step--) {
          room[path[step]] -= least;
          room[path[step] ^ 1] += least;
          back = room[path[step]] == 0 ? step : back;
        }
        sum += least;
        length = back;
        node = length == 0 ? source : to[path[length - 1]];
        continue;
      }
      while (at[node] >= 0 && (room[at[node]] == 0 || level[to[at[node]]] != level[node] + 1)) {
        at[node] = next[at[node]];
      }
      if (at[node] >= 0) {
        path[length++] = at[node];
        node = to[at[node]];
      } else if (length == 0) {
        return sum;
      } else {
        length--;
        node = to[path[length] ^ 1];
        at[node] = next[at[node]];
      }
    }
  }
}
