package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/**
 * TIMELY (SIGCOMM'15 Algorithm 1), computed manually: segments of ten packets of 1000 bytes, 100 Gb/s, base RTT 13 us, delta 10
 * Mb/s.
 */
class TimelyTest {
  private static final long LINE = 100_000_000_000L;
  private static final Timely SCHEME = new Timely(10_000, 50_000_000, 500_000_000, 20_000_000, 0.875, 0.8, 10_000_000, 5, 5,
      10_000_000, Window.FOLLOWS_RATE);

  private static FlowDriver segment(FlowDriver flow, int rttUs) {
    return flow.send(10).ack(9).returningLate(rttUs - 13 + "us").ack(1);
  }

  private static FlowDriver slow() {
    return segment(segment(segment(FlowDriver.of(SCHEME), 100), 200), 200); // 0.875 * 100 us / 20 us: down to the minimum
  }

  @Test
  void theFirstSegmentOnlyRecords() {
    assertThat(segment(FlowDriver.of(SCHEME), 5000).pace()).isEqualTo(LINE);
  }

  @Test
  void oneDecisionPerSegment() {
    FlowDriver flow = segment(FlowDriver.of(SCHEME), 5000);
    assertThat(flow.send(10).ack(9).decided()).isFalse();
    assertThat(flow.ack(1).decided()).isTrue();
  }

  @Test
  void theGradientLowersTheRate() {
    FlowDriver flow = segment(segment(FlowDriver.of(SCHEME), 51), 55); // as in the authors' form: 1 - 0.8 * 0.875 * 4 / 20
    assertThat(flow.pace()).isCloseTo(86_000_000_000L, within(1L));
    assertThat(flow.window()).isCloseTo(139_750, within(1L));
  }

  @Test
  void aLongRoundTripLowersItByTheExcess() {
    assertThat(segment(segment(FlowDriver.of(SCHEME), 5000), 625).pace()).isCloseTo(84_000_000_000L, within(1L));
  }

  @Test
  void aShortRoundTripRaisesItAlwaysByOneStep() {
    FlowDriver flow = slow();
    assertThat(flow.pace()).isEqualTo(10_000_000);
    for (int step = 2; step <= 12; step++) {
      assertThat(segment(flow, 20).pace()).isEqualTo(step * 10_000_000L);
    }
  }

  @Test
  void fiveFallingRoundTripsInARowMakeStepsLarger() {
    FlowDriver flow = slow();
    int rttUs = 150;
    for (int step = 2; step <= 5; step++) {
      assertThat(segment(flow, rttUs -= 5).pace()).isEqualTo(step * 10_000_000L);
    }
    assertThat(segment(flow, rttUs -= 5).pace()).as("the fifth").isEqualTo(100_000_000);
    assertThat(segment(flow, rttUs - 5).pace()).isEqualTo(150_000_000);
  }
}
