package dev.inflight.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import org.junit.jupiter.api.Test;

class FlowsOnALinkTest {
  private static final long US = 1_000_000;
  private static final Topology STAR = new Star(9, 100_000_000_000L, US).build();

  /** A host's link carries 12,500 bytes a microsecond. */
  private static int most(int... sourceDestinationBytesStartUs) {
    var flows = new FlowTable();
    for (int at = 0; at < sourceDestinationBytesStartUs.length; at += 4) {
      flows.add(sourceDestinationBytesStartUs[at], sourceDestinationBytesStartUs[at + 1], 3, 100,
          sourceDestinationBytesStartUs[at + 2], sourceDestinationBytesStartUs[at + 3] * US);
    }
    return busiest(STAR, flows).flows();
  }

  private static FlowsOnALink.Busiest busiest(Topology topology, FlowTable flows) {
    var setup = new SetupBuilder();
    setup.topology = topology;
    setup.flows = flows;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    return FlowsOnALink.of(simulation.fabric().routes(), simulation.flowTable(), _ -> true);
  }

  @Test
  void incastCountsAllItsSenders() {
    assertThat(most(0, 8, 12_500, 0, 1, 8, 12_500, 0, 2, 8, 12_500, 0)).isEqualTo(3);
  }

  @Test
  void flowsBehindOneAnotherAreOne() {
    assertThat(most(0, 8, 12_500, 0, 1, 8, 12_500, 2, 2, 8, 12_500, 4)).isEqualTo(1);
  }

  @Test
  void flowsThatShareTakeLonger() {
    assertThat(most(0, 8, 12_500, 0, 1, 8, 12_500, 0, 2, 8, 12_500, 1)).as("two of 2 us each, after 1 us").isEqualTo(3);
    assertThat(most(0, 8, 12_500, 0, 1, 8, 12_500, 0, 2, 8, 12_500, 3)).as("and after 3 us none").isEqualTo(2);
  }

  @Test
  void smallFlowEndsBeforeALargeOne() {
    assertThat(most(0, 8, 125_000, 0, 1, 8, 12_500, 0, 2, 8, 12_500, 3, 3, 8, 12_500, 6)).isEqualTo(2);
  }

  @Test
  void linksFromHostsCountToo() {
    assertThat(most(0, 1, 12_500, 0, 0, 2, 12_500, 0, 0, 3, 12_500, 0, 0, 4, 12_500, 0)).isEqualTo(4);
  }

  /** GPU 8 has a port to its server's switch and one to its rail's. */
  @Test
  void portsOfOneHostAreSeparateLinks() {
    Topology rails = RailOptimized.DEFAULT.build();
    FlowTable flows = to8(9, 10, 11, 0, 16);
    assertThat(busiest(rails, flows).flows()).as("from GPUs of its server, not with those of its rail").isEqualTo(3);
    assertThat(busiest(rails, flows).link().rateBitsPerSec()).isEqualTo(1_600_000_000_000L);
    FlowsOnALink.Busiest byRail = busiest(rails, to8(9, 10, 0, 16, 24));
    assertThat(byRail.flows()).isEqualTo(3);
    assertThat(byRail.link().rateBitsPerSec()).isEqualTo(400_000_000_000L);
    assertThat(byRail.lineRateBitsPerSec()).isEqualTo(400_000_000_000L);
  }

  private static FlowTable to8(int... sources) {
    var flows = new FlowTable();
    for (int source : sources) {
      flows.add(source, 8, 3, 100, 1_000_000, 0);
    }
    return flows;
  }

  /** No host's link has more than one of them. */
  @Test
  void countsFlowsThatMeetBetweenSwitches() {
    var flows = new FlowTable();
    for (int host = 0; host < 4; host++) {
      flows.add(host, 4 + host, 3, 100, 1_000_000, 0);
    }
    assertThat(busiest(Dumbbell.DEFAULT.build(), flows).flows()).isEqualTo(4);
  }

  @Test
  void noFlowsGiveNoLinks() {
    assertThat(busiest(STAR, new FlowTable())).isNull();
  }
}
