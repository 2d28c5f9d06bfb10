package dev.inflight.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.rdma.memory.MemoryRegion;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.QueueDisciplines;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parameters of a fabric are checked: values out of range are refused with a sentence, and the ends of the ranges are accepted.
 */
class NetParametersTest {
  private static final long G = 1_000_000_000L;
  private static final long THOUSAND_SECONDS_PS = 1_000_000_000_000_000L;

  /** Parameters that may be 0, or have no cable in the shape with its defaults; RailShapesTest has these. */
  private static final Set<String> OTHER_RANGES = Set.of("nicsPerGpu", "planes", "cores", "server", "serverLinkRateBitsPerSec");

  static Stream<Arguments> everyNumberOfAShape() {
    List<Arguments> numbers = new ArrayList<>();
    for (TopologyGenerator shape : Topologies.ALL) {
      RecordComponent[] components = shape.getClass().getRecordComponents();
      for (int at = 0; at < components.length; at++) {
        if (!OTHER_RANGES.contains(components[at].getName())) {
          numbers.add(Arguments.of(Named.of(shape.name(), shape), at, components[at].getName()));
        }
      }
    }
    return numbers.stream();
  }

  private static TopologyGenerator with(TopologyGenerator shape, int at, long value) throws ReflectiveOperationException {
    RecordComponent[] components = shape.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = components[i].getAccessor().invoke(shape);
    }
    values[at] = components[at].getType() == long.class ? (Object) value : (Object) Math.toIntExact(value);
    Constructor<?> made = shape.getClass()
        .getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    return (TopologyGenerator) made.newInstance(values);
  }

  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatThrownBy(made).isInstanceOf(InvocationTargetException.class).cause().isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("everyNumberOfAShape")
  void everyNumberOfAShapeHasItsRange(TopologyGenerator shape, int at, String component) throws ReflectiveOperationException {
    String name = component.replaceAll("(BitsPerSec|Ps)$", "");
    if (component.endsWith("BitsPerSec")) {
      assertRefused(() -> with(shape, at, 0), name + " must be above 0, found 0 b/s");
      assertThat(with(shape, at, 1).build().links()).anyMatch(link -> link.rateBitsPerSec() == 1);
    } else if (component.endsWith("Ps")) {
      assertRefused(() -> with(shape, at, -1), name + " -1 ps is below 0");
      assertThat(with(shape, at, 0).build().links()).anyMatch(link -> link.delayPs() == 0);
    } else {
      assertRefused(() -> with(shape, at, 0), name + " 0 is outside 1 to 262144");
      assertRefused(() -> with(shape, at, 262_145), name + " 262145 is outside 1 to 262144");
    }
  }

  @Test
  void aFabricMayHaveAsManyNodesAsThereAreAddresses() {
    assertThat(new Star(262_143, G, 0).build().nodeCount()).isEqualTo(262_144);
    assertThatThrownBy(() -> new Star(262_144, G, 0))
        .hasMessage("a star of 262145 nodes is too large; at most 262144 are allowed");
    assertThatThrownBy(() -> new Dumbbell(262_142, 1, G, G, 0))
        .hasMessage("a dumbbell of 262145 nodes is too large; at most 262144 are allowed");
    assertThatThrownBy(() -> new LeafSpine(1, 1, 262_143, G, G, 0, 1))
        .hasMessage("a leaf-spine of 262145 nodes is too large; at most 262144 are allowed");
    assertThatThrownBy(() -> new FatTree(1, 1, 1, 1, 262_142, G, G, 0))
        .hasMessage("a fat-tree of 262145 nodes is too large; at most 262144 are allowed");
    assertThatThrownBy(() -> new Pod(1, 262_142, G, G, 0, 0))
        .hasMessage("a pod of 262145 nodes is too large; at most 262144 are allowed");
  }

  @Test
  void aFabricMayHaveTwoMillionLinks() {
    assertThat(new LeafSpine(1, 1, 64, G, G, 0, 65_536).build().links()).hasSize(65_600);
    assertThat(new LeafSpine(16, 16, 1, G, G, 0, 8191).build().links()).hasSize(16 + 256 * 8191);
    assertThatThrownBy(() -> new LeafSpine(16, 16, 1, G, G, 0, 8192))
        .hasMessage("a leaf-spine of 2097168 links is too large; at most 2097152 are allowed");
    assertThatThrownBy(() -> new FatTree(1, 2048, 1025, 1025, 1, G, G, 0))
        .hasMessage("a fat-tree of 2102273 links is too large; at most 2097152 are allowed");
  }

  @Test
  void theCoresOfAFatTreeAreDividedEvenly() {
    assertThatThrownBy(() -> new FatTree(2, 2, 3, 4, 1, G, G, 0)).hasMessage("cores 4 is not a multiple of aggsPerPod 3");
  }

  @Test
  void aCableJoinsTwoNodes() {
    assertThat(new Topology.Link(0, 1, 1, 0, 1)).isEqualTo(new Topology.Link(0, 1, 1, 0, 1));
    assertThat(new Topology.Link(0, 1, 1, 0).lossRate()).isZero();
    assertThatThrownBy(() -> new Topology.Link(2, 2, G, 0)).hasMessage("a link from node 2 to itself");
    assertThatThrownBy(() -> new Topology.Link(0, 1, 0, 0)).hasMessage("link rate must be above 0, found 0 b/s");
    assertThatThrownBy(() -> new Topology.Link(0, 1, G, -1)).hasMessage("link delay -1 ps is below 0");
    assertThatThrownBy(() -> new Topology.Link(0, 1, G, 0, -0.1)).hasMessage("loss rate -0.1 is outside 0 to 1");
    assertThatThrownBy(() -> new Topology.Link(0, 1, G, 0, 1.1)).hasMessage("loss rate 1.1 is outside 0 to 1");
    assertThatThrownBy(() -> new Topology.Link(0, 1, G, 0, Double.NaN)).hasMessage("loss rate NaN is outside 0 to 1");
  }

  @Test
  void nodesThatATopologyNamesExist() {
    var switches = new BitSet();
    assertThatThrownBy(() -> new Topology(0, switches, List.of())).hasMessage("a topology without nodes");
    switches.set(2);
    assertThatThrownBy(() -> new Topology(2, switches, List.of())).hasMessage("switch 2 does not exist: nodes are 0 to 1");
    assertThatThrownBy(() -> new Topology(3, switches, List.of(new Topology.Link(0, 3, G, 0))))
        .hasMessage("a link to node 3, which does not exist: nodes are 0 to 2");
    assertThatThrownBy(() -> new Topology(3, switches, List.of(new Topology.Link(-1, 2, G, 0))))
        .hasMessage("a link to node -1, which does not exist: nodes are 0 to 2");
    var topology = new Topology(3, switches, List.of(new Topology.Link(0, 2, G, 0)));
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.name(1)).isEqualTo("host 1");
    assertThat(topology.name(2)).isEqualTo("switch 2");
  }

  @Test
  void aTopologyIsItsOwn() {
    var switches = new BitSet();
    switches.set(1);
    var topology = new Topology(2, switches, List.of());
    switches.clear();
    assertThat(topology.isSwitch(1)).isTrue();
  }

  @Test
  void aNicHasEnginesAndSlots() {
    assertThat(new EngineNic(1024, 64, 1_000_000_000).scanPs()).isEqualTo(64_000_000_000L);
    assertThat(new EngineNic(1, 65_536, 1).scanPs()).isEqualTo(65_536);
    assertThatThrownBy(() -> new EngineNic(0, 1, 1)).hasMessage("engines 0 is outside 1 to 1024");
    assertThatThrownBy(() -> new EngineNic(1025, 1, 1)).hasMessage("engines 1025 is outside 1 to 1024");
    assertThatThrownBy(() -> new EngineNic(1, 0, 1)).hasMessage("flowsPerEngine 0 is outside 1 to 65536");
    assertThatThrownBy(() -> new EngineNic(1, 65_537, 1)).hasMessage("flowsPerEngine 65537 is outside 1 to 65536");
    assertThatThrownBy(() -> new EngineNic(1024, 65, 1)).hasMessage("1024 engines of 65 flows are 66560 slots; at most 65536");
    assertThatThrownBy(() -> new EngineNic(1, 1, 0)).hasMessage("tick of 0 ps is outside 1 ps to 1 ms");
    assertThatThrownBy(() -> new EngineNic(1, 1, 1_000_000_001)).hasMessage("tick of 1000000001 ps is outside 1 ps to 1 ms");
  }

  @Test
  void irnWaitsAndReaches() {
    assertThat(new Irn(1, 1, 0, 1).reach()).isEqualTo(1);
    assertThat(new Irn(THOUSAND_SECONDS_PS, THOUSAND_SECONDS_PS, 1_000_000, 1000).fewPackets()).isEqualTo(1_000_000);
    assertThatThrownBy(() -> new Irn(1, THOUSAND_SECONDS_PS + 1, 0, 1))
        .hasMessage("rtoLow and rtoHigh must be above 0 and at most 1000 s");
    assertThatThrownBy(() -> new Irn(1, 1, 1_000_001, 1)).hasMessage("fewPackets 1000001 is outside 0 to 1000000");
    assertThatThrownBy(() -> new Irn(1, 1, 0, 1001)).hasMessage("reach 1001 is outside 1 to 1000");
    assertThat(new Irn(10, 20, 3, 2).waitingAtLeast(15)).isEqualTo(new Irn(15, 20, 3, 2));
    assertThat(new Irn(10, 20, 3, 2).waitingAtLeast(25)).isEqualTo(new Irn(25, 25, 3, 2));
    assertThat(new Irn(10, 20, 3, 2).waitingAtLeast(5)).isEqualTo(new Irn(10, 20, 3, 2));
  }

  @Test
  void ecnThresholdsRise() {
    assertThat(new EcnThresholds(0, 0, 1).pMax()).isEqualTo(1);
    assertThat(new EcnThresholds(5, 5, 0).pMax()).isZero();
    assertThatThrownBy(() -> new EcnThresholds(-1, 5, 0))
        .hasMessage("ECN thresholds must satisfy 0 <= Kmin <= Kmax, found Kmin -1 B, Kmax 5 B");
    assertThatThrownBy(() -> new EcnThresholds(6, 5, 0))
        .hasMessage("ECN thresholds must satisfy 0 <= Kmin <= Kmax, found Kmin 6 B, Kmax 5 B");
    assertThatThrownBy(() -> new EcnThresholds(0, 0, 1.5)).hasMessage("ECN Pmax 1.5 is outside 0 to 1");
    assertThatThrownBy(() -> new EcnThresholds(0, 0, -0.5)).hasMessage("ECN Pmax -0.5 is outside 0 to 1");
    assertThatThrownBy(() -> new EcnThresholds(0, 0, Double.NaN)).hasMessage("ECN Pmax NaN is outside 0 to 1");
  }

  @Test
  void aMemoryRegionEndsWhereAddressesEnd() {
    assertThat(new MemoryRegion(1, -1, 1, true, true).bytes()).as("the last byte there is").isEqualTo(1);
    assertThat(new MemoryRegion(1, 0, Long.MAX_VALUE, true, true).key()).isEqualTo(1);
    assertThatThrownBy(() -> new MemoryRegion(1, -1, 2, true, true))
        .hasMessage("a memory region of 2 bytes does not fit behind its address");
    assertThatThrownBy(() -> new MemoryRegion(1, 0, 0, true, true)).hasMessage("a memory region of 0 bytes");
  }

  /** Scenarios use these names; an older file must keep its meaning. */
  @Test
  void parametersKeepTheirNamesInScenarios() {
    assertThat(Recoveries.ALL).extracting(Recovery::name).containsExactly("go-back-n", "irn", "selective", "unreliable", "tcp");
    assertThat(NicModels.ALL).extracting(NicModel::name).containsExactly("unlimited", "engines");
    assertThat(QueueDisciplines.ALL).extracting(QueueDiscipline::name).containsExactly("round-robin", "strict-dwrr");
    assertThat(Topologies.ALL).extracting(TopologyGenerator::name).containsExactly("star", "dumbbell", "leaf-spine", "fat-tree",
        "pod", "k-ary", "rail-optimized", "dual-plane", "dual-tor", "dragonfly", "torus", "parking-lot");
  }
}
