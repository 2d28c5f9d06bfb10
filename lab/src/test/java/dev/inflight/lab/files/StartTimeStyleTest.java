package dev.inflight.lab.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Start times in seconds. */
class StartTimeStyleTest {
  @Test
  void doublesAreTruncatedToNanoseconds() {
    assertThat(StartTimeStyle.DOUBLE.picoseconds("start", "2.0004")).isEqualTo(2_000_399_999_000L);
    assertThat(StartTimeStyle.DECIMAL.picoseconds("start", "2.0004")).isEqualTo(2_000_400_000_000L);
  }

  @Test
  void doublesAreCutExactly() {
    var random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      double largest = Math.pow(10, random.nextInt(8) - 1);
      String text = BigDecimal.valueOf(random.nextDouble() * largest).setScale(random.nextInt(14), RoundingMode.HALF_UP)
          .toPlainString();
      long expected = new BigDecimal(Double.parseDouble(text)).movePointRight(9).setScale(0, RoundingMode.FLOOR).longValueExact()
          * 1000;
      assertThat(StartTimeStyle.DOUBLE.picoseconds("start", text)).as(text).isEqualTo(expected);
    }
  }
}
