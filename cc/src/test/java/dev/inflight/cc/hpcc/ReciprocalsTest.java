package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The paper's table of reciprocals (HPCC §4.3), each n of it. */
class ReciprocalsTest {
  private static final double ROUNDING = 1e-7; // of a float

  @Test
  void theTableTakesAboutTenKilobytes() {
    assertThat(new Reciprocals(WindowDivision.EPSILON).bytes()).isBetween(9_000, 10_240);
  }

  @Test
  void noReciprocalIsOffByEpsilon() {
    for (double epsilon : new double[] {WindowDivision.EPSILON, 1.0 / 16, 0.3}) {
      var table = new Reciprocals(epsilon);
      double worst = 0;
      for (int n = 1; n <= Reciprocals.LARGEST; n++) {
        double stored = table.of(n);
        double error = (stored - 1.0 / n) / stored; // relative to the entry, as in the paper
        if (error < -ROUNDING || error >= epsilon + ROUNDING) {
          throw new AssertionError("1/" + n + " is off by " + error);
        }
        worst = Math.max(worst, error);
      }
      assertThat(worst).isGreaterThan(0.99 * epsilon);
    }
  }

  /** Figures of docs/spec.md: the excess of a quotient. */
  @Test
  void theErrorOfThePapersRange() {
    var table = new Reciprocals(WindowDivision.EPSILON);
    double worst = 0;
    double sum = 0;
    int exact = 0;
    for (int n = 1; n <= Reciprocals.LARGEST; n++) {
      double error = (double) n * table.of(n) - 1;
      worst = Math.max(worst, error);
      sum += error;
      exact += Math.abs(error) < ROUNDING ? 1 : 0;
    }
    assertThat(worst).isCloseTo(0.00452, within(0.00001)); // epsilon of the entry is epsilon / (1 - epsilon) of the quotient
    assertThat(sum / Reciprocals.LARGEST).isCloseTo(0.00226, within(0.00001));
    assertThat(exact).isEqualTo(2311).isEqualTo(table.bytes() / Float.BYTES);
  }

  @Test
  void tableHasAllSmallNumbers() {
    var table = new Reciprocals(WindowDivision.EPSILON);
    for (int n = 1; n <= 222; n++) { // 1/(n - 1) - 1/n exceeds epsilon of 1/(n - 1) for n up to 1/epsilon
      assertThat(table.of(n)).isEqualTo(1f / n);
    }
  }

  @Test
  void aSmallerBoundTakesMoreRoom() {
    assertThat(new Reciprocals(0.001).bytes()).isGreaterThan(3 * new Reciprocals(0.01).bytes());
  }

  @Test
  void epsilonIsBetweenZeroAndOne() {
    assertThatThrownBy(() -> new Reciprocals(0)).hasMessage("epsilon must be above 0 and below 1, found 0.0");
    assertThatThrownBy(() -> new Reciprocals(1)).hasMessage("epsilon must be above 0 and below 1, found 1.0");
  }
}
