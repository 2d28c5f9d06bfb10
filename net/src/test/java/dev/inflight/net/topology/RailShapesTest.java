package dev.inflight.net.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.topology.RailOptimized.Inside;
import dev.inflight.net.topology.server.Servers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rails with several NICs, planes and tiers, GPUs that forward within a server, and tori. */
class RailShapesTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  private static RailOptimized rails(int nics, int planes, int cores, Inside inside) {
    return new RailOptimized(2, 2, 4, 2, 400 * G, 800 * G, 1600 * G, US, US / 40, nics, planes, cores, inside, 200 * G);
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }

  private static List<String> cables(Topology topology, String node) {
    int number = topology.names().node(node);
    return topology.linksOfNodes().get(number).stream()
        .map(link -> topology.names().name(link.a() == number ? link.b() : link.a()) + " " + link.rateBitsPerSec() / G).toList();
  }

  @Test
  void aGpuWithTwoNicsHasTwoRails() {
    Topology topology = rails(2, 1, 0, Inside.SWITCH).build();
    assertThat(cables(topology, "server0-gpu1")).containsExactly("server0-switch 1600", "group0-rail2 400", "group0-rail3 400");
    assertThat(cables(topology, "server3-gpu3")).containsExactly("server3-switch 1600", "group1-rail6 400", "group1-rail7 400");
    assertThat(cables(topology, "group1-rail7")).containsExactly("server2-gpu3 400", "server3-gpu3 400", "spine0 800",
        "spine1 800");
    TopologiesTest.assertConnected(topology);
  }

  @Test
  void planesAreDisjoint() {
    Topology topology = rails(1, 2, 0, Inside.NONE).build();
    assertThat(cables(topology, "server2-gpu0")).containsExactly("plane0-group1-rail0 400", "plane1-group1-rail0 400");
    assertThat(cables(topology, "plane1-group0-rail3")).containsExactly("server0-gpu3 400", "server1-gpu3 400",
        "plane1-spine0 800", "plane1-spine1 800");
    assertThat(topology.links()).filteredOn(link -> topology.isSwitch(link.a())).allSatisfy(
        link -> assertThat(topology.names().name(link.a()).substring(0, 6))
            .isEqualTo(topology.names().name(link.b()).substring(0, 6)));
  }

  @Test
  void withCoresSpinesAreOfAGroup() {
    Topology topology = rails(1, 1, 4, Inside.SWITCH).build();
    assertThat(cables(topology, "group1-rail2")).endsWith("group1-spine0 800", "group1-spine1 800");
    assertThat(cables(topology, "group1-spine1")).containsExactly("group1-rail0 800", "group1-rail1 800", "group1-rail2 800",
        "group1-rail3 800", "core2 800", "core3 800");
    assertThat(cables(topology, "core2")).containsExactly("group0-spine1 800", "group1-spine1 800");
    assertThat(cables(rails(1, 2, 2, Inside.SWITCH).build(), "plane1-group0-spine1")).endsWith("plane1-core1 800");
    TopologiesTest.assertConnected(topology);
  }

  @ParameterizedTest
  @CsvSource({"MESH,4,6", "MESH,1,0", "RING,4,4", "RING,2,1", "RING,1,0"})
  void gpusForwardWithinAServerBySwitchesInside(Inside inside, int gpus, int cablesOfServer) {
    var shape = new RailOptimized(1, 2, gpus, 1, 400 * G, 400 * G, 1600 * G, US, 1, 1, 1, 0, inside, 200 * G);
    Topology topology = shape.build();
    assertThat(cables(topology, "server1-gpu0")).containsExactly("server1-link0 1600", "rail0 400");
    assertThat(topology.links()).filteredOn(link -> link.rateBitsPerSec() == 200 * G).hasSize(2 * cablesOfServer);
    TopologiesTest.assertConnected(topology);
    Servers servers = Servers.of(topology);
    assertThat(IntStream.of(topology.hosts()).map(servers::serverOf).distinct().count()).isEqualTo(2);
  }

  @Test
  void aSmallTorus() {
    Topology topology = new Torus(3, 2, 1, 400 * G, 100 * G, US, US).build();
    assertThat(names(topology)).startsWith("host0").endsWith("router4", "router5");
    assertThat(cables(topology, "router0")).containsExactly("host0 400", "router1 100", "router3 100", "router2 100");
    assertThat(cables(topology, "router5")).containsExactly("host5 400", "router2 100", "router4 100", "router3 100");
    assertThat(new Torus(4, 4, 4, G, G, 0, 0).build().links()).hasSize(64 + 3 * 64);
    assertThat(new Torus(8, 1, 1, G, G, 0, 0).build().links()).as("a ring").hasSize(16);
  }

  @Test
  void rejectsInvalidShapes() {
    assertThatIllegalArgumentException().isThrownBy(() -> rails(1, 1, 3, Inside.NONE))
        .withMessage("cores 3 is not a multiple of spines 2");
    assertThatIllegalArgumentException().isThrownBy(() -> rails(17, 1, 0, Inside.NONE))
        .withMessage("nicsPerGpu 17 is outside 1 to 16");
    assertThatIllegalArgumentException().isThrownBy(() -> rails(1, 0, 0, Inside.NONE)).withMessage("planes 0 is outside 1 to 16");
    assertThatIllegalArgumentException().isThrownBy(() -> rails(1, 1, -2, Inside.NONE))
        .withMessage("cores -2 is outside 1 to 262144");
    assertThatIllegalArgumentException().isThrownBy(() -> new RailOptimized(1, 1, 2, 1, G, G, G, 0, 0, 1, 1, 0, Inside.MESH, 0))
        .withMessage("serverLinkRate must be above 0, found 0 b/s");
    assertThatIllegalArgumentException().isThrownBy(() -> new Torus(1, 1, 1, G, G, 0, 0))
        .withMessage("a torus has two hosts or more; x, y and z are 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Torus(1000, 1000, 1000, G, G, 0, 0))
        .withMessageContaining("too large");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RailOptimized(1, 1, 262144, 1, G, G, G, 0, 0, 1, 1, 0, Inside.MESH, G))
        .withMessageContaining("too large");
  }
}
