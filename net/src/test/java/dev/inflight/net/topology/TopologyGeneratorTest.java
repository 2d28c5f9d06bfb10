package dev.inflight.net.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Shapes away from their defaults: sizes, rates, parallel links and refused parameters. */
class TopologyGeneratorTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  @Test
  void starWithManyPorts() {
    Topology star = new Star(300, 25 * G, US).build();
    assertThat(star.hostCount()).isEqualTo(300);
    assertThat(star.isSwitch(300)).isTrue();
    assertThat(linksOf(star, 300)).hasSize(300).extracting(Topology.Link::a)
        .containsExactlyElementsOf(IntStream.range(0, 300).boxed().toList());
  }

  @Test
  void dumbbellWithUnequalSidesAndRates() {
    Topology dumbbell = new Dumbbell(3, 1, 100 * G, 40 * G, 2 * US).build();
    assertThat(linksOf(dumbbell, 4)).hasSize(4);
    assertThat(linksOf(dumbbell, 5)).hasSize(2);
    assertThat(dumbbell.links()).extracting(Topology.Link::rateBitsPerSec).containsExactly(100 * G, 100 * G, 100 * G, 100 * G,
        40 * G);
    assertThat(dumbbell.links()).extracting(Topology.Link::delayPs).containsOnly(2 * US);
  }

  @Test
  void leafSpineWithParallelUplinks() {
    Topology topology = new LeafSpine(3, 2, 4, 25 * G, 100 * G, US, 2).build();
    assertThat(topology.hostCount()).isEqualTo(12);
    assertThat(topology.nodeCount()).isEqualTo(17);
    assertThat(linksOf(topology, 12)).hasSize(4 + 2 * 2);
    assertThat(linksOf(topology, 16)).hasSize(3 * 2);
    assertThat(linksOf(topology, 0)).extracting(Topology.Link::rateBitsPerSec).containsExactly(25 * G);
    assertThat(linksOf(topology, 16)).extracting(Topology.Link::rateBitsPerSec).containsOnly(100 * G);
    TopologiesTest.assertConnected(topology);
  }

  @Test
  void fatTreeWith1024Hosts() {
    Topology topology = new FatTree(16, 8, 8, 64, 8, 100 * G, 100 * G, US).build(); // the non-blocking one of 16-port switches
    assertThat(topology.hostCount()).isEqualTo(1024);
    assertThat(topology.nodeCount() - topology.hostCount()).isEqualTo(320);
    for (int node = 1024; node < topology.nodeCount(); node++) {
      assertThat(linksOf(topology, node)).as(topology.name(node)).hasSize(16);
    }
    TopologiesTest.assertConnected(topology);
  }

  @Test
  void fatTreeWithUnequalCounts() {
    Topology topology = new FatTree(2, 3, 2, 4, 5, 25 * G, 100 * G, US).build();
    assertThat(topology.hostCount()).isEqualTo(30);
    assertThat(topology.nodeCount()).isEqualTo(30 + 6 + 4 + 4);
    assertThat(linksOf(topology, 30)).hasSize(5 + 2); // a ToR
    assertThat(linksOf(topology, 36)).hasSize(3 + 2); // an agg
    assertThat(linksOf(topology, 40)).extracting(Topology.Link::a).containsExactly(36, 38); // a core: one agg in each pod
    TopologiesTest.assertConnected(topology);
  }

  @Test
  void podIsThePapersTestbed() {
    Topology pod = Pod.DEFAULT.build();
    assertThat(pod.hostCount()).isEqualTo(32);
    assertThat(pod.nodeCount()).isEqualTo(37);
    for (int server = 0; server < 32; server++) {
      int firstTor = server < 16 ? 32 : 34;
      assertThat(linksOf(pod, server)).extracting(Topology.Link::b).containsExactly(firstTor, firstTor + 1);
      assertThat(linksOf(pod, server)).extracting(Topology.Link::rateBitsPerSec).containsOnly(25 * G);
    }
    assertThat(linksOf(pod, 36)).hasSize(4).extracting(Topology.Link::rateBitsPerSec).containsOnly(100 * G);
  }

  @Test
  void podHasThePapersBaseRtts() {
    List<Topology.Link> links = Pod.DEFAULT.build().links();
    long host = links.getFirst().delayPs();
    long fabric = links.getLast().delayPs();
    long payloadAtHostPs = 1000 * 8 * 40; // 25G: 40 ps a bit
    long payloadInFabricPs = 1000 * 8 * 10;
    assertThat(4 * host + 2 * payloadAtHostPs).isEqualTo(5_400_000);
    assertThat(4 * host + 4 * fabric + 2 * payloadAtHostPs + 2 * payloadInFabricPs).isEqualTo(8_500_000);
  }

  @Test
  void refusesValuesOutOfRange() {
    refused(() -> new Star(0, G, US), "hosts 0 is outside 1 to 262144");
    refused(() -> new Star(2, 0, US), "rate must be above 0, found 0 b/s");
    refused(() -> new Star(2, G, -1), "delay -1 ps is below 0");
    refused(() -> new Star(262144, G, US), "a star of 262145 nodes is too large; at most 262144 are allowed");
    refused(() -> new Dumbbell(-1, 1, G, G, US), "left -1 is outside 1 to 262144");
    refused(() -> new Dumbbell(1, 0, G, G, US), "right 0 is outside 1 to 262144");
    refused(() -> new Dumbbell(1, 1, G, -5, US), "bottleneckRate must be above 0, found -5 b/s");
    refused(() -> new LeafSpine(0, 2, 8, G, G, US, 1), "leaves 0 is outside 1 to 262144");
    refused(() -> new LeafSpine(4, 2, 8, G, G, US, 0), "uplinksPerSpine 0 is outside 1 to 262144");
    refused(() -> new LeafSpine(100, 100, 8, G, G, US, 1000),
        "a leaf-spine of 10000800 links is too large; at most 2097152 are allowed");
    refused(() -> new FatTree(5, 4, 4, 15, 16, G, G, US), "cores 15 is not a multiple of aggsPerPod 4");
    refused(() -> new FatTree(5, 4, 4, 16, 16, G, 0, US), "fabricRate must be above 0, found 0 b/s");
    refused(() -> new FatTree(65536, 65536, 65536, 65536, 65536, G, G, US),
        "a fat-tree of 281483566710784 nodes is too large; at most 262144 are allowed");
    refused(() -> new Pod(2, 0, G, G, US, US), "serversPerRack 0 is outside 1 to 262144");
    refused(() -> new Pod(2, 16, G, G, US, -7), "fabricDelay -7 ps is below 0");
  }

  private static void refused(ThrowingCallable shape, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(shape).withMessage(sentence);
  }

  private static List<Topology.Link> linksOf(Topology topology, int node) {
    return topology.links().stream().filter(link -> link.a() == node || link.b() == node).toList();
  }
}
