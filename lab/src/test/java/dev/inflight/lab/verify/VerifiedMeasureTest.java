package dev.inflight.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.spread.MeasureSpread;
import org.junit.jupiter.api.Test;

class VerifiedMeasureTest {
  private static VerifiedMeasure judged(double... values) {
    return VerifiedMeasure.judged(new MeasureSpread("k", "t", "s", values), 0.005);
  }

  @Test
  void oneRunOfEachIsJudgedByTheErrorAskedFor() {
    assertThat(judged(100, 100.4).isMissed()).isFalse();
    assertThat(judged(100, 100.6).isMissed()).isTrue();
    assertThat(judged(100, 99.4).isMissed()).isTrue();
    assertThat(judged(100, 99.4).difference()).isCloseTo(-0.006, within(1e-12));
  }

  /** By Student's t of 4 degrees of freedom, 2.776 standard errors: of sqrt((1 + 1) / 3) here. */
  @Test
  void whatIsChanceIsAllowed() {
    VerifiedMeasure both = judged(99, 100, 101, 101, 102, 103);
    assertThat(both.difference()).isCloseTo(0.02, within(1e-12));
    assertThat(both.allowed()).isCloseTo(0.02776 * Math.sqrt(2.0 / 3), within(1e-5));
    assertThat(both.isMissed()).isFalse();
    assertThat(judged(99, 100, 101, 102, 103, 104).isMissed()).isTrue();
    assertThat(judged(100, 100, 100, 100.4, 100.4, 100.4).isMissed()).isFalse();
    assertThat(judged(100, 100, 100, 100.6, 100.6, 100.6).isMissed()).isTrue();
  }

  @Test
  void nothingInFullAndSomethingInFastIsMissed() {
    assertThat(judged(0, 1).difference()).isNull();
    assertThat(judged(0, 1).isMissed()).isTrue();
    assertThat(judged(0, 0).isMissed()).isFalse();
    assertThat(VerifiedMeasure.shown(new MeasureSpread("k", "t", "s", new double[] {1, 2})).isMissed()).isFalse();
  }
}
