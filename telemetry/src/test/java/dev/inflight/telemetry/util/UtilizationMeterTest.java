package dev.inflight.telemetry.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Meter of a port of 100 Gbit/s, which sends 12,500 bytes a microsecond, over intervals of 10 us. */
class UtilizationMeterTest {
  private static final long US = 1_000_000;
  private static final double EXACTLY = 1e-9;
  private final UtilizationMeter meter = new UtilizationMeter(100_000_000_000L, 10 * US);

  @Test
  void firstIntervalReportsItsElapsedPart() {
    assertThat(meter.at(5 * US, 1_000_000)).isZero();
    assertThat(meter.at(5 * US, 1_000_000)).isZero();
    assertThat(meter.at(7 * US, 1_012_500)).as("too little to tell").isZero();
    assertThat(meter.at(9 * US, 1_012_500)).isCloseTo(0.25, within(EXACTLY));
    assertThat(meter.at(15 * US, 1_100_000)).isCloseTo(0.8, within(EXACTLY));
  }

  @Test
  void laterIntervalsReportTheLastFullOne() {
    meter.at(0, 0);
    meter.at(10 * US, 62_500);
    assertThat(meter.at(11 * US, 75_000)).isCloseTo(0.5, within(EXACTLY));
    assertThat(meter.at(19 * US, 175_000)).isCloseTo(0.5, within(EXACTLY));
    assertThat(meter.at(20 * US, 187_500)).isCloseTo(1, within(EXACTLY));
    assertThat(meter.at(29 * US, 187_500)).isCloseTo(1, within(EXACTLY));
  }

  @Test
  void idleTimeIsAveragedIn() {
    meter.at(0, 0);
    meter.at(10 * US, 125_000);
    assertThat(meter.at(110 * US, 125_000)).isZero();
    assertThat(meter.at(210 * US, 750_000)).isCloseTo(0.5, within(EXACTLY));
  }

  @Test
  void itNeverExceedsOne() {
    meter.at(0, 0);
    assertThat(meter.at(10 * US, 126_000)).isEqualTo(1); // a packet counts from its first bit on
  }

  @Test
  void anIntervalIsAboveZero() {
    assertThatThrownBy(() -> new UtilizationMeter(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
