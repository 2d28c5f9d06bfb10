package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Window;
import dev.inflight.cc.testing.FlowDriver;
import org.junit.jupiter.api.Test;

/** TIMELY exactly at its thresholds, which belong to the gradient (SIGCOMM'15 Algorithm 1: below T_low, above T_high). */
class TimelyEdgesTest {
  private static final Timely SCHEME = new Timely(10_000, 50_000_000, 500_000_000, 20_000_000, 1, 0.8, 10_000_000, 5, 5,
      10_000_000, Window.NONE);

  private static FlowDriver segment(FlowDriver flow, int rttUs) {
    return flow.send(10).ack(9).returningLate(rttUs - 13 + "us").ack(1);
  }

  @Test
  void atTheLowThresholdTheGradientDecides() {
    FlowDriver flow = segment(segment(FlowDriver.of(SCHEME), 46), 50);
    assertThat(flow.pace()).as("1 - 0.8 * 4 / 20").isCloseTo(84_000_000_000L, within(1L));
  }

  @Test
  void atTheHighThresholdTheGradientDecides() {
    FlowDriver flow = segment(segment(FlowDriver.of(SCHEME), 600), 625);
    assertThat(flow.pace()).as("1 - 0.8 * (1 - 500 / 625)").isCloseTo(84_000_000_000L, within(1L));
    assertThat(segment(flow, 500).pace()).as("falling, so a step up").isCloseTo(84_010_000_000L, within(1L));
  }

  @Test
  void roundTripsThatStayTheSameCountAsFalling() {
    FlowDriver flow = segment(segment(FlowDriver.of(SCHEME), 100), 110);
    assertThat(flow.pace()).as("1 - 0.8 * 10 / 20").isCloseTo(60_000_000_000L, within(1L));
    for (int step = 1; step < 5; step++) {
      assertThat(segment(flow, 110).pace()).isCloseTo(60_000_000_000L + step * 10_000_000L, within(1L));
    }
    assertThat(segment(flow, 110).pace()).as("the fifth in a row is five steps").isCloseTo(60_090_000_000L, within(1L));
  }
}
