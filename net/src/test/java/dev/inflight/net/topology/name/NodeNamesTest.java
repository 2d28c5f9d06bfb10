package dev.inflight.net.topology.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.topology.Dragonfly;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.ParkingLot;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of nodes: properties of those of every shape, and of given names. */
class NodeNamesTest {
  static final List<TopologyGenerator> ALL = Topologies.ALL;

  @ParameterizedTest
  @FieldSource("ALL")
  void namesOfAShapeAreUniqueStableAndLeadBackToTheirNodes(TopologyGenerator shape) {
    Topology topology = shape.build();
    var seen = new HashSet<String>();
    for (int node = 0; node < topology.nodeCount(); node++) {
      String name = topology.names().name(node);
      assertThat(name).matches("[a-z]+\\d*(-[a-z]+\\d*)?").isEqualTo(shape.build().names().name(node));
      assertThat(seen.add(name)).as(name).isTrue();
      assertThat(topology.names().node(name)).as(name).isEqualTo(node);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void switchesOfAShapeAreCalledByTheirRole(TopologyGenerator shape) {
    Topology topology = shape.build();
    for (int node = topology.hostCount(); node < topology.nodeCount(); node++) {
      assertThat(topology.name(node)).endsWith(" (switch " + node + ")");
      assertThat(topology.nameAlone(node)).doesNotContain(" ");
    }
  }

  @Test
  void eachShapeHasItsRule() {
    assertThat(names(new FatTree(2, 2, 2, 4, 1, 1, 1, 1))).containsExactly("host0", "host1", "host2", "host3", "pod0-tor0",
        "pod0-tor1", "pod1-tor0", "pod1-tor1", "pod0-agg0", "pod0-agg1", "pod1-agg0", "pod1-agg1", "core0", "core1", "core2",
        "core3");
    assertThat(names(new RailOptimized(1, 2, 2, 1, 1, 1, 1, 1, 1))).containsExactly("server0-gpu0", "server0-gpu1",
        "server1-gpu0", "server1-gpu1", "server0-switch", "server1-switch", "rail0", "rail1", "spine0");
    assertThat(names(new RailOptimized(2, 1, 2, 1, 1, 1, 1, 1, 1))).containsExactly("server0-gpu0", "server0-gpu1",
        "server1-gpu0", "server1-gpu1", "server0-switch", "server1-switch", "group0-rail0", "group0-rail1", "group1-rail0",
        "group1-rail1", "spine0");
    assertThat(names(new Dumbbell(1, 1, 1, 1, 1))).containsExactly("host0", "host1", "left", "right");
    assertThat(names(new ParkingLot(1, 1, 1, 1))).containsExactly("host0", "host1", "host2", "host3", "sw0", "sw1");
    assertThat(names(new Dragonfly(2, 2, 1, 1, 1, 1, 1, 1, 1))).endsWith("group0-router0", "group0-router1", "group1-router0",
        "group1-router1");
  }

  @Test
  void peopleReadTheNumberToo() {
    Topology topology = LeafSpine.DEFAULT.build();
    assertThat(topology.name(3)).isEqualTo("host 3");
    assertThat(topology.nameAlone(3)).isEqualTo("host 3");
    assertThat(topology.name(35)).isEqualTo("leaf3 (switch 35)");
    assertThat(topology.portName(35, 9, 36)).isEqualTo("leaf3 (switch 35) port 9 to spine0");
    assertThat(topology.portName(32, 4, 3)).isEqualTo("leaf0 (switch 32) port 4 to host 3");
  }

  @Test
  void nodesWithoutARoleAreNamedByKindAndNumber() {
    var builder = new Topology.Builder();
    builder.switches(1);
    builder.hosts(2);
    builder.switches(1, Role.of("top"));
    Topology topology = builder.build();
    assertThat(names(topology)).containsExactly("switch0", "host1", "host2", "top");
    assertThat(topology.names().node("host2")).isEqualTo(2);
    assertThat(topology.names().node("switch3")).isEqualTo(NodeNames.NONE);
    assertThat(topology.name(0)).isEqualTo("switch 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "leaf", "leaf4", "leaf04", "leaf-1", "leaf3x", "leaf 3", "Leaf3", "leaf99999999999", "spine2", "35",
      "switch35", "leaf٣", "host32"})
  void unknownNamesGiveNoNode(String name) {
    assertThat(LeafSpine.DEFAULT.build().names().node(name)).isEqualTo(NodeNames.NONE);
  }

  @Test
  void namesOfTheLargestShapeNeedNoRoom() {
    var shape = new FatTree(512, 2, 2, 4, 200, 1, 1, 1);
    NodeNames names = shape.build().names();
    assertThat(names.name(512 * 400)).isEqualTo("pod0-tor0");
    assertThat(names.node("pod511-agg1")).isEqualTo(512 * 400 + 2 * 1024 - 1);
    assertThat(((RoleNames) names).ranges()).hasSize(3);
  }

  @Test
  void givenNamesTakeThePlaceOfOthers() {
    Topology topology = LeafSpine.DEFAULT.build();
    Topology renamed = topology.named(new GivenNames(topology.names(), Map.of(35, "leaf2", 34, "tor \"a\"")));
    assertThat(renamed.name(35)).isEqualTo("leaf2 (switch 35)");
    assertThat(renamed.name(34)).isEqualTo("tor \"a\" (switch 34)");
    assertThat(renamed.names().node("leaf2")).isEqualTo(35);
    assertThat(renamed.names().node("leaf3")).isEqualTo(NodeNames.NONE);
    assertThat(renamed.names().node("leaf1")).isEqualTo(33);
    assertThat(renamed.links()).isEqualTo(topology.links());
  }

  @Test
  void noTwoNodesHaveOneName() {
    NodeNames names = LeafSpine.DEFAULT.build().names();
    assertThatThrownBy(() -> new GivenNames(names, Map.of(35, "leaf2"))).hasMessage("the name leaf2 is taken by node 34");
    assertThatThrownBy(() -> new GivenNames(names, Map.of(35, "a", 34, "a"))).hasMessage("nodes 34 and 35 have the same name, a");
  }

  private static List<String> names(TopologyGenerator shape) {
    return names(shape.build());
  }

  private static List<String> names(Topology topology) {
    return java.util.stream.IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }
}
