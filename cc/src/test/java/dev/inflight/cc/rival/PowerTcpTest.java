package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * PowerTCP (NSDI'22 Algorithm 1), computed manually: 100 Gb/s, base RTT 13 us, so 162,500 bytes and a step of 1625; gamma 0.9.
 */
class PowerTcpTest {
  private static FlowDriver recorded() {
    return FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").ack(1);
  }

  @Test
  void theFirstAcknowledgementOnlyRecords() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).withQueue("5MB").ack(1);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(162_500);
  }

  @Test
  void aFullLinkWithoutAQueueHasThePowerOfOne() {
    assertThat(recorded().ack(5).window()).isEqualTo(162_500);
  }

  @Test
  void aStandingQueueIsVoltage() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").withQueue("162500B").ack(1);
    assertThat(flow.ack(1).window()).as("power 2: 0.9 * (81,250 + 1625) + 16,250").isEqualTo(90_837);
    assertThat(flow.ack(1).window()).as("of the window then in force: 0.9 * 82,875 + 9083.75").isEqualTo(83_671);
  }

  @Test
  void aGrowingQueueIsCurrentToo() {
    FlowDriver flow = recorded().withQueue("162500B").ack(1);
    assertThat(flow.window()).as("twice the current, twice the voltage: 0.9 * (40,625 + 1625) + 16,250").isEqualTo(54_275);
  }

  @Test
  void aShrinkingQueueIsNoLoad() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").withQueue("162500B").ack(1).withQueue("0B").ack(1);
    assertThat(flow.window()).as("nothing arrived").isEqualTo(162_500);
  }

  @Test
  void powerIsSmoothedOverABaseRtt() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("6500ns").withQueue("162500B").ack(1);
    assertThat(flow.ack(1).window()).as("power 1.5: 0.9 * (108,333.3 + 1625) + 16,250").isEqualTo(115_212);
  }

  @Test
  void referenceIsTheWindowOfAcknowledgedPackets() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").withQueue("162500B").ack(1).ack(40);
    long window = flow.window();
    assertThat(window).as("0.9 * 82,875 / (1 - 0.1)").isBetween(82_870L, 82_880L);
    assertThat(flow.send(50).ack(10).window()).as("still those, up to the first one of the next").isEqualTo(window);
    assertThat(flow.ack(40).window()).as("0.9 * (41,437 + 1625) / 0.9").isBetween(43_050L, 43_070L);
  }

  @Test
  void aWindowBelowTheFirstOneIsSpreadOverTheBaseRtt() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").withQueue("162500B").ack(1);
    assertThat(flow.pace()).isEqualTo(100_000_000_000L);
    assertThat(flow.ack(1).pace()).as("90,837.5 bytes in 13 us").isEqualTo(55_900_000_000L);
  }

  @Test
  void aPortWithoutARateOrATimeIsPassedOver() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).hop("100Gbps").hop("0bps").send(50).every("13us").withQueue("162500B")
        .ack(2);
    assertThat(flow.window()).as("the one that is known has power 2").isEqualTo(90_837);
    assertThat(flow.withQueue(1, 900_000).ack(1).window()).as("whatever the other one says").isEqualTo(83_671);
    flow.every("0ns").withQueue("5MB").ack(1);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).as("bytes in no time are no power").isEqualTo(83_671);
  }

  @Test
  void anAcknowledgementThatDecidesNothingDoesNotRenewTheReference() {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).send(50).every("13us").withQueue("162500B").ack(50).send(50);
    long window = flow.window();
    assertThat(flow.every("0ns").ack(1).decided()).as("the first of the round trip, but no time has passed").isFalse();
    assertThat(flow.every("13us").ack(1).window()).as("so the second one renews it").isEqualTo(window);
    assertThat(flow.ack(1).window()).as("0.9 * (82,875 / 2 + 1625) + 8287.5").isBetween(47_030L, 47_060L);
  }
}
