package dev.inflight.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RankSelectionTest {
  @Test
  void countingAgreesWithSorting() {
    var random = new Random(41);
    for (int round = 0; round < 200; round++) {
      int bits = 1 + random.nextInt(63);
      long[] values = random.longs(1 + random.nextInt(300)).map(value -> value >>> Long.SIZE - bits).toArray();
      long[] ranks = LongStream.rangeClosed(1, values.length).toArray();
      long[] sorted = values.clone();
      Arrays.sort(sorted);
      assertThat(RankSelection.counted(() -> Arrays.stream(values), ranks)).containsExactly(sorted);
      assertThat(RankSelection.at(() -> Arrays.stream(values), values.length, ranks)).containsExactly(sorted);
    }
  }

  @Test
  void countsALargeColumn() {
    int count = RankSelection.LEAST_COUNTED;
    long prime = 2_147_483_647L;
    // The products with a number that the prime does not divide are all different.
    assertThat(RankSelection.at(() -> LongStream.rangeClosed(1, count).map(n -> n * prime), count, 1, count / 2, count))
        .containsExactly(prime, count / 2 * prime, count * prime);
  }
}
