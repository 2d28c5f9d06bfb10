package dev.inflight.net.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.shape.Topologies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Common properties of all shapes, and the wirings that the reference experiments fix. */
class TopologiesTest {
  static final List<TopologyGenerator> ALL = Topologies.ALL;

  @Test
  void namesAreUniqueAndInTheStyleOfScenarios() {
    assertThat(ALL).extracting(TopologyGenerator::name).doesNotHaveDuplicates().containsExactly("star", "dumbbell", "leaf-spine",
        "fat-tree", "pod", "k-ary", "rail-optimized", "dual-plane", "dual-tor", "dragonfly", "torus", "parking-lot");
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void everyNodeReachesEveryOther(TopologyGenerator shape) {
    assertConnected(shape.build());
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void hostsAreNumberedFirstAndCabledToSwitchesOnly(TopologyGenerator shape) {
    Topology topology = shape.build();
    assertThat(topology.hosts()).isEqualTo(IntStream.range(0, topology.hostCount()).toArray());
    assertThat(topology.links()).allSatisfy(link -> assertThat(topology.isSwitch(link.b())).isTrue());
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void equalShapesBuildTheSameWiring(TopologyGenerator shape) {
    assertThat(text(shape.build())).isEqualTo(text(shape.build()));
  }

  @ParameterizedTest
  @CsvSource({"fat-tree, fat-tree-320.txt", "leaf-spine, leaf-spine-32.txt", "dumbbell, dumbbell-8.txt"})
  void defaultIsTheReferenceExperimentsWiring(String name, String file) throws IOException {
    TopologyGenerator shape = ALL.stream().filter(candidate -> candidate.name().equals(name)).findFirst().orElseThrow();
    assertThat(text(shape.build())).isEqualTo(resource(file));
  }

  /** A breadth-first search from node 0 meets every node; cables work both ways. */
  static void assertConnected(Topology topology) {
    var neighbors = new ArrayList<List<Integer>>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      neighbors.add(new ArrayList<>());
    }
    for (Topology.Link link : topology.links()) {
      neighbors.get(link.a()).add(link.b());
      neighbors.get(link.b()).add(link.a());
    }
    var met = new BitSet();
    met.set(0);
    var queue = new ArrayDeque<>(List.of(0));
    while (!queue.isEmpty()) {
      for (int next : neighbors.get(queue.remove())) {
        if (!met.get(next)) {
          met.set(next);
          queue.add(next);
        }
      }
    }
    assertThat(met.cardinality()).isEqualTo(topology.nodeCount());
  }

  /** The topology in the format of the HPCC authors' simulator. */
  private static String text(Topology topology) {
    int switches = topology.nodeCount() - topology.hostCount();
    String numbers = IntStream.range(0, topology.nodeCount()).filter(topology::isSwitch).mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
    String links = topology.links().stream().map(link -> "%d %d %dGbps %dns 0.000000\n".formatted(link.a(), link.b(),
        link.rateBitsPerSec() / 1_000_000_000, link.delayPs() / 1000)).collect(Collectors.joining());
    return "%d %d %d\n%s\n%s".formatted(topology.nodeCount(), switches, topology.links().size(), numbers, links);
  }

  private static String resource(String file) throws IOException {
    try (var in = TopologiesTest.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aBuilderNumbersNodesInTheOrderInWhichTheyCome() {
    var nodes = new Topology.Builder();
    assertThat(nodes.hosts(2)).isZero();
    assertThat(nodes.switches(3)).isEqualTo(2);
    assertThat(nodes.hosts(4)).isEqualTo(5);
    assertThat(nodes.switches(1)).isEqualTo(9);
    nodes.link(6, 9, 1_000_000_000, 1);
    Topology built = nodes.build();
    assertThat(built.nodeCount()).isEqualTo(10);
    assertThat(built.hosts()).containsExactly(0, 1, 5, 6, 7, 8);
    assertThat(built.hostCount()).isEqualTo(6);
    assertThat(built.linksOfNodes().get(9)).isEqualTo(built.linksOfNodes().get(6)).hasSize(1);
  }
}
