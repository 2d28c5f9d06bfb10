package dev.inflight.lab.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.spread.FlowTimes;
import dev.inflight.lab.spread.MeasureSpread;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifiedMeasureTest {
  private static VerifiedMeasure judged(double... values) {
    return VerifiedMeasure.judged(new MeasureSpread("k", "t", "s", values), 0.005);
  }

  @Test
  void judgesOneRunOfEachByTheRequestedError() {
    assertThat(judged(100, 100.4).isMissed()).isFalse();
    assertThat(judged(100, 100.6).isMissed()).isTrue();
    assertThat(judged(100, 99.4).isMissed()).isTrue();
    assertThat(judged(100, 99.4).difference()).isCloseTo(-0.006, within(1e-12));
  }

  /** By Student's t of 4 degrees of freedom, 2.776 standard errors: of sqrt((1 + 1) / 3) here. */
  @Test
  void allowsDifferencesOfChance() {
    VerifiedMeasure both = judged(99, 100, 101, 101, 102, 103);
    assertThat(both.difference()).isCloseTo(0.02, within(1e-12));
    assertThat(both.allowed()).isCloseTo(0.02776 * Math.sqrt(2.0 / 3), within(1e-5));
    assertThat(both.isMissed()).isFalse();
    assertThat(judged(99, 100, 101, 102, 103, 104).isMissed()).isTrue();
    assertThat(judged(100, 100, 100, 100.4, 100.4, 100.4).isMissed()).isFalse();
    assertThat(judged(100, 100, 100, 100.6, 100.6, 100.6).isMissed()).isTrue();
  }

  /** A run without a value of a measure, such as the end of a job that has not ended, does not agree. */
  @Test
  void valuesOfFullRunsOnlyAreMissed() {
    VerifiedMeasure lost = judged(100, Double.NaN);
    assertThat(lost.isLacking()).isTrue();
    assertThat(lost.isMissed()).isTrue();
    assertThat(lost.fullMean()).isEqualTo(100);
    assertThat(lost.fastMean()).isNull();
    assertThat(lost.difference()).isNull();
    assertThat(judged(Double.NaN, 100).isMissed()).isTrue();
    assertThat(judged(100, 101, 102, 101, 101, Double.NaN).isMissed()).as("all full runs know it").isTrue();
    VerifiedMeasure chance = judged(100, 102, Double.NaN, 100, Double.NaN, 102);
    assertThat(chance.isMissed()).as("full runs differ as well").isFalse();
    assertThat(chance.difference()).isZero();
    assertThat(judged(100, 102, Double.NaN, Double.NaN, Double.NaN, Double.NaN).isMissed()).isTrue();
  }

  private static VerifiedFlows flows(int runs, FlowTimes.Partial... partial) {
    return VerifiedFlows.of(new FlowTimes(List.of(), List.of(), List.of(), List.of(partial)), runs, 0.005);
  }

  @Test
  void finishedFlowsAreTheSame() {
    VerifiedFlows one = flows(1, new FlowTimes.Partial("7", new double[] {5, 0}),
        new FlowTimes.Partial("9", new double[] {0, 5}));
    assertThat(one.onlyFull()).containsExactly("7");
    assertThat(one.onlyFast()).containsExactly("9");
    assertThat(one.isMissed()).isTrue();
    assertThat(flows(1).isMissed()).isFalse();
    assertThat(flows(3, new FlowTimes.Partial("7", new double[] {5, 5, 5, 5, 0, 5})).onlyFull()).containsExactly("7");
    assertThat(flows(3, new FlowTimes.Partial("7", new double[] {5, 0, 5, 5, 0, 0})).isMissed()).isFalse();
    assertThat(flows(3, new FlowTimes.Partial("7", new double[] {5, 0, 5, 0, 0, 0})).onlyFull()).containsExactly("7");
  }

  @Test
  void valueThatOnlyTheFastRunHasIsMissed() {
    assertThat(judged(0, 1).difference()).isNull();
    assertThat(judged(0, 1).isMissed()).isTrue();
    assertThat(judged(0, 0).isMissed()).isFalse();
    assertThat(VerifiedMeasure.shown(new MeasureSpread("k", "t", "s", new double[] {1, 2})).isMissed()).isFalse();
  }
}
