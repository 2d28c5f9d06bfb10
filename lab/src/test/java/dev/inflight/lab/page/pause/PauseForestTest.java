package dev.inflight.lab.page.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constructed storms of pauses with known causes. */
class PauseForestTest {
  private static final int PRIORITY = 3;

  private final FabricWays ways = new FabricWays();
  private final Map<Long, Integer> degrees = new HashMap<>();
  private final Map<String, PausedPort> ports = new TreeMap<>();
  private final Map<Long, List<Long>> neighbors = new HashMap<>();

  /** A cable; nodes below 100 are hosts. */
  private void cable(long one, long other) {
    for (long[] end : new long[][] {{one, other}, {other, one}}) {
      int number = degrees.merge(end[0], 1, Integer::sum);
      ports.put(end[0] + ">" + end[1], new PausedPort(end[0], number, end[1], end[0] < 100 ? 100 : 0));
      ways.add(end[0], end[0] < 100, end[1]);
      neighbors.computeIfAbsent(end[0], _ -> new ArrayList<>()).add(end[1]);
    }
  }

  /** Hosts 0, 1 - 100 - 200 - 300 - 9: a line of three tiers. */
  private PauseForest line() {
    cable(0, 100);
    cable(1, 100);
    cable(100, 200);
    cable(200, 300);
    cable(300, 9);
    return new PauseForest(ways);
  }

  /** Leaves 100 and up with two hosts each, all of them at all spines, which are 200 and up. */
  private PauseForest leafSpine(int leaves, int spines) {
    for (int leaf = 0; leaf < leaves; leaf++) {
      cable(2L * leaf, 100 + leaf);
      cable(2L * leaf + 1, 100 + leaf);
      for (int spine = 0; spine < spines; spine++) {
        cable(100 + leaf, 200 + spine);
      }
    }
    return new PauseForest(ways);
  }

  private PausedPort port(String name) {
    return java.util.Objects.requireNonNull(ports.get(name), name);
  }

  /** Each line is a port, when it was paused, and when it was resumed; those without an end last. */
  private String tree(PauseForest forest, String pauses, double endNs) {
    record Event(double ns, boolean pause, PausedPort port) {
    }
    var events = new ArrayList<Event>();
    pauses.lines().map(line -> line.strip().split("\\s+")).forEach(line -> {
      events.add(new Event(Double.parseDouble(line[1]), true, port(line[0])));
      if (line.length > 2) {
        events.add(new Event(Double.parseDouble(line[2]), false, port(line[0])));
      }
    });
    events.stream().sorted(java.util.Comparator.comparingDouble(Event::ns)).forEach(event -> {
      if (event.pause) {
        forest.pause(event.port, PRIORITY, event.ns);
      } else {
        forest.resume(event.port, PRIORITY, event.ns);
      }
    });
    forest.finish(endNs);
    return forest.roots().stream().map(root -> root.getKey().node() + "{" + text(root.getValue()) + "}")
        .collect(Collectors.joining(" "));
  }

  private static String text(PauseBranch branch) {
    return branch.caused().stream().map(one -> {
      PausedPort port = java.util.Objects.requireNonNull(one.port());
      return port.node() + ">" + port.peer() + " " + one.pauses() + "x" + (long) one.pausedNs()
          + (one.caused().isEmpty() ? "" : "{" + text(one) + "}");
    }).collect(Collectors.joining(" "));
  }

  /** The far switch is congested, and pauses spread back over three tiers to hosts that may send elsewhere. */
  @Test
  void rootIsTheFarHotSpot() {
    assertThat(tree(line(), """
        200>300 1000 9000
        100>200 2000 8000
        0>100 3000 7000
        1>100 3000 5000""", 9000)).isEqualTo("300{200>300 1x8000{100>200 1x6000{0>100 1x4000 1>100 1x2000}}}");
  }

  /** Of three pauses without a cause, one spreads to two hosts, one to a switch only, and a late one pauses one host. */
  @Test
  void pausesSpreadFromTheirCauses() {
    PauseForest forest = line();
    tree(forest, """
        200>300 1000 9000
        100>200 2000 8000
        0>100 3000 3500
        0>100 4000 4500
        1>100 3000 5000
        200>300 20000 29000
        100>200 22000 25000
        0>100 25001 26000""", 30_000);
    assertThat(forest.depths()).containsExactly(3, 2, 3);
    assertThat(forest.suppressedBitsPerSec()).containsExactly(Map.entry(0.0, 1L), Map.entry(100.0, 1L), Map.entry(200.0, 1L));
  }

  /** Incast of two racks to a host of a third, behind one spine: the leaf of the host is the root, and not the rack that was paused too. */
  @Test
  void hostsLeafIsTheRootOfAnIncastBehindOneSpine() {
    PauseForest forest = leafSpine(3, 2);
    assertThat(tree(forest, """
        200>102 1000 9000
        100>200 1500 8000
        101>200 1600 8000
        0>100 2000 7000
        1>100 2100 7000
        2>101 2200 7000""", 9000)).isEqualTo(
        "102{200>102 1x8000{100>200 1x6500{0>100 1x5000 1>100 1x4900} 101>200 1x6400{2>101 1x4800}}}");
    assertThat(forest.depths()).containsExactly(1, 2, 3);
    assertThat(forest.suppressedBitsPerSec()).containsExactly(Map.entry(300.0, 1L));
  }

  @Test
  void twoRootsKeepTheirOwn() {
    assertThat(tree(leafSpine(4, 2), """
        200>102 1000 9000
        201>103 1000 5000
        100>200 1500 8000
        101>201 1600 4000""", 9000)).isEqualTo("102{200>102 1x8000{100>200 1x6500}} 103{201>103 1x4000{101>201 1x2400}}");
  }

  /** A leaf sends nothing from spine to spine, so its pause of one spine is not for its paused port to another. */
  @Test
  void noCauseLiesOffTheShortestPaths() {
    PauseForest forest = leafSpine(3, 2);
    assertThat(tree(forest, """
        101>201 1000 9000
        200>101 1500 8000
        100>200 1600 7000""", 9000)).isEqualTo("101{200>101 1x6500{100>200 1x5400}} 201{101>201 1x8000}");
    assertThat(forest.deadlocks()).isEmpty();
  }

  /** A cause starts before its effect, and not at the same time. */
  @Test
  void simultaneousPausesAreNoCause() {
    assertThat(tree(line(), """
        200>300 1000 9000
        100>200 1000 9000""", 9000)).isEqualTo("200{100>200 1x8000} 300{200>300 1x8000}");
  }

  @Test
  void eachTimeHasItsCause() {
    assertThat(tree(line(), """
        0>100 1000 2000
        100>200 5000 9000
        0>100 6000 8000""", 9000)).isEqualTo("200{100>200 1x4000{0>100 1x2000}} 100{0>100 1x1000}");
  }

  /** A slow host pauses its switch: the host is the root, whatever pauses of its own ports there are. */
  @Test
  void slowHostIsARoot() {
    assertThat(tree(line(), """
        9>300 900 9000
        300>9 1000 9000
        200>300 1500 8500""", 9000)).isEqualTo("9{300>9 1x8000{200>300 1x7000}} 300{9>300 1x8100}");
  }

  /** PFC pauses a priority: what waits in another one waits for something else. */
  @Test
  void prioritiesHaveSeparateCauses() {
    PauseForest forest = line();
    forest.pause(port("100>200"), 3, 1000);
    forest.pause(port("0>100"), 4, 2000);
    forest.resume(port("0>100"), 4, 3000);
    forest.resume(port("100>200"), 3, 9000);
    forest.finish(9000);
    assertThat(forest.depths()).containsExactly(2);
    assertThat(forest.roots()).extracting(Map.Entry::getKey).containsExactly(new PauseForest.Root(200, 3),
        new PauseForest.Root(100, 4));
  }

  /** Switches in a ring, of which each waits for the next, for ever; pauses of hosts behind it are not part of the circle. */
  @Test
  void circleThatLastsIsADeadlock() {
    PauseForest forest = ring(5);
    tree(forest, """
        0>100 900
        100>101 1000
        101>102 1100
        102>103 1200
        103>104 1300
        104>100 1400""", 50_000);
    assertThat(forest.deadlocks()).hasSize(1);
    assertThat(forest.deadlocks().getFirst()).containsExactlyInAnyOrder(port("100>101"), port("101>102"), port("102>103"),
        port("103>104"), port("104>100"));
  }

  /** Without a circle: one of its ports resumed in time. */
  @Test
  void circleThatOpensIsNoDeadlock() {
    PauseForest forest = ring(5);
    tree(forest, """
        100>101 1000
        101>102 1100
        102>103 1200 2000
        103>104 1300
        104>100 1400""", 50_000);
    assertThat(forest.deadlocks()).isEmpty();
  }

  private PauseForest ring(int switches) {
    for (int at = 0; at < switches; at++) {
      cable(at, 100 + at);
      cable(100 + at, 100 + (at + 1) % switches);
    }
    return new PauseForest(ways);
  }

  @Test
  void pauseWithoutAnEndLastsUntilTheEnd() {
    PauseForest forest = line();
    forest.pause(port("200>300"), PRIORITY, 1000);
    forest.pause(port("200>300"), PRIORITY, 1500); // a refresh
    forest.resume(port("100>200"), PRIORITY, 1600); // of none
    forest.finish(6000);
    assertThat(forest.roots().getFirst().getValue().totalNs()).isEqualTo(5000);
    assertThat(forest.roots().getFirst().getValue().totalPauses()).isEqualTo(1);
  }

  /** Whatever ports are paused at whatever times, no chain is longer than the longest of all shortest paths, and each pause counts once. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noChainIsLongerThanTheDiameter(int seed) {
    var random = new Random(seed);
    PauseForest forest = seed % 2 == 0 ? leafSpine(6, 3) : ring(7);
    List<PausedPort> all = List.copyOf(ports.values());
    Map<PausedPort, Double> since = new HashMap<>();
    long pauses = 0;
    double pausedNs = 0;
    for (int event = 0; event < 20_000; event++) {
      PausedPort port = all.get(random.nextInt(all.size()));
      Double began = since.remove(port);
      if (began == null) {
        forest.pause(port, PRIORITY, event);
        since.put(port, (double) event);
        pauses++;
      } else {
        forest.resume(port, PRIORITY, event);
        pausedNs += event - began;
      }
    }
    forest.finish(20_000);
    pausedNs += since.values().stream().mapToDouble(began -> 20_000 - began).sum();
    assertThat(forest.depths().length).isBetween(2, diameter());
    assertThat(java.util.Arrays.stream(forest.depths()).sum()).isEqualTo(pauses);
    assertThat(forest.roots().stream().mapToLong(root -> root.getValue().totalPauses()).sum()).isEqualTo(pauses);
    assertThat(forest.roots().stream().mapToDouble(root -> root.getValue().totalNs()).sum()).isEqualTo(pausedNs);
    assertThat(forest.unnamed()).isZero();
    forest.roots().forEach(root -> assertThat(deepest(root.getValue())).isLessThanOrEqualTo(forest.depths().length));
  }

  private static int deepest(PauseBranch branch) {
    return branch.caused().stream().mapToInt(one -> 1 + deepest(one)).max().orElse(0);
  }

  private int diameter() {
    return neighbors.keySet().stream().mapToInt(start -> {
      Map<Long, Integer> hops = new HashMap<>(Map.of(start, 0));
      var next = new java.util.ArrayDeque<>(List.of(start));
      int most = 0;
      while (!next.isEmpty()) {
        long node = next.remove();
        for (long neighbor : neighbors.getOrDefault(node, List.of())) {
          if (hops.putIfAbsent(neighbor, hops.getOrDefault(node, 0) + 1) == null) {
            most = hops.getOrDefault(neighbor, 0);
            next.add(neighbor);
          }
        }
      }
      return most;
    }).max().orElseThrow();
  }
}
