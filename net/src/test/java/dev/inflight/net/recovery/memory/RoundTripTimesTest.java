package dev.inflight.net.recovery.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** RFC 6298 §2. */
class RoundTripTimesTest {
  private static final long US = 1_000_000;

  @Test
  void theFirstMeasurementGivesHalfOfItselfAsVariation() { // (2.2)
    var times = new RoundTripTimes(100 * US, 1);
    assertThat(times.timeoutPs()).isEqualTo((100 + 4 * 50) * US);
  }

  @Test
  void theVariationIsTakenBeforeTheSmoothedTimeMoves() { // (2.3)
    var times = new RoundTripTimes(80 * US, 1);
    times.take(160 * US);
    assertThat(times.timeoutPs()).isEqualTo((90 + 4 * 50) * US); // 7/8 of 80 and 1/8 of 160; 3/4 of 40 and 1/4 of |80 - 160|
  }

  @Test
  void aSteadyTimeLeavesTheGranularity() { // (2.3), G
    var times = new RoundTripTimes(64 * US, 1);
    for (int count = 0; count < 200; count++) {
      times.take(64 * US);
    }
    assertThat(times.timeoutPs()).isBetween(65 * US - 100, 65 * US + 100);
  }

  @Test
  void theTimeoutHasALeastValue() { // (2.4)
    assertThat(new RoundTripTimes(10 * US, 1000 * US).timeoutPs()).isEqualTo(1000 * US);
  }
}
