package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DivisionTest {
  private static final long G = 1_000_000_000L;

  static final List<TopologyGenerator> SHAPES = Topologies.ALL;

  @ParameterizedTest
  @FieldSource("SHAPES")
  void aHostStaysWithItsSwitch(TopologyGenerator shape) {
    Topology topology = shape.build();
    for (int most = 1; most <= 8; most++) {
      Division division = Division.of(topology, most);
      assertThat(division.parts()).isBetween(1, most);
      assertThat(division.lookaheadPs()).isPositive();
      int[] cables = new int[topology.nodeCount()];
      for (Topology.Link link : topology.links()) {
        int host = topology.isSwitch(link.a()) ? link.b() : link.a();
        if (!topology.isSwitch(host) && cables[host]++ == 0) {
          assertThat(division.partOf(link.a())).isEqualTo(division.partOf(link.b()));
        }
      }
    }
  }

  @Test
  void eachPartOfAFatTreeGetsItsShareOfEachTier() {
    Topology topology = FatTree.DEFAULT.build(); // 320 hosts, 20 racks, 20 aggregation switches, 16 cores
    Division division = Division.of(topology, 4);
    int[] hosts = new int[4];
    int[] switches = new int[4];
    for (int node = 0; node < topology.nodeCount(); node++) {
      (topology.isSwitch(node) ? switches : hosts)[division.partOf(node)]++;
    }
    assertThat(hosts).containsOnly(80);
    assertThat(switches).containsOnly(14);
    assertThat(division.lookaheadPs()).isEqualTo(1_000_000);
  }

  @Test
  void oneSwitchCannotBeParted() {
    Division division = Division.of(new Star(8, 100 * G, 1_000_000).build(), 4);
    assertThat(division.parts()).isEqualTo(1);
    assertThat(division.lookaheadPs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aCableWithoutDelayIsNotCut() {
    var switches = new BitSet();
    switches.set(2, 5);
    var topology = new Topology(5, switches,
        List.of(new Topology.Link(0, 2, 100 * G, 1000, 0), new Topology.Link(1, 4, 100 * G, 1000, 0),
            new Topology.Link(2, 3, 100 * G, 0, 0), new Topology.Link(3, 4, 100 * G, 2000, 0)));
    Division division = Division.of(topology, 3);
    assertThat(division.parts()).isEqualTo(2);
    assertThat(division.partOf(2)).isEqualTo(division.partOf(3));
    assertThat(division.lookaheadPs()).isEqualTo(2000);
    assertThatIllegalArgumentException().isThrownBy(() -> Division.of(topology, new int[] {0, 0, 0, 1, 1}))
        .withMessage("a cable without delay is cut");
  }

  /** Two pairs of racks, each with its spine, and a short cable within each pair. */
  @Test
  void shortCablesAreNotCut() {
    var switches = new BitSet();
    switches.set(4, 9);
    var links = new ArrayList<Topology.Link>();
    for (int rack = 0; rack < 4; rack++) {
      links.add(new Topology.Link(rack, 4 + rack, 100 * G, 1000));
      links.add(new Topology.Link(4 + rack, 8, 100 * G, 1_000_000));
    }
    links.add(new Topology.Link(4, 5, 100 * G, 1));
    links.add(new Topology.Link(6, 7, 100 * G, 1));
    var topology = new Topology(9, switches, links);
    assertThat(Division.of(topology, 4).lookaheadPs()).isEqualTo(1);
    Division division = Division.of(topology, 4, 1000);
    assertThat(division.parts()).isEqualTo(2);
    assertThat(division.lookaheadPs()).isEqualTo(1_000_000);
    assertThat(division.partOf(4)).isEqualTo(division.partOf(5));
    assertThat(Division.of(topology, 4, 2_000_000).parts()).isEqualTo(1);
  }
}
