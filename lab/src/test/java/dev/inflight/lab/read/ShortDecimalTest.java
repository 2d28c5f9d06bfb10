package dev.inflight.lab.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortDecimalTest {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  @ParameterizedTest
  @CsvSource({"0, 1000, 0", "1.5, 1000000, 1500000", ".5, 1000, 500", "12., 10, 120", "0.0010, 1000, 1",
      "9223372.036854775807, 1000000000000, -1", "9.223372, 1000000000000, 9223372000000",
      "999999999999999999, 9, 8999999999999999991", "999999999999999999, 10, -1", "1000000000000000000, 1, -1", "1.5, 1, -1",
      "-1, 1, -1", "+1, 1, -1", "1e3, 1, -1"})
  void multipliesExactly(String number, long factor, long product) {
    assertThat(ShortDecimal.times(number, factor)).isEqualTo(product);
  }

  /** Each result is that of exact arithmetic; and there is a result wherever a product is whole and its intermediate values fit. */
  @Test
  void exactArithmeticAgrees() {
    var random = new SplittableRandom(3);
    int said = 0;
    for (int n = 0; n < 100_000; n++) {
      String digits = Long.toString(random.nextLong(0, 1L << random.nextInt(1, 60)));
      int point = random.nextInt(0, digits.length() + 1);
      String number = random.nextBoolean() ? digits : digits.substring(0, point) + "." + digits.substring(point);
      long factor = random.nextBoolean() ? 1L << random.nextInt(41) : (long) Math.pow(10, random.nextInt(13));
      long product = ShortDecimal.times(number, factor);
      BigDecimal exact = new BigDecimal(number).multiply(BigDecimal.valueOf(factor));
      if (product == ShortDecimal.NONE) {
        boolean fits = new BigDecimal(digits).multiply(BigDecimal.valueOf(factor)).compareTo(LARGEST) <= 0;
        assertThat(number.length() > 18 || !fits || exact.stripTrailingZeros().scale() > 0).as("%s * %d", number, factor)
            .isTrue();
      } else {
        said++;
        assertThat(BigDecimal.valueOf(product)).as("%s * %d", number, factor).isEqualByComparingTo(exact);
      }
    }
    assertThat(said).isGreaterThan(20_000);
  }
}
