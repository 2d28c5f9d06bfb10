package dev.inflight.sim.period;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MessageDriftTest {
  private static final double[] FALLING = {20, 18, 16, 14};
  private static final double[] EVEN = {20, 20, 20, 20};

  @Test
  void continuesInSkippedTime() {
    var drift = new MessageDrift();
    drift.measure(FALLING, -4, 0, 100);
    assertThat(drift.share(10)).isCloseTo(4.0 / 50 * 10 / 17, within(1e-12));
    assertThat(drift.endsPs(10)).isCloseTo(8 * 4.0 / 50 * 10, within(1e-12));
  }

  /** Messages cannot take less than no time. */
  @Test
  void endsWhereMessagesTakeNothing() {
    var drift = new MessageDrift();
    drift.measure(FALLING, -4, 0, 100);
    assertThat(drift.endsPs(1e9)).isCloseTo(8 * 17, within(1e-12));
  }

  @Test
  void mayBeHiddenByNoise() {
    var drift = new MessageDrift();
    drift.measure(EVEN, 0.1, 1, 100);
    assertThat(drift.share(50)).isCloseTo(1.0 / 20, within(1e-12));
  }

  @Test
  void isZeroWithoutMessagesAndForEqualOnes() {
    var drift = new MessageDrift();
    assertThat(drift.share(1e9)).isZero();
    drift.measure(EVEN, 0, 0, 100);
    assertThat(drift.share(1e9)).isZero();
    assertThat(drift.endsPs(1e9)).isZero();
  }
}
