package dev.inflight.sim.period;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodTimesTest {
  private static final long PERIOD_PS = 1_000;

  /** With more periods than are kept, times are farther apart, and still evenly. */
  @ParameterizedTest
  @ValueSource(ints = {10, 511, 512, 513, 514, 515, 600, 1024, 1025, 1026, 1500, 5000})
  void keptTimesAreEvenlySpaced(int periods) {
    PeriodTimes times = completed(periods);
    assertThat(times.periods()).isEqualTo(periods);
    for (int number = 0; number < times.kept(); number++) {
      assertThat(times.atPs(number)).as("time %d", number).isEqualTo((number + 1) * times.stride() * PERIOD_PS);
    }
    assertThat((long) times.kept() * times.stride()).isGreaterThan(periods - times.stride()).isLessThanOrEqualTo(periods);
    for (double rate : times.rates(4, 8)) {
      assertThat(rate).isCloseTo(1.0 / PERIOD_PS, within(1e-9));
    }
  }

  /** Of messages that all take as long, no mean is other, whichever times are kept. */
  @Test
  void meansOfMessagesCountEachOnce() {
    assertThat(completed(1500).messageTimesPs(8)).containsExactly(new double[] {7, 7, 7, 7, 7, 7, 7, 7}, within(1e-9));
  }

  private static PeriodTimes completed(int periods) {
    var times = new PeriodTimes();
    for (int period = 1; period <= periods; period++) {
      times.message(7);
      times.complete(period * PERIOD_PS);
    }
    return times;
  }
}
