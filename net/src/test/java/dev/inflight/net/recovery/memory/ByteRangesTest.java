package dev.inflight.net.recovery.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges against a set of single bytes. */
class ByteRangesTest {
  private static final int SPAN = 200;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void rangesAreTheirBytes(long seed) {
    var random = new SplittableRandom(seed);
    var ranges = new ByteRanges();
    var bytes = new BitSet();
    for (int step = 0; step < 3000; step++) {
      int start = random.nextInt(SPAN);
      int end = Math.min(SPAN, start + random.nextInt(12));
      int what = random.nextInt(40);
      if (what == 0) {
        ranges.removeBefore(start);
        bytes.clear(0, start);
      } else if (what == 1 && random.nextInt(20) == 0) {
        ranges.clear();
        bytes.clear();
      } else {
        int had = bytes.cardinality();
        bytes.set(start, end);
        assertThat(ranges.add(start, end)).isEqualTo(bytes.cardinality() - had);
      }
      check(ranges, bytes, random.nextInt(SPAN), random.nextInt(SPAN));
    }
  }

  private static void check(ByteRanges ranges, BitSet bytes, int from, int to) {
    int range = 0;
    for (int start = bytes.nextSetBit(0); start >= 0; range++) {
      int end = bytes.nextClearBit(start);
      assertThat(ranges.start(range)).isEqualTo(start);
      assertThat(ranges.end(range)).isEqualTo(end);
      start = bytes.nextSetBit(end);
    }
    assertThat(ranges.count()).isEqualTo(range);
    assertThat(ranges.end()).isEqualTo(bytes.length());
    assertThat(ranges.nextAbsent(from)).isEqualTo(bytes.nextClearBit(from));
    int low = Math.min(from, to);
    int high = Math.max(from, to);
    assertThat(ranges.bytesIn(low, high)).isEqualTo(bytes.get(low, high).cardinality());
  }
}
