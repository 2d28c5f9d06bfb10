package dev.inflight.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimePartsTest {
  private static TimeParts<long[]> sums() {
    return new TimeParts<>(() -> new long[1], (sum, more) -> sum[0] += more[0]);
  }

  @Test
  void sumsOfAnyLengthAreKept() {
    var random = new Random(43);
    TimeParts<long[]> parts = sums();
    long[] times = random.longs(2000, 0, 1_000_000_000).toArray();
    for (int at = 0; at < times.length; at++) {
      parts.at(times[at])[0]++;
      assertThat(parts.parts()).hasSizeLessThanOrEqualTo(64);
    }
    assertThat(parts.total()[0]).isEqualTo(times.length);
    long width = parts.widthPs();
    for (int part = 0; part < parts.parts().size(); part++) {
      long fromPs = part * width;
      assertThat(parts.parts().get(part)[0])
          .isEqualTo(LongStream.of(times).filter(time -> time >= fromPs && time < fromPs + width).count());
      assertThat(parts.within(fromPs, fromPs + width)[0]).isEqualTo(parts.parts().get(part)[0]);
      assertThat(parts.endPs(fromPs)).isEqualTo(fromPs + width);
    }
  }

  @Test
  void spanHasAllPartsThatItOverlaps() {
    TimeParts<long[]> parts = sums();
    parts.at(500)[0] = 1;
    parts.at(1_500)[0] = 10;
    parts.at(2_500)[0] = 100;
    assertThat(parts.within(999, 1_001)[0]).isEqualTo(11);
    assertThat(parts.within(1_000, 2_000)[0]).isEqualTo(10);
    assertThat(parts.within(3_000, 9_000)[0]).isZero();
  }
}
