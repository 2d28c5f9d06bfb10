package dev.inflight.sim.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class Mrg32k3aTest {
  /** L'Ecuyer's published check: ten million numbers from the state 12345 (six times) sum to 5001090.95 (Operations Research 47(1), Fig. I). */
  @Test
  void tenMillionNumbersSumToThePublishedValue() {
    var random = new Mrg32k3a(12345, 0, 0);
    double sum = 0;
    for (int i = 0; i < 10_000_000; i++) {
      sum += random.nextDouble();
    }
    assertThat(sum).isCloseTo(5001090.95, Offset.offset(0.01));
  }

  @Test
  void substreamsAndStreamsDiffer() {
    double base = new Mrg32k3a(1, 0, 0).nextDouble();
    assertThat(new Mrg32k3a(1, 0, 1).nextDouble()).isNotEqualTo(base);
    assertThat(new Mrg32k3a(1, 1, 0).nextDouble()).isNotEqualTo(base);
    assertThat(new Mrg32k3a(1, (1L << 63) + 50, 1).nextDouble()).isBetween(0.0, 1.0);
  }
}
