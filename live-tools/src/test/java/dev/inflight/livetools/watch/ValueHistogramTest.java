package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValueHistogramTest {
  @Test
  void sharesAreAtMostAnEighthTooHigh() {
    var random = new SplittableRandom(7);
    for (int bits = 1; bits < 47; bits++) {
      var histogram = new ValueHistogram();
      long[] values = new long[1000];
      for (int at = 0; at < values.length; at++) {
        values[at] = random.nextLong(1L << bits);
        histogram.add(values[at]);
      }
      Arrays.sort(values);
      for (double share : new double[] {0.01, 0.5, 0.95, 0.999, 1}) {
        long exact = values[(int) Math.ceil(share * values.length) - 1];
        assertThat(histogram.atMost(share)).as("%s of values of %s bits", share, bits).isBetween(exact, (long) (exact * 1.125));
      }
      assertThat(histogram.most()).isEqualTo(values[999]);
      assertThat(histogram.mean()).isBetween(Arrays.stream(values).average().orElseThrow() * 0.999,
          Arrays.stream(values).average().orElseThrow() * 1.001);
    }
  }

  @Test
  void anyValueHasAClass() {
    var histogram = new ValueHistogram();
    for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, 1L << 62}) {
      histogram.add(value);
    }
    assertThat(histogram.count()).isEqualTo(5);
    assertThat(histogram.atMost(0.5)).isZero();
    assertThat(histogram.atMost(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(histogram.most()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void addingMergesHistograms() {
    var one = new ValueHistogram();
    var other = new ValueHistogram();
    var both = new ValueHistogram();
    for (int value = 0; value < 5000; value++) {
      (value % 3 == 0 ? one : other).add(value * 17L);
      both.add(value * 17L);
    }
    one.add(other);
    other.clear();
    one.add(other);
    assertThat(other.count()).isZero();
    assertThat(other.atMost(0.5)).isZero();
    assertThat(one.count()).isEqualTo(5000);
    for (double share = 0.01; share <= 1; share += 0.01) {
      assertThat(one.atMost(share)).isEqualTo(both.atMost(share));
    }
  }
}
