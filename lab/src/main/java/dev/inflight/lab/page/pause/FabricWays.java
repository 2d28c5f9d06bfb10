package dev.inflight.lab.page.pause;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Destinations of cables: hosts that frames on a cable can reach along shortest paths. Hosts forward nothing.
 * Hosts with cables to the same nodes are one destination.
 */
public final class FabricWays {
  private static final int UNREACHABLE = Integer.MAX_VALUE;

  private final Map<Long, Integer> numbers = new HashMap<>();
  private final List<TreeSet<Integer>> neighbors = new ArrayList<>();
  private final BitSet hosts = new BitSet();
  /** Nodes with a cable to each destination. */
  private final List<int[]> attached = new ArrayList<>();
  private final Map<List<Integer>, Integer> destinations = new HashMap<>();
  /** Hops to each destination by node. Only nodes of paused ports need them. */
  private final Map<Integer, int[]> distances = new HashMap<>();
  private final Map<Long, BitSet> beyond = new HashMap<>();

  /** Adds a cable by one of its ends. All cables are added before the first query. */
  public void add(long node, boolean isHost, long peer) {
    int from = number(node);
    int to = number(peer);
    neighbors.get(from).add(to);
    neighbors.get(to).add(from);
    if (isHost) {
      hosts.set(from);
    }
  }

  private int number(long node) {
    return numbers.computeIfAbsent(node, _ -> {
      neighbors.add(new TreeSet<>());
      return numbers.size();
    });
  }

  /** Reports whether a node is a host; false for an unknown node. */
  public boolean isHost(long node) {
    Integer number = numbers.get(node);
    return number != null && hosts.get(number);
  }

  /** Destinations of frames that wait at a node for its cable to a peer; read-only. */
  BitSet beyond(long node, long peer) {
    if (attached.isEmpty()) {
      hosts.stream().forEach(host -> destinations.computeIfAbsent(List.copyOf(neighbors.get(host)), nodes -> {
        attached.add(nodes.stream().mapToInt(Integer::intValue).toArray());
        return attached.size() - 1;
      }));
    }
    int from = number(node);
    int to = number(peer);
    return beyond.computeIfAbsent(((long) from << Integer.SIZE) + to, _ -> found(from, to));
  }

  private BitSet found(int from, int to) {
    var found = new BitSet(attached.size());
    if (hosts.get(to)) {
      Integer destination = destinations.get(List.copyOf(neighbors.get(to)));
      if (destination != null) {
        found.set(destination);
      }
      return found;
    }
    int[] here = hopsFrom(from);
    int[] there = hopsFrom(to);
    for (int destination = 0; destination < here.length; destination++) {
      if (there[destination] != UNREACHABLE && here[destination] == there[destination] + 1) {
        found.set(destination);
      }
    }
    return found;
  }

  private int[] hopsFrom(int start) {
    int[] known = distances.get(start);
    if (known != null) {
      return known;
    }
    int[] hops = new int[neighbors.size()];
    Arrays.fill(hops, UNREACHABLE);
    hops[start] = 0;
    var next = new ArrayDeque<Integer>(List.of(start));
    while (!next.isEmpty()) {
      int node = next.remove();
      for (int neighbor : neighbors.get(node)) {
        if (hops[neighbor] == UNREACHABLE && !hosts.get(neighbor)) {
          hops[neighbor] = hops[node] + 1;
          next.add(neighbor);
        }
      }
    }
    int[] least = new int[attached.size()];
    for (int destination = 0; destination < least.length; destination++) {
      int before = UNREACHABLE;
      for (int node : attached.get(destination)) {
        before = Math.min(before, hops[node]);
      }
      least[destination] = before == UNREACHABLE ? UNREACHABLE : before + 1;
    }
    distances.put(start, least);
    return least;
  }
}
