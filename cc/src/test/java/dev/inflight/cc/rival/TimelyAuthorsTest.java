package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.cc.testing.RandomStory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The authors' simulator's TIMELY, computed manually and by a second implementation of its rules: 100 Gb/s, base RTT 13 us,
 * steps of 100 and 500 Mb/s.
 */
class TimelyAuthorsTest {
  static final List<TimelyAuthors> VARIANTS = List.of(TimelyAuthors.DEFAULT, //
      new TimelyAuthors(1_234_567, 7_654_321, 1, Window.FOLLOWS_RATE), //
      new TimelyAuthors(10_000_000_000L, 40_000_000_000L, 333_333_333, Window.FIXED));

  private static final long LINE = 100_000_000_000L;

  /** Flow of one packet per RTT with a last RTT of 51 us, so that a small change matters. */
  private static FlowDriver sensitive() {
    return rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 51);
  }

  private static FlowDriver rtt(FlowDriver flow, int us) {
    return flow.returningLate(us - 13 + "us").send(1).ack(1);
  }

  @Test
  void theFirstAcknowledgementOnlyRecords() {
    FlowDriver flow = rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 5000);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.pace()).isEqualTo(LINE);
  }

  @Test
  void growingRoundTripsLowerTheRateByTheirGradient() {
    FlowDriver flow = rtt(sensitive(), 55); // 0.875 * 4 us = 3.5 us; / 20 us = 0.175; 1 - 0.8 * 0.175 = 0.86
    assertThat(flow.decided()).isTrue();
    assertThat(flow.pace()).isCloseTo(86_000_000_000L, within(1L));
    rtt(flow, 55); // 0.125 * 3.5 us = 0.4375 us; 1 - 0.8 * 0.021875 = 0.9825
    assertThat(flow.pace()).isCloseTo(84_495_000_000L, within(1L));
  }

  @Test
  void aSteepGradientMeansTheMinimum() {
    assertThat(rtt(sensitive(), 90).pace()).isEqualTo(1_000_000_000);
  }

  @Test
  void longRoundTripsLowerTheRateWhateverTheGradient() {
    FlowDriver flow = rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 5000);
    assertThat(rtt(flow, 625).pace()).as("1 - 0.8 * (1 - 500 / 625)").isCloseTo(84_000_000_000L, within(1L));
  }

  @Test
  void bothThresholdsBelongToTheGradient() {
    assertThat(rtt(rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 13), 49).pace()).as("below T_low").isEqualTo(LINE);
    assertThat(rtt(rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 13), 50).pace()).as("0.875 * 37 us is more than 20")
        .isEqualTo(1_000_000_000);
    FlowDriver flow = rtt(rtt(FlowDriver.of(TimelyAuthors.DEFAULT), 5000), 625);
    assertThat(rtt(flow, 500).pace()).as("not above T_high, and falling: a step up").isCloseTo(84_100_000_000L, within(1L));
  }

  @Test
  void shortRoundTripsRaiseItWhateverTheGradientAndTheSixthStepInARowIsLarge() {
    FlowDriver flow = rtt(sensitive(), 90);
    for (int step = 1; step <= 5; step++) {
      assertThat(rtt(flow, 13 + step).pace()).isEqualTo(1_000_000_000 + step * 100_000_000L);
    }
    assertThat(rtt(flow, 49).pace()).isEqualTo(2_000_000_000);
    assertThat(rtt(flow, 50).pace()).as("50 us are not below 50 us").isLessThan(2_000_000_000);
    assertThat(rtt(flow, 49).pace()).as("and the row began again").isLessThan(2_100_000_000);
  }

  @Test
  void acknowledgementsWithinARoundTripAreNotLookedAt() {
    FlowDriver flow = FlowDriver.of(TimelyAuthors.DEFAULT).send(20).ack(1).returningLate("1ms").ack(19);
    assertThat(flow.pace()).isEqualTo(LINE);
    assertThat(flow.send(1).ack(1).pace()).isLessThan(LINE);
  }

  /** Second implementation of the rules. */
  private static final class Rules {
    private final TimelyAuthors parameters;
    private long rate = LINE;
    private long lastUpdateSeq;
    private long lastRtt;
    private double rttDiff;
    private int incStage;

    Rules(TimelyAuthors parameters) {
      this.parameters = parameters;
    }

    void ack(Feedback ack) {
      if (ack.ackedBytes > lastUpdateSeq) {
        long rtt = ack.rttPs / 1000;
        if (lastUpdateSeq > 0) {
          rttDiff = 0.125 * rttDiff + 0.875 * (rtt - lastRtt);
          double down = -1;
          if (rtt > 500_000) {
            down = 1 - 0.8 * (1 - 500_000.0 / rtt);
          } else if (rtt >= 50_000 && rttDiff / 20_000 > 0) {
            down = Math.max(1 - 0.8 * (rttDiff / 20_000), 0);
          }
          if (down < 0) {
            rate = Math.min(LINE, rate + (incStage >= 5 ? parameters.rateHaiBitsPerSec() : parameters.rateAiBitsPerSec()));
            incStage++;
          } else {
            rate = Math.max(parameters.minRateBitsPerSec(), (long) (rate * down));
            incStage = 0;
          }
        }
        if (ack.sentBytes > lastUpdateSeq) {
          lastUpdateSeq = ack.sentBytes;
          lastRtt = rtt;
        }
      }
    }
  }

  @ParameterizedTest
  @FieldSource("VARIANTS")
  void everyRateIsThatOfTheRules(TimelyAuthors scheme) {
    var random = new SplittableRandom(51);
    for (int story = 0; story < 100; story++) {
      FlowDriver flow = FlowDriver.of(scheme).baseRtt(random.nextInt(5, 600) + "us").hops(2, "100Gbps");
      var rules = new Rules(scheme);
      flow.watch(driver -> {
        rules.ack(driver.feedback());
        assertThat(driver.pace()).isEqualTo(rules.rate);
      });
      RandomStory.play(flow, random, 200);
    }
  }
}
