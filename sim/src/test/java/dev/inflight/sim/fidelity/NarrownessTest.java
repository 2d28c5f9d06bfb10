package dev.inflight.sim.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import org.junit.jupiter.api.Test;

/** Factor by which flows may be slower than their hosts' cables because of cables of the fabric. */
class NarrownessTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000;

  @Test
  void nonBlockingFabricsAreNotNarrow() {
    assertThat(Narrowness.of(new Star(8, 100 * G, US).build())).isOne();
    assertThat(Narrowness.of(LeafSpine.DEFAULT.build())).isOne();
    assertThat(Narrowness.of(FatTree.DEFAULT.build())).isOne();
  }

  @Test
  void narrowUplinksSlowFlows() {
    assertThat(Narrowness.of(new LeafSpine(4, 2, 16, 100 * G, 200 * G, US, 1).build())).isEqualTo(4);
    // one flow has one uplink of a tenth, although all of them together carry the hosts' data
    assertThat(Narrowness.of(new LeafSpine(4, 10, 1, 100 * G, 10 * G, US, 1).build())).isEqualTo(10);
    // two hosts to an uplink at each of two layers
    assertThat(Narrowness.of(new FatTree(2, 2, 1, 1, 2, 100 * G, 100 * G, US).build())).isEqualTo(4);
  }

  @Test
  void theNarrowestOfSeveralUplinksCounts() {
    var builder = new Topology.Builder();
    int hosts = builder.hosts(2);
    int leaf = builder.switches(1);
    int spine = builder.switches(1);
    builder.link(hosts, leaf, 100 * G, US);
    builder.link(hosts + 1, leaf, 100 * G, US);
    builder.link(leaf, spine, 400 * G, US);
    builder.link(leaf, spine, 25 * G, US);
    assertThat(Narrowness.of(builder.build())).isEqualTo(4);
  }

  @Test
  void cableWithinALayerMayCarryAllTraffic() {
    assertThat(Narrowness.of(new Dumbbell(2, 2, 100 * G, 1 * G, US).build())).isEqualTo(400);
  }

  @Test
  void aFlowHasOneCableOfItsHost() {
    var builder = new Topology.Builder();
    int host = builder.hosts(2);
    int leaf = builder.switches(1);
    builder.link(host, leaf, 100 * G, US);
    builder.link(host, leaf, 50 * G, US);
    builder.link(host + 1, leaf, 100 * G, US);
    assertThat(Narrowness.of(builder.build())).isCloseTo(3, within(1e-9));
  }
}
