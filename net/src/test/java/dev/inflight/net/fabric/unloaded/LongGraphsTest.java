package dev.inflight.net.fabric.unloaded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.Dragonfly;
import dev.inflight.net.topology.ParkingLot;
import dev.inflight.net.topology.Topology;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Skipped searches, in chains, rings, trees, grids and random graphs of switches, change no result about paths. */
class LongGraphsTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final int FORMS = 6;

  static List<Arguments> graphs() {
    var all = new ArrayList<Arguments>();
    for (int form = 0; form < FORMS; form++) {
      for (long seed = 0; seed < 25; seed++) {
        all.add(Arguments.of(form, seed));
      }
    }
    return all;
  }

  /** Pairs of switches with a cable. */
  private static List<int[]> cables(int form, int switches, SplittableRandom random) {
    var pairs = new ArrayList<int[]>();
    int columns = Math.max(1, (int) Math.sqrt(switches));
    for (int number = 1; number < switches; number++) {
      switch (form) {
        case 0 -> pairs.add(new int[] {number - 1, number}); // chain
        case 1 -> { // ring
          pairs.add(new int[] {number - 1, number});
          if (number == switches - 1) {
            pairs.add(new int[] {number, 0});
          }
        }
        case 2 -> pairs.add(new int[] {Math.max(0, number - 1 - random.nextInt(4)), number}); // deep tree
        case 3 -> { // grid
          if (number % columns != 0) {
            pairs.add(new int[] {number - 1, number});
          }
          if (number >= columns) {
            pairs.add(new int[] {number - columns, number});
          }
        }
        case 4 -> { // chains that do not meet, here and there a short cut
          if (random.nextInt(8) > 0) {
            pairs.add(new int[] {number - 1, number});
          }
          if (random.nextInt(10) == 0) {
            pairs.add(new int[] {random.nextInt(number), number});
          }
        }
        default -> { // any
          for (int more = random.nextInt(3); more > 0; more--) {
            pairs.add(new int[] {random.nextInt(number), number});
          }
        }
      }
    }
    return pairs;
  }

  /** A graph of switches in random order, with hosts at some of them; odd seeds have unlike cables, and hosts with two. */
  private static Topology graph(int form, long seed) {
    var random = new SplittableRandom(31 * seed + form);
    int switches = random.nextInt(1, 40);
    int hosts = random.nextInt(2, 30);
    boolean unlike = seed % 2 == 1;
    int[] order = shuffled(switches, hosts, random);
    var links = new ArrayList<Topology.Link>();
    for (int host = 0; host < hosts; host++) {
      for (int cable = unlike ? random.nextInt(3) : 1; cable > 0; cable--) {
        links.add(link(host, order[random.nextInt(switches)], 100, unlike, random));
      }
    }
    for (int[] pair : cables(form, switches, random)) {
      if (pair[0] != pair[1]) {
        links.add(link(order[pair[0]], order[pair[1]], 400, unlike, random));
      }
    }
    var nodes = new BitSet();
    nodes.set(hosts, hosts + switches);
    return new Topology(hosts + switches, nodes, links);
  }

  private static int[] shuffled(int count, int first, SplittableRandom random) {
    int[] order = IntStream.range(first, first + count).toArray();
    for (int left = count; left > 1; left--) {
      int at = random.nextInt(left);
      int taken = order[at];
      order[at] = order[left - 1];
      order[left - 1] = taken;
    }
    return order;
  }

  private static Topology.Link link(int a, int b, int usualG, boolean unlike, SplittableRandom random) {
    boolean odd = unlike && random.nextInt(4) == 0;
    return new Topology.Link(a, b, (odd ? 30 + random.nextInt(3) * 37 : usualG) * G, odd ? random.nextLong(4 * US) : US);
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void pathsAreThoseOfASearchFromEveryHost(int form, long seed) {
    AllPairsPaths.assertSamePaths(graph(form, seed));
  }

  /** Against the distances of a search from each switch. */
  @ParameterizedTest
  @MethodSource("graphs")
  void distancesAreBoundedFromAbove(int form, long seed) {
    var graph = new SwitchGraph(graph(form, seed), 1000);
    var distances = new SwitchDistances(graph);
    for (int from = 0; from < graph.switches(); from++) {
      int[] hops = hops(graph, from);
      assertThat(distances.mostHops(from)).isGreaterThanOrEqualTo(Arrays.stream(hops).max().orElseThrow());
      for (int to = 0; to < graph.switches(); to++) {
        assertThat(distances.anyReaches(new int[] {from}, new int[] {to})).isEqualTo(hops[to] >= 0);
      }
    }
  }

  private static int[] hops(SwitchGraph graph, int from) {
    int[] hops = new int[graph.switches()];
    Arrays.fill(hops, -1);
    hops[from] = 0;
    var queue = new ArrayDeque<>(List.of(from));
    while (!queue.isEmpty()) {
      int number = queue.remove();
      for (int next : graph.upwards(graph.node(number))) {
        if (hops[next] < 0) {
          hops[next] = hops[number] + 1;
          queue.add(next);
        }
      }
    }
    return hops;
  }

  /** Searches visit as many switches: one from each of 2,000 would be 4 million steps. */
  @Test
  void aLongChainTakesAFewSearches() {
    var trees = new PathTrees(new ParkingLot(1999, 100 * G, 40 * G, US).build(), 1000);
    var longest = new LongestPaths(trees);
    assertThat(trees.searches()).isEqualTo(2000);
    assertThat(trees.kept()).isLessThan(8);
    assertThat(longest.mostSwitches()).isEqualTo(2000);
    assertThat(longest.legs()).as("that of the whole chain, and a faster one over one switch").hasSize(2);
    trees.path(7, 1001);
    trees.path(9, 1001);
    assertThat(trees.kept()).isLessThan(9);
  }

  /** Unused results of a search are dropped if all of them would take much memory, and found again. */
  @Test
  void treesBeyondTheRoomForThemAreSearchedAgain() {
    int switches = 3000;
    var nodes = new BitSet();
    nodes.set(switches, 2 * switches);
    var links = new ArrayList<Topology.Link>();
    for (int number = 0; number < switches; number++) {
      links.add(new Topology.Link(number, switches + number, 100 * G, US));
      links.add(new Topology.Link(switches + number, switches + (number + 1) % switches, 100 * G, US));
    }
    var trees = new PathTrees(new Topology(2 * switches, nodes, links), 1000);
    var longest = new LongestPaths(trees);
    assertThat(trees.kept()).isEqualTo((1 << 23) / switches);
    assertThat(longest.mostSwitches()).isEqualTo(switches / 2 + 1);
    for (int destination : new int[] {1, 1000, 1001, 2999}) {
      assertThat(trees.path(0, destination).switches()).isEqualTo(Math.min(destination, switches - destination) + 1);
    }
  }

  /** Threads of a divided run request paths while their flows start. */
  @Test
  void threadsThatAskAtOnceFindTheSamePaths() {
    Topology topology = new Dragonfly(9, 4, 2, 2, 100 * G, 50 * G, 40 * G, US, 3 * US).build();
    var pairs = new ArrayList<int[]>();
    for (int source : topology.hosts()) {
      for (int destination : topology.hosts()) {
        pairs.add(new int[] {source, destination});
      }
    }
    Collections.shuffle(pairs, new Random(5));
    var expected = new PathTrees(topology, 1000);
    var shared = new PathTrees(topology, 1000);
    List<PathLeg> inTurn = pairs.stream().map(pair -> expected.path(pair[0], pair[1])).toList();
    List<PathLeg> atOnce = pairs.parallelStream().map(pair -> shared.path(pair[0], pair[1])).toList();
    assertThat(atOnce).isEqualTo(inTurn);
    assertThat(shared.kept()).isEqualTo(expected.kept());
  }
}
