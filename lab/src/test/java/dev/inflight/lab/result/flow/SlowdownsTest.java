package dev.inflight.lab.result.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.result.flow.Slowdowns.Bucket;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowdownsTest {
  @Test
  void bucketsHaveThePercentilesOfSortedCopies() {
    var random = new Random(42);
    for (int round = 0; round < 50; round++) {
      int count = 1 + random.nextInt(3000);
      int differentSizes = 1 + random.nextInt(40);
      long[] sizes = random.longs(count, 1, 1 + differentSizes).toArray();
      double[] values = random.doubles(count).map(value -> 1 / value).toArray();
      Slowdowns found = Slowdowns.of(sizes, values);
      check(found.all(), sizes, values, Long.MIN_VALUE);
      long below = 0;
      for (Bucket bucket : found.bySize()) {
        check(bucket, sizes, values, below);
        below = bucket.largestBytes();
      }
      assertThat(found.bySize().stream().mapToInt(Bucket::flows).sum()).isEqualTo(count);
      assertThat(found.bySize()).hasSizeLessThanOrEqualTo(Math.max(1, count / 200));
    }
  }

  private static void check(Bucket bucket, long[] sizes, double[] values, long below) {
    int[] inside = IntStream.range(0, sizes.length).filter(n -> sizes[n] > below && sizes[n] <= bucket.largestBytes()).toArray();
    double[] sorted = Arrays.stream(inside).mapToDouble(n -> values[n]).sorted().toArray();
    assertThat(bucket.flows()).isEqualTo(inside.length);
    assertThat(bucket.smallestBytes()).isEqualTo(Arrays.stream(inside).mapToLong(n -> sizes[n]).min().orElseThrow());
    assertThat(bucket.mean()).isCloseTo(Arrays.stream(sorted).average().orElseThrow(), within(1e-12 * bucket.mean()));
    assertThat(bucket.percentiles().values()).isEqualTo(
        List.of(Quantile.of(sorted, 0.5), Quantile.of(sorted, 0.95), Quantile.of(sorted, 0.99), sorted[sorted.length - 1]));
  }

  @Test
  void noFlowsHaveNoBucket() {
    assertThat(Slowdowns.of(new long[0], new double[0])).isEqualTo(new Slowdowns(null, List.of()));
  }

  @Test
  void infiniteSlowdownIsTheLargest() {
    Slowdowns found = Slowdowns.of(new long[] {1, 1}, new double[] {Double.POSITIVE_INFINITY, 2});
    assertThat(found.percentiles().values()).containsExactly(2.0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY);
  }
}
