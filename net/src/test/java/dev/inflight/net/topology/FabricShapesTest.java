package dev.inflight.net.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.link.Framing;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The shapes of AI fabrics: small ones cable by cable, properties of each, and refused parameters. */
class FabricShapesTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  /** A line for each node that is cabled upwards: its neighbors of higher numbers, in the order of its ports. */
  private static String upwards(Topology topology) {
    return IntStream.range(0, topology.nodeCount())
        .mapToObj(node -> topology.kind(node) + " " + node + " - " + topology.links().stream().filter(link -> link.a() == node)
            .map(link -> Integer.toString(link.b())).collect(Collectors.joining(" ")))
        .filter(line -> !line.endsWith("- ")).collect(Collectors.joining("\n"));
  }

  /** Bits per second of a node's cables, to hosts and to switches. */
  private static long[] bits(Topology topology, int node) {
    long[] bits = new long[2];
    for (Topology.Link link : topology.linksOfNodes().get(node)) {
      int other = link.a() == node ? link.b() : link.a();
      bits[topology.isSwitch(other) ? 1 : 0] += link.rateBitsPerSec();
    }
    return bits;
  }

  private static int ports(Topology topology, int node) {
    return topology.linksOfNodes().get(node).size();
  }

  /** Bits per second between some nodes and the others. */
  private static long across(Topology topology, IntPredicate isHere) {
    return topology.links().stream().filter(link -> isHere.test(link.a()) != isHere.test(link.b()))
        .mapToLong(Topology.Link::rateBitsPerSec).sum();
  }

  @Test
  void aSmallKAryFatTree() {
    assertThat(upwards(new KAry(4, 1, G, G, US).build())).isEqualTo("""
        host 0 - 16
        host 1 - 16
        host 2 - 17
        host 3 - 17
        host 4 - 18
        host 5 - 18
        host 6 - 19
        host 7 - 19
        host 8 - 20
        host 9 - 20
        host 10 - 21
        host 11 - 21
        host 12 - 22
        host 13 - 22
        host 14 - 23
        host 15 - 23
        switch 16 - 24 25
        switch 17 - 24 25
        switch 18 - 26 27
        switch 19 - 26 27
        switch 20 - 28 29
        switch 21 - 28 29
        switch 22 - 30 31
        switch 23 - 30 31
        switch 24 - 32 33
        switch 25 - 34 35
        switch 26 - 32 33
        switch 27 - 34 35
        switch 28 - 32 33
        switch 29 - 34 35
        switch 30 - 32 33
        switch 31 - 34 35""");
  }

  @Test
  void kAryFatTreeHasTheGivenOversubscription() {
    for (int oversubscription : new int[] {1, 2, 3}) {
      Topology topology = new KAry(6, oversubscription, 100 * G, 100 * G, US).build();
      assertThat(topology.hostCount()).isEqualTo(54 * oversubscription);
      int firstTor = topology.hostCount();
      for (int node = firstTor; node < topology.nodeCount(); node++) {
        boolean isTor = node < firstTor + 18;
        assertThat(ports(topology, node)).isEqualTo(isTor ? 3 * oversubscription + 3 : 6);
        if (isTor) {
          assertThat(bits(topology, node)).containsExactly(oversubscription * 300 * G, 300 * G);
        }
      }
    }
  }

  @Test
  void aSmallRailOptimizedFabric() {
    Topology topology = new RailOptimized(2, 2, 2, 1, 400 * G, 800 * G, 1600 * G, US, 25_000).build();
    assertThat(upwards(topology)).isEqualTo("""
        host 0 - 8 12
        host 1 - 8 13
        host 2 - 9 12
        host 3 - 9 13
        host 4 - 10 14
        host 5 - 10 15
        host 6 - 11 14
        host 7 - 11 15
        switch 12 - 16
        switch 13 - 16
        switch 14 - 16
        switch 15 - 16""");
    assertThat(topology.linksOfNodes().get(3)).containsExactly(new Topology.Link(3, 9, 1600 * G, 25_000),
        new Topology.Link(3, 13, 400 * G, US));
    assertThat(bits(topology, 12)).containsExactly(800 * G, 800 * G);
    assertThat(bits(topology, 8)).as("a server switch leads nowhere else").containsExactly(3200 * G, 0);
  }

  @Test
  void aSmallDualPlane() {
    Topology topology = new DualPlane(2, 2, 1, 200 * G, 400 * G, US).build();
    assertThat(upwards(topology)).isEqualTo("""
        host 0 - 2 4
        host 1 - 3 5
        switch 2 - 6 7
        switch 3 - 6 7
        switch 4 - 8 9
        switch 5 - 8 9""");
    var second = List.of(4, 5, 8, 9);
    assertThat(across(topology, second::contains)).as("only hosts are in both planes").isEqualTo(2 * 200 * G);
  }

  @Test
  void aSmallDualTor() {
    assertThat(upwards(new DualTor(2, 2, 2, 200 * G, 400 * G, US).build())).isEqualTo("""
        host 0 - 4 5
        host 1 - 4 5
        host 2 - 6 7
        host 3 - 6 7
        switch 4 - 8 9
        switch 5 - 8 9
        switch 6 - 8 9
        switch 7 - 8 9""");
  }

  @Test
  void aSmallDragonfly() {
    assertThat(upwards(new Dragonfly(5, 2, 2, 1, G, G, G, US, US).build())).isEqualTo("""
        host 0 - 10
        host 1 - 11
        host 2 - 12
        host 3 - 13
        host 4 - 14
        host 5 - 15
        host 6 - 16
        host 7 - 17
        host 8 - 18
        host 9 - 19
        switch 10 - 11 19 17
        switch 11 - 14 12
        switch 12 - 13 19
        switch 13 - 16 14
        switch 14 - 15
        switch 15 - 18 16
        switch 16 - 17
        switch 17 - 18
        switch 18 - 19""");
  }

  @Test
  void everyTwoGroupsOfADragonflyAreJoinedEquallyOften() {
    for (Dragonfly shape : List.of(Dragonfly.DEFAULT, new Dragonfly(5, 2, 2, 1, G, G, G, US, US),
        new Dragonfly(4, 4, 2, 1, G, G, G, US, US), new Dragonfly(2, 3, 3, 1, G, G, G, US, US),
        new Dragonfly(1, 3, 1, 1, G, G, G, US, US))) {
      Topology topology = shape.build();
      int first = topology.hostCount();
      int[][] between = new int[shape.groups()][shape.groups()];
      for (Topology.Link link : topology.links()) {
        if (link.a() >= first) {
          int a = (link.a() - first) / shape.routersPerGroup();
          int b = (link.b() - first) / shape.routersPerGroup();
          between[a][b]++;
          between[b][a] += a == b ? 0 : 1;
        }
      }
      int each = shape.groups() == 1 ? 0 : shape.routersPerGroup() * shape.globalLinks() / (shape.groups() - 1);
      int within = shape.routersPerGroup() * (shape.routersPerGroup() - 1) / 2;
      for (int a = 0; a < shape.groups(); a++) {
        for (int b = 0; b < shape.groups(); b++) {
          assertThat(between[a][b]).as("%s: groups %d and %d", shape, a, b).isEqualTo(a == b ? within : each);
        }
      }
      int most = shape.hostsPerRouter() + shape.routersPerGroup() - 1 + shape.globalLinks();
      assertThat(IntStream.range(first, topology.nodeCount()).map(node -> ports(topology, node)))
          .allMatch(count -> count <= most);
    }
  }

  @Test
  void aSmallParkingLot() {
    assertThat(upwards(new ParkingLot(2, G, G, US).build())).isEqualTo("""
        host 0 - 6
        host 1 - 8
        host 2 - 6
        host 3 - 7
        host 4 - 7
        host 5 - 8
        switch 6 - 7
        switch 7 - 8""");
  }

  @Test
  void halfOfTheHostsReachTheOtherHalfAtTheRateThatIsPromised() {
    Topology tree = new KAry(4, 1, G, G, US).build(); // pods 0 and 1 against 2 and 3
    assertThat(across(tree, node -> node < 8 || node >= 16 && node < 20 || node >= 24 && node < 28)).isEqualTo(8 * G);
    Topology rails = RailOptimized.DEFAULT.build(); // group 0 against group 1 and all spines
    assertThat(across(rails, node -> node < 32 || node >= 64 && node < 68 || node >= 72 && node < 80)).isEqualTo(32 * 400 * G);
    for (TopologyGenerator shape : List.of(DualPlane.DEFAULT, DualTor.DEFAULT)) {
      Topology topology = shape.build();
      for (int node = 32; node < 40; node++) {
        assertThat(bits(topology, node)).as("%s, node %d", shape.name(), node).containsExactly(1600 * G, 1600 * G);
      }
    }
  }

  @Test
  void baseRttsAreThoseOfTheLinksOnTheWay() {
    Framing framing = Framing.ROCEV2;
    long bits = 8L * (framing.dataBytes(1000, 0, framing.rethBytes()) + framing.ackBytes(0) + 2 * framing.gapBytes());
    var rails = new UnloadedPaths(RailOptimized.DEFAULT.build(), framing, 1000, null);
    assertThat(rails.rttPs(0, 7)).as("one server").isEqualTo(Math.ceilDiv(4 * 25_000 * 8 + 2 * bits * 5, 8));
    assertThat(rails.rttPs(0, 8)).as("one rail").isEqualTo(4 * 500_000 + 2 * bits * 5 / 2);
    assertThat(rails.rttPs(0, 9)).as("two rails").isEqualTo(8 * 500_000 + 4 * bits * 5 / 2);
    assertThat(rails.rttPs(0, 32)).as("two groups").isEqualTo(8 * 500_000 + 4 * bits * 5 / 2);
    assertThat(rails.longestPathSwitches()).isEqualTo(3);
    var lot = new UnloadedPaths(ParkingLot.DEFAULT.build(), framing, 1000, null);
    assertThat(lot.rttPs(0, 1)).isEqualTo(10 * US + 5 * bits * 10);
    assertThat(lot.rttPs(2, 3)).isEqualTo(6 * US + 3 * bits * 10);
    var dragonfly = new UnloadedPaths(Dragonfly.DEFAULT.build(), framing, 1000, null);
    assertThat(dragonfly.rttPs(0, 1)).isEqualTo(4 * 500_000 + 2 * bits * 10);
    assertThat(dragonfly.rttPs(0, 7)).isEqualTo(6 * 500_000 + 3 * bits * 10);
    assertThat(dragonfly.longestPathSwitches()).isEqualTo(4);
    assertThat(new UnloadedPaths(KAry.DEFAULT.build(), framing, 1000, null).rttPs(0, 127)).isEqualTo(12 * US + 6 * bits * 5 / 2);
    assertThat(new UnloadedPaths(DualPlane.DEFAULT.build(), framing, 1000, null).rttPs(0, 31))
        .isEqualTo(8 * US + 2 * bits * 5 + 2 * bits * 5 / 2);
    assertThat(new UnloadedPaths(DualTor.DEFAULT.build(), framing, 1000, null).rttPs(0, 1)).isEqualTo(4 * US + 2 * bits * 5);
  }

  @Test
  void refusesImpossibleCabling() {
    refused(() -> new KAry(5, 1, G, G, US), "k must be even, because half of a switch's ports lead up, found 5; use 6");
    refused(() -> new KAry(262_144, 1, G, G, US), "a k-ary of 85899345920 nodes is too large; at most 262144 are allowed");
    refused(() -> new KAry(64, 8, G, G, US), "a k-ary of 529408 nodes is too large; at most 262144 are allowed");
    refused(() -> new Dragonfly(10, 4, 2, 2, G, G, G, US, US),
        "groups 10 is too many for 8 global links of a group, one to each other group: at most 9");
    refused(() -> new Dragonfly(262_144, 262_144, 262_144, 262_144, G, G, G, US, US),
        "a dragonfly of 18014467228958720 nodes is too large; at most 262144 are allowed");
    refused(() -> new RailOptimized(1000, 100, 8, 4, G, G, G, US, US),
        "a rail-optimized of 908004 nodes is too large; at most 262144 are allowed");
    refused(() -> new DualPlane(1000, 2000, 1, G, G, US),
        "a dual-plane of 4002000 links is too large; at most 2097152 are allowed");
    refused(() -> new DualTor(1000, 2000, 1, G, G, US), "a dual-tor of 4002000 links is too large; at most 2097152 are allowed");
    refused(() -> new ParkingLot(100_000, G, G, US), "a parking-lot of 300003 nodes is too large; at most 262144 are allowed");
  }

  private static void refused(ThrowingCallable shape, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(shape).withMessage(sentence);
  }
}
