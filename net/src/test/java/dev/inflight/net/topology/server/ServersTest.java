package dev.inflight.net.topology.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Hosts that share a server, by their cables alone. */
class ServersTest {
  private static final long GBPS = 1_000_000_000L;

  private static int[] servers(Topology topology) {
    Servers servers = Servers.of(topology);
    return Arrays.stream(topology.hosts()).map(servers::serverOf).toArray();
  }

  private static RailOptimized rails(int groups, int servers, int gpus, long insideGbps, long insideDelayPs) {
    return new RailOptimized(groups, servers, gpus, 2, 400 * GBPS, 400 * GBPS, insideGbps * GBPS, 500_000, insideDelayPs);
  }

  @Test
  void serversOfRailsAreThoseOfTheirSwitches() {
    Topology topology = rails(2, 2, 4, 1600, 25_000).build();
    assertThat(servers(topology)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    Servers servers = Servers.of(topology);
    assertThat(servers.placeOf(6)).isEqualTo(2);
    assertThat(servers.insideBitsPerSec(6)).isEqualTo(1600 * GBPS);
    assertThat(servers.outsideBitsPerSec(6)).isEqualTo(400 * GBPS);
  }

  @Test
  void theOnlyServerIsWhereItsHostsAreFastest() {
    assertThat(servers(rails(1, 1, 4, 1600, 25_000).build())).containsExactly(0, 0, 0, 0);
    assertThat(servers(rails(1, 1, 4, 400, 25_000).build())).containsExactly(0, 1, 2, 3);
  }

  /** With equal rates, shorter cables are those inside; with equal cables, the network of fewer hosts. */
  @Test
  void equalRatesAreNoDoubt() {
    assertThat(servers(rails(1, 3, 2, 400, 25_000).build())).containsExactly(0, 0, 1, 1, 2, 2);
    assertThat(servers(rails(1, 3, 2, 400, 500_000).build())).containsExactly(0, 0, 1, 1, 2, 2);
  }

  /** Rails without spines: each switch has hosts only, and more servers than GPUs in one. */
  @Test
  void railsWithoutSpines() {
    var builder = new Topology.Builder();
    int first = builder.hosts(6);
    int inside = builder.switches(3);
    int rails = builder.switches(2);
    for (int gpu = 0; gpu < 6; gpu++) {
      builder.link(first + gpu, inside + gpu / 2, 1600 * GBPS, 25_000);
      builder.link(first + gpu, rails + gpu % 2, 400 * GBPS, 500_000);
    }
    assertThat(servers(builder.build())).containsExactly(0, 0, 1, 1, 2, 2);
  }

  /** Two switches in a server are one, and count together. */
  @Test
  void severalSwitchesInsideAServer() {
    var builder = new Topology.Builder();
    int first = builder.hosts(4);
    int inside = builder.switches(4);
    int network = builder.switches(1);
    for (int gpu = 0; gpu < 4; gpu++) {
      builder.link(first + gpu, inside + gpu / 2 * 2, 800 * GBPS, 25_000);
      builder.link(first + gpu, inside + gpu / 2 * 2 + 1, 800 * GBPS, 25_000);
      builder.link(first + gpu, network, 400 * GBPS, 500_000);
    }
    Topology topology = builder.build();
    assertThat(servers(topology)).containsExactly(0, 0, 1, 1);
    assertThat(Servers.of(topology).insideBitsPerSec(0)).isEqualTo(1600 * GBPS);
    assertThat(Servers.of(topology).outsideBitsPerSec(0)).isEqualTo(400 * GBPS);
  }

  /** In every other shape each host is a server: also with two planes, or two ToRs. */
  @Test
  void otherShapesHaveNone() {
    for (TopologyGenerator shape : Topologies.ALL) {
      if (shape.name().equals("rail-optimized")) {
        continue;
      }
      Topology topology = shape.build();
      assertThat(Arrays.stream(servers(topology)).distinct().count()).as(shape.name()).isEqualTo(topology.hostCount());
    }
    assertThat(Servers.of(DualPlane.DEFAULT.build()).insideBitsPerSec(0)).isZero();
  }
}
