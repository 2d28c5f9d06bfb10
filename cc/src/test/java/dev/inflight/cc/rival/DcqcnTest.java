package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * DCQCN's reaction point (SIGCOMM'15 §3.1), computed manually: 100 Gb/s, K = T = 55 us, B = 10 MB, F = 5, g = 1/256, R_AI = 40
 * Mb/s.
 */
class DcqcnTest {
  private static final long LINE = 100_000_000_000L;

  /** Flow that was cut twice in a row: R_C = 25 Gb/s, R_T = 50 Gb/s. */
  private static FlowDriver cutTwice(Dcqcn scheme) {
    return FlowDriver.of(scheme).send(100).ack(1).cnp().cnp();
  }

  private static Dcqcn stepping(int fastRecoverySteps, long byteCounterBytes) {
    return new Dcqcn(50_000_000, 55_000_000, 55_000_000, byteCounterBytes, fastRecoverySteps, 1.0 / 256, 40_000_000, 400_000_000,
        40_000_000, Window.NONE);
  }

  @Test
  void marksMeanNothingToTheSender() {
    FlowDriver flow = FlowDriver.of(Dcqcn.DEFAULT).marking(true).stream(1000);
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.control().timerPs(0)).isEqualTo(CongestionControl.NEVER);
    assertThat(flow.control().timerPs(1)).isEqualTo(CongestionControl.NEVER);
  }

  @Test
  void eachNotificationHalvesTheRateAtFirst() {
    FlowDriver flow = FlowDriver.of(Dcqcn.DEFAULT).send(100).ack(1).cnp();
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).isEqualTo(LINE / 2);
    assertThat(flow.cnp().pace()).isEqualTo(LINE / 4);
  }

  @Test
  void alphaShrinksWhileNoNotificationComes() {
    FlowDriver flow = FlowDriver.of(stepping(5, 10_000_000)).send(100).ack(1).cnp().pass("55us");
    assertThat(flow.pace()).as("one step up").isEqualTo(75_000_000_000L);
    assertThat(flow.cnp().pace()).as("75 * (1 - 255/512)").isEqualTo(37_646_484_375L);
  }

  @Test
  void fastRecoveryGoesHalfwayToTheTargetFiveTimes() {
    FlowDriver flow = cutTwice(Dcqcn.DEFAULT);
    long[] rates = {37_500_000_000L, 43_750_000_000L, 46_875_000_000L, 48_437_500_000L, 49_218_750_000L};
    for (long rate : rates) {
      assertThat(flow.pass("55us").pace()).isEqualTo(rate);
    }
    assertThat(flow.pass("55us").pace()).as("then the target moves: (49.21875 + 50.04) / 2").isEqualTo(49_629_375_000L);
    assertThat(flow.pass("55us").pace()).isEqualTo(49_854_687_500L);
  }

  @Test
  void bytesStepUpToo() {
    FlowDriver flow = cutTwice(stepping(5, 100_000)).send(99).pass("1us");
    assertThat(flow.ack(1).pace()).isEqualTo(25_000_000_000L);
    assertThat(flow.send(1).ack(1).pace()).isEqualTo(37_500_000_000L);
    assertThat(flow.send(200).ack(1).pace()).as("two steps at once").isEqualTo(46_875_000_000L);
  }

  @Test
  void retransmittedBytesCountAgain() {
    FlowDriver flow = cutTwice(stepping(5, 100_000)).send(99).ack(1).timeout().ack(0);
    assertThat(flow.pace()).isEqualTo(25_000_000_000L);
    flow.send(200).ack(1); // 101 of them retransmitted
    assertThat(flow.pace()).isGreaterThan(25_000_000_000L);
  }

  @Test
  void hyperIncreaseNeedsBothAndItsStepGrows() { // F = 1
    FlowDriver flow = cutTwice(stepping(1, 100_000));
    flow.pass("55us").pass("55us"); // 37.5; target 50.04: 43.77
    assertThat(flow.pace()).isEqualTo(43_770_000_000L);
    flow.send(100).ack(1); // T = 2, BC = 1: target 50.08
    assertThat(flow.pace()).isEqualTo(46_925_000_000L);
    flow.send(100).ack(1); // T = 2, BC = 2: hyper, once 0.4: 50.48
    assertThat(flow.pace()).isEqualTo(48_702_500_000L);
    flow.pass("55us"); // T = 3, BC = 2: 50.88
    assertThat(flow.pace()).isEqualTo(49_791_250_000L);
    flow.send(100).ack(1); // T = 3, BC = 3: twice 0.4: 51.68
    assertThat(flow.pace()).isEqualTo(50_735_625_000L);
  }

  @Test
  void notificationRestartsTheIncrease() {
    FlowDriver flow = cutTwice(stepping(1, 100_000)).pass("55us").pass("55us").pass("54us").cnp();
    long cut = flow.pace();
    assertThat(flow.pass("54us").pace()).isEqualTo(cut);
    assertThat(flow.pass("1us").pace()).isGreaterThan(cut);
  }

  @Test
  void timersForTheRateStopAtLineRate() {
    FlowDriver flow = cutTwice(new Dcqcn(1, 1_000_000, 1_000_000, 1000, 1, 0.5, LINE, LINE, 1, Window.FOLLOWS_RATE)).pass("1ms");
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.window()).isEqualTo(162_500);
    assertThat(flow.control().timerPs(1)).isEqualTo(CongestionControl.NEVER);
    assertThat(flow.stream(1000).pace()).isEqualTo(LINE);
  }
}
