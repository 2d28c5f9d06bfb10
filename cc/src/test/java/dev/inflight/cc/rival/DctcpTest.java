package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * DCTCP with a window (SIGCOMM'10 §3.1, RFC 8257 §3.3), computed manually: 162,500 bytes at first, packets of 1000 bytes, g =
 * 1/16.
 */
class DctcpTest {
  private static final Dctcp STEADY = new Dctcp(1.0 / 16, 0, 2); // does not grow by itself

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

  // Loss (RFC 8257 §3.5: like TCP, RFC 5681 §3)

  @Test
  void aLossHalvesTheWindowOncePerWindow() {
    FlowDriver flow = FlowDriver.of(STEADY).send(200).ack(100).nack();
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.nack().window()).as("another one of the same window").isEqualTo(81_250);
    assertThat(flow.send(100).ack(99).nack().window()).as("all of it was sent before the cut").isEqualTo(81_250);
    assertThat(flow.send(2).ack(1).nack().window()).as("the first packet sent after it").isEqualTo(40_625);
  }

  @Test
  void aLossHalvesTheWindowHoweverFewMarksThereWere() {
    FlowDriver flow = FlowDriver.of(new Dctcp(1, 0, 2)); // alpha is the last window's fraction
    flow.send(10).ack(1).send(1).ack(10).send(1).marked().ack(1);
    assertThat(flow.window()).as("alpha is 0").isEqualTo(162_500);
    assertThat(flow.send(3).ack(1).nack().window()).isEqualTo(81_250);
  }

  @Test
  void marksOfTheWindowThatALossHasHalvedDoNotCutItAgain() {
    FlowDriver flow = FlowDriver.of(STEADY).send(200).ack(100).nack().send(100).marking(true).ack(100);
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.send(1).ack(1).window()).isLessThan(81_250);
  }

  @Test
  void aTimeoutLeavesOnePacketAndSlowStartLeadsToHalfTheWindow() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().timeout();
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(flow.pace()).isLessThan(1_000_000_000L);
    for (long packets = 2; packets <= 64; packets *= 2) {
      assertThat(flow.roundTrip().window()).isEqualTo(packets * 1000);
    }
    assertThat(flow.roundTrip().window()).as("half of 162,500, and then a packet for each window").isBetween(81_250L, 83_000L);
    assertThat(flow.roundTrip().window()).isBetween(82_000L, 84_000L);
  }

  @Test
  void timeoutsInARowAreOne() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().timeout().send(1).timeout().send(1).timeout();
    for (int trip = 0; trip < 7; trip++) {
      flow.roundTrip();
    }
    assertThat(flow.window()).isBetween(81_250L, 83_000L);
  }

  @Test
  void retransmissionsOfATimeoutAreNoNewLoss() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).send(162).timeout().send(4).ack(4).nack();
    assertThat(flow.window()).as("slow start, from one packet").isGreaterThanOrEqualTo(2000);
    assertThat(flow.roundTrip().window()).isGreaterThanOrEqualTo(4000);
  }

  @Test
  void aMarkRightAfterATimeoutLeavesSlowStartUpToTheSmallestWindow() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().timeout().fillWindow().marked().ack(1);
    assertThat(flow.window()).isEqualTo(1000);
    assertThat(flow.roundTrip().window()).isEqualTo(2000);
  }

  @Test
  void aMarkEndsSlowStart() {
    FlowDriver flow = FlowDriver.of(Dctcp.DEFAULT).fillWindow().timeout().roundTrip().roundTrip().roundTrip();
    assertThat(flow.window()).isEqualTo(8000);
    long cut = flow.fillWindow().marked().ack(1).window();
    assertThat(cut).isLessThan(8000);
    assertThat(flow.roundTrip().roundTrip().window()).isLessThanOrEqualTo(cut + 2100);
  }
}
