package dev.inflight.cc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/** DCTCP with a window (SIGCOMM'10 §3.1, RFC 8257 §3.3), by hand: 162,500 bytes at first, packets of 1000 bytes, g = 1/16. */
class DctcpTest {
  @Test
  void aMarkCutsOncePerWindow() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().marked().ack(1);
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.pace()).isEqualTo(50_000_000_000L);
    assertThat(flow.marking(true).ack(162).window()).as("what was in flight at the cut").isEqualTo(81_250);
    assertThat(flow.send(1).ack(1).window()).as("alpha is still 1").isEqualTo(40_625);
  }

  @Test
  void alphaIsTheAverageFractionOfMarkedBytes() {
    FlowDriver flow = FlowDriver.of(new Dctcp(1.0 / 16, 0, 2)).send(11).ack(1); // alpha = 15/16 from one unmarked packet
    flow.send(1).ack(11); // none of eleven: (15/16)^2 = 225/256
    assertThat(flow.send(1).marked().ack(1).window()).as("162,500 * (1 - 225/512)").isEqualTo(91_088);
  }

  @Test
  void aFullWindowWithoutMarksGrowsByAPacket() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().marked().ack(1).ack(162);
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.roundTrip().window()).isBetween(82_200L, 82_300L);
    assertThat(flow.roundTrip().window()).isBetween(83_200L, 83_300L);
  }

  @Test
  void aWindowThatIsNotFilledDoesNotGrow() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT);
    for (int packet = 0; packet < 1000; packet++) {
      flow.send(100).ack(100);
    }
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void theWindowKeepsTwoPackets() {
    assertThat(FlowDriver.of(Dctcp.DEFAULT).marking(true).stream(5000).window()).isEqualTo(2000);
  }
}
