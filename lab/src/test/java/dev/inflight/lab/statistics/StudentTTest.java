package dev.inflight.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
  /** R: qt(0.975, df). */
  @ParameterizedTest
  @CsvSource({"1, 12.7062", "5, 2.5706", "30, 2.0423", "40, 2.0211", "120, 1.9799", "999, 1.9623"})
  void valuesEqualThoseOfTables(int degreesOfFreedom, double t) {
    assertThat(StudentT.of95(degreesOfFreedom)).isCloseTo(t, within(5e-5));
  }
}
