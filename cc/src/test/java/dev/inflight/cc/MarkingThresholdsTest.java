package dev.inflight.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thresholds for marks: the ends of their ranges, and links of any rate. */
class MarkingThresholdsTest {
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0, 0, 1", "0, 1, 0.5", "100000, 100000, 1", "9223372036854775807, 9223372036854775807, 0"})
  void theEndsOfTheRangesAreTaken(long kMin, long kMax, double pMax) {
    assertThat(new MarkingThresholds(kMin, kMax, pMax)).hasToString(
        "MarkingThresholds[kMinBytes=" + kMin + ", kMaxBytes=" + kMax + ", pMax=" + pMax + "]");
  }

  @ParameterizedTest
  @CsvSource({"-1, 0, 0", "-2, -1, 0", "1, 0, 0", "5, 4, 1", "0, 1, -0.001", "0, 1, 1.001", "0, 1, NaN"})
  void rejectsThresholdsOutOfRange(long kMin, long kMax, double pMax) {
    assertThatThrownBy(() -> new MarkingThresholds(kMin, kMax, pMax)).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("marking thresholds must satisfy 0 <= Kmin <= Kmax and 0 <= Pmax <= 1: Kmin " + kMin + " B, Kmax " + kMax
            + " B, Pmax " + pMax);
  }

  @Test
  void dctcpMarksFromThreeBytesAMegabitPerSecondWhateverTheRate() {
    var random = new SplittableRandom(1);
    for (int round = 0; round < 1000; round++) {
      long rate = 1 + random.nextLong(1L << random.nextInt(1, 63));
      long expected = BigInteger.valueOf(rate).multiply(BigInteger.valueOf(3)).divide(BigInteger.valueOf(1_000_000))
          .longValueExact();
      assertThat(MarkingThresholds.ofDctcp(rate)).isEqualTo(new MarkingThresholds(expected, expected, 1));
    }
  }
}
