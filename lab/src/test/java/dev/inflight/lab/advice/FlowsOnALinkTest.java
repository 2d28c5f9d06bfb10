package dev.inflight.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
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
    return FlowsOnALink.most(STAR, flows);
  }

  @Test
  void anIncastIsAllOfItsSenders() {
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
  void aSmallFlowEndsBeforeALargeOne() {
    assertThat(most(0, 8, 125_000, 0, 1, 8, 12_500, 0, 2, 8, 12_500, 3, 3, 8, 12_500, 6)).isEqualTo(2);
  }

  @Test
  void linksFromHostsCountToo() {
    assertThat(most(0, 1, 12_500, 0, 0, 2, 12_500, 0, 0, 3, 12_500, 0, 0, 4, 12_500, 0)).isEqualTo(4);
  }
}
