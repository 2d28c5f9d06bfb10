package dev.inflight.net.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Routes over every shape: all pairs of hosts have one, no host forwards, and where buffers may wait for each other in a
 * circle.
 */
class ShapeRoutesTest {
  static final List<TopologyGenerator> SHAPES = Topologies.ALL;

  private static Routes routes(Cabling cabling) {
    return new Routes(cabling, new Port[cabling.ports()], new SeededEcmp(1), false);
  }

  @ParameterizedTest
  @FieldSource("SHAPES")
  void everyHostReachesEveryOtherAndNoneForwards(TopologyGenerator shape) {
    Topology topology = shape.build();
    var cabling = new Cabling(topology);
    Routes routes = routes(cabling);
    for (int to : topology.hosts()) {
      for (int node = 0; node < topology.nodeCount(); node++) {
        int[] next = routes.nextPorts(node, to);
        assertThat(next.length > 0).as("%s to %d", topology.name(node), to)
            .isEqualTo(node != to && (!topology.isSwitch(node) || leads(topology, shape, node, to)));
        for (int port : next) {
          int neighbor = cabling.neighbor(port);
          assertThat(neighbor == to || topology.isSwitch(neighbor)).isTrue();
        }
      }
    }
  }

  /** Of server switches only those that have the host; of dual planes' switches, and of all others, each. */
  private static boolean leads(Topology topology, TopologyGenerator shape, int node, int host) {
    return !(shape instanceof RailOptimized rails) || node >= topology.hostCount() + rails.groups() * rails.serversPerGroup()
        || host / rails.gpusPerServer() == node - topology.hostCount();
  }

  /** Port 1 of a GPU leads to its server switch, port 2 to its rail. */
  @Test
  void railsAreLeftAloneWithinAServerAndServersBetweenThem() {
    Topology topology = RailOptimized.DEFAULT.build();
    var cabling = new Cabling(topology);
    Routes routes = routes(cabling);
    for (int from : topology.hosts()) {
      for (int to : topology.hosts()) {
        if (from != to) {
          int own = cabling.firstPort(from) + (from / 8 == to / 8 ? 0 : 1);
          assertThat(routes.nextPorts(from, to)).as("%d to %d", from, to).containsExactly(own);
          if (from / 8 != to / 8) {
            int[] above = routes.nextPorts(cabling.neighbor(own), to);
            boolean oneRail = from % 8 == to % 8 && from / 32 == to / 32;
            assertThat(above).as("over all spines between rails, %d to %d", from, to).hasSize(oneRail ? 1 : 4);
          }
        }
      }
    }
  }

  @Test
  void gpuUsesItsNicAfterAFailureOfItsServerLink() {
    Topology topology = RailOptimized.DEFAULT.build();
    var cabling = new Cabling(topology);
    Routes routes = routes(cabling);
    cabling.setUp(0, false);
    routes.recompute();
    assertThat(routes.nextPorts(0, 1)).containsExactly(cabling.firstPort(0) + 1);
    assertThat(routes.nextPorts(1, 0)).containsExactly(cabling.firstPort(1) + 1);
    assertThat(routes.nextPorts(1, 2)).containsExactly(cabling.firstPort(1));
  }

  /**
   * With PFC a full buffer holds up the one before it: a circle of them can be a deadlock, and routes up and then down have
   * none.
   */
  @ParameterizedTest
  @FieldSource("SHAPES")
  void onlyDragonflyAndTorusHaveCyclicBufferDependencies(TopologyGenerator shape) {
    assertThat(hasCircle(waits(shape.build()))).isEqualTo(List.of("dragonfly", "torus").contains(shape.name()));
  }

  /** By port, the ports for which packets that have come over its cable may wait. */
  private static BitSet[] waits(Topology topology) {
    var cabling = new Cabling(topology);
    Routes routes = routes(cabling);
    var waits = new BitSet[cabling.ports()];
    Arrays.setAll(waits, port -> new BitSet());
    for (int to : topology.hosts()) {
      var used = new BitSet();
      for (int from : topology.hosts()) {
        Arrays.stream(routes.nextPorts(from, to)).forEach(port -> follow(port, to, cabling, routes, used, waits));
      }
    }
    return waits;
  }

  private static void follow(int port, int to, Cabling cabling, Routes routes, BitSet used, BitSet[] waits) {
    if (used.get(port)) {
      return;
    }
    used.set(port);
    for (int next : routes.nextPorts(cabling.neighbor(port), to)) {
      waits[port].set(next);
      follow(next, to, cabling, routes, used, waits);
    }
  }

  /** Removes ports that wait for none, until none is left or all that are left wait. */
  private static boolean hasCircle(BitSet[] waits) {
    var left = new BitSet();
    left.set(0, waits.length);
    for (boolean changed = true; changed;) {
      changed = false;
      for (int port = left.nextSetBit(0); port >= 0; port = left.nextSetBit(port + 1)) {
        if (!waits[port].intersects(left)) {
          left.clear(port);
          changed = true;
        }
      }
    }
    return !left.isEmpty();
  }
}
