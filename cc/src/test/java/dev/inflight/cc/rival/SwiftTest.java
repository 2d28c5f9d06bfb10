package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/** Swift (SIGCOMM'20 §3), computed manually: base RTT 13 us and 12 us of queue, so a target of 25 us; 162.5 packets at first. */
class SwiftTest {
  private static final long LINE = 100_000_000_000L;

  private static Swift unscaled() {
    return new Swift(12_000_000, 0, 0.1, 100, 1, 0.8, 0.5, 0.001, 3);
  }

  @Test
  void delayAboveTheTargetCutsInProportionOncePerRoundTrip() {
    FlowDriver flow = FlowDriver.of(Swift.DEFAULT).send(300).returningLate("37us").ack(1); // 50 us: 0.8 * 25 / 50
    assertThat(flow.window()).isEqualTo(97_500);
    assertThat(flow.ack(100).window()).isEqualTo(97_500);
    assertThat(flow.idle("50us").ack(1).window()).isLessThan(60_000);
  }

  /** Algorithm 1, line 3: now - t_last_decrease is compared with the round trip of this acknowledgement. */
  @Test
  void theRoundTripThatACutWaitsForIsTheNewest() {
    FlowDriver shorter = FlowDriver.of(unscaled()).send(300).returningLate("37us").ack(1); // 50 us
    long cut = shorter.window();
    assertThat(shorter.returningLate("13us").idle("54us").ack(1).window()).as("30 us later, after 26 us there and back")
        .isCloseTo((long) (cut * (1 - 0.8 / 26)), within(10L));
    FlowDriver longer = FlowDriver.of(unscaled()).send(300).returningLate("13us").ack(1);
    cut = longer.window();
    assertThat(cut).isLessThan(162_500);
    assertThat(longer.returningLate("37us").idle("16us").ack(1).window()).as("40 us later, after 50 us").isEqualTo(cut);
    assertThat(longer.idle("10us").ack(1).window()).as("50 us later").isLessThan(cut);
  }

  @Test
  void oneCutTakesHalfAtMost() {
    assertThat(FlowDriver.of(Swift.DEFAULT).send(300).returningLate("10ms").ack(1).window()).isEqualTo(81_250);
  }

  @Test
  void delayBelowTheTargetAddsAPacketPerWindow() {
    FlowDriver flow = FlowDriver.of(Swift.DEFAULT).roundTrip();
    assertThat(flow.window()).isBetween(163_300L, 163_600L);
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void aWindowThatIsNotFilledDoesNotGrow() {
    assertThat(FlowDriver.of(Swift.DEFAULT).send(10).ack(10).window()).isEqualTo(162_500);
  }

  @Test
  void smallWindowsAimHigher() {
    FlowDriver scaled = FlowDriver.of(Swift.DEFAULT).send(10_000);
    FlowDriver plain = FlowDriver.of(unscaled()).send(10_000);
    for (FlowDriver flow : new FlowDriver[] {scaled, plain}) {
      flow.returningLate("30us").every("1ms").ack(50); // 43 us
    }
    assertThat(plain.window()).as("nothing is left to aim at").isEqualTo(1);
    // 18 us above 25 us: 50 us * (1/sqrt(w) - 0.1) / (1/sqrt(0.1) - 0.1) = 18 us at w = 0.69 packets
    assertThat(scaled.window()).isBetween(600L, 800L);
  }

  @Test
  void aWindowBelowAPacketIsPaced() {
    FlowDriver flow = FlowDriver.of(unscaled()).send(10_000).returningLate("487us").every("1ms").ack(9); // 500 us; halved each time
    assertThat(flow.window()).isEqualTo(317); // 162,500 / 512
    assertThat(flow.pace()).as("317.4 bytes in 500 us").isCloseTo(5_078_125L, within(1L));
  }

  @Test
  void aLossTakesTheLargestStepDownOncePerRoundTrip() {
    FlowDriver flow = FlowDriver.of(unscaled()).send(10).ack(1).nack();
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.nack().nack().window()).isEqualTo(81_250);
    assertThat(flow.idle("13us").nack().window()).isEqualTo(40_625);
  }

  @Test
  void timeoutsHalveTheWindowAndThenResetIt() {
    FlowDriver flow = FlowDriver.of(unscaled()).send(10).ack(1).timeout();
    assertThat(flow.window()).isEqualTo(81_250);
    assertThat(flow.timeout().timeout().window()).isEqualTo(1);
    assertThat(flow.send(1).ack(1).send(1).ack(1).window()).as("an acknowledged packet adds one").isGreaterThan(1000);
  }

  /** Algorithm 1, lines 5 and 23. */
  @Test
  void anyAcknowledgementEndsTheRowOfTimeouts() {
    FlowDriver flow = FlowDriver.of(unscaled()).send(10).ack(1).timeout().timeout().nack().timeout();
    assertThat(flow.window()).as("one in a row").isGreaterThan(1000);
    assertThat(flow.timeout().timeout().window()).as("three").isEqualTo(1);
  }
}
