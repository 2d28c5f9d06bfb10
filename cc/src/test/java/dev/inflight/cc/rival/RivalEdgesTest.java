package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Swift, PowerTCP and DCQCN at the boundaries of their conditions, computed manually: 100 Gb/s, base RTT 13 us, packets of 1000
 * bytes.
 */
class RivalEdgesTest {
  private static final long LINE = 100_000_000_000L;

  /** Swift with a target of 25 us for all windows, and a reset after three consecutive timeouts. */
  private static Swift swift(double increasePackets) {
    return new Swift(12_000_000, 0, 0.1, 100, increasePackets, 0.8, 0.5, 0.001, 3);
  }

  private static Dcqcn dcqcn(long alphaTimerPs, long increaseTimerPs, long byteCounterBytes, double gain, long minRate) {
    return new Dcqcn(50_000_000, alphaTimerPs, increaseTimerPs, byteCounterBytes, 5, gain, 40_000_000, 400_000_000, minRate,
        Window.NONE);
  }

  @Test
  void swiftNeitherGrowsNorShrinksJustAtItsTarget() {
    assertThat(FlowDriver.of(swift(1)).send(300).returningLate("12us").ack(10).window()).isEqualTo(162_500);
  }

  @Test
  void swiftCutsAgainARoundTripLaterAndNotBefore() {
    FlowDriver flow = FlowDriver.of(swift(1)).send(300).returningLate("37us").every("50us").ack(1);
    assertThat(flow.window()).as("0.8 * 25 / 50").isEqualTo(97_500);
    assertThat(flow.ack(1).window()).as("just a round trip of 50 us later").isEqualTo(58_500);
    assertThat(flow.every("49us").ack(1).window()).isEqualTo(58_500);
  }

  @Test
  void swiftIsNotPacedWhileItsWindowHoldsAPacket() {
    FlowDriver flow = FlowDriver.of(swift(1)).send(300).returningLate("37us").ack(1);
    assertThat(flow.window()).isEqualTo(97_500);
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void swiftAddsItsIncreaseOnceAWindow() {
    assertThat(FlowDriver.of(swift(2)).send(400).ack(163).window()).as("162.5 packets and 2").isBetween(164_300L, 164_600L);
  }

  @Test
  void swiftDoesNotGrowWhileTheFlowSendsLessThanItMay() {
    FlowDriver flow = FlowDriver.of(swift(1)).stream(500);
    long window = flow.window();
    assertThat(window).isGreaterThan(162_500);
    assertThat(flow.ack(10).window()).as("nothing was sent").isEqualTo(window);
  }

  @Test
  void swiftCountsTimeoutsInARow() {
    FlowDriver progressing = FlowDriver.of(swift(1)).send(10).ack(1).timeout().timeout().send(2).ack(1).timeout();
    assertThat(progressing.window()).as("one was acknowledged in between").isGreaterThan(1000);
    FlowDriver heard = FlowDriver.of(swift(1)).send(10).ack(1).timeout().timeout().duplicate().timeout();
    assertThat(heard.window()).as("Algorithm 1, line 5: any acknowledgement, the same again too").isGreaterThan(1000);
    FlowDriver stuck = FlowDriver.of(swift(1)).send(10).ack(1).timeout().timeout().timeout();
    assertThat(stuck.window()).as("nothing was heard in between").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void powerIsThatOfTheTightestHopWhereverItIs(int tight) {
    FlowDriver flow = FlowDriver.of(PowerTcp.DEFAULT).hop("100Gbps").hop("100Gbps").hop("100Gbps").hop("0bps").send(50)
        .every("13us").withQueue(tight, 162_500).ack(2);
    assertThat(flow.window()).as("power 2: 0.9 * (81,250 + 1625) + 16,250").isEqualTo(90_837);
  }

  @Test
  void powerTcpTakesAStepOfItsOwn() {
    FlowDriver flow = FlowDriver.of(new PowerTcp(0.9, 5000, 1, 0)).send(50).every("13us").withQueue("162500B").ack(2);
    assertThat(flow.window()).as("0.9 * (81,250 + 5000) + 16,250").isEqualTo(93_875);
  }

  @Test
  void dcqcnsByteCounterStepsWithEachFullCountAndKeepsTheRest() {
    FlowDriver flow = FlowDriver.of(dcqcn(55_000_000, 55_000_000, 100_000, 1.0 / 256, 1)).send(100).ack(1).cnp().cnp();
    assertThat(flow.pace()).isEqualTo(25_000_000_000L);
    assertThat(flow.send(99).ack(1).decided()).as("99,000 bytes").isFalse();
    assertThat(flow.pace()).isEqualTo(25_000_000_000L);
    assertThat(flow.send(1).ack(1).decided()).as("100,000 bytes").isTrue();
    assertThat(flow.pace()).as("halfway to 50").isEqualTo(37_500_000_000L);
    assertThat(flow.send(250).ack(1).pace()).as("two more steps").isEqualTo(46_875_000_000L);
    assertThat(flow.send(50).ack(1).pace()).as("with the 50,000 that were left").isEqualTo(48_437_500_000L);
    assertThat(flow.ack(1).decided()).as("nothing was sent").isFalse();
  }

  @Test
  void dcqcnsAlphaTimerIsNoDecisionAndItsIncreaseTimerIs() {
    FlowDriver flow = FlowDriver.of(dcqcn(10_000_000, 55_000_000, 10_000_000, 1.0 / 256, 1)).send(100).ack(1).cnp().cnp();
    assertThat(flow.pass("10us").decided()).isFalse();
    assertThat(flow.pace()).isEqualTo(25_000_000_000L);
    assertThat(flow.pass("42us").pass("3us").decided()).isTrue();
    assertThat(flow.pace()).isEqualTo(37_500_000_000L);
  }

  @Test
  void dcqcnsAlphaMovesByTheGain() {
    FlowDriver flow = FlowDriver.of(dcqcn(10_000_000, 1_000_000_000_000L, 10_000_000, 0.5, 1)).send(100).ack(1).cnp();
    assertThat(flow.pace()).as("alpha 1").isEqualTo(50_000_000_000L);
    assertThat(flow.pass("10us").cnp().pace()).as("alpha 0.5: 50 * 0.75").isEqualTo(37_500_000_000L);
    assertThat(flow.cnp().pace()).as("alpha 0.75: 37.5 * 0.625").isEqualTo(23_437_500_000L);
  }

  @Test
  void dcqcnHasNothingToRaiseWhereItMayNotFall() {
    FlowDriver flow = FlowDriver.of(dcqcn(10_000_000, 55_000_000, 10_000_000, 0.5, LINE)).send(100).ack(1).cnp();
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.control().timerPs(1)).isEqualTo(CongestionControl.NEVER);
    assertThat(flow.send(50).ack(1).decided()).isFalse();
  }
}
