package dev.inflight.lab.print;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Digits without objects. */
class TextWriterTest {
  private static String text(Consumer<TextWriter> writing) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new TextWriter(bytes, IllegalStateException::new)) {
      writing.accept(out);
    }
    return bytes.toString(US_ASCII);
  }

  @Test
  void printsWholeNumbers() {
    long power = 1;
    for (int digits = 0; digits < 19; digits++, power *= 10) {
      for (long value : new long[] {power - 1, power, -power, 9 * power, Long.MAX_VALUE - power, Long.MIN_VALUE + power - 1}) {
        assertThat(text(out -> out.number(value))).isEqualTo(Long.toString(value));
      }
    }
  }

  @Test
  void printsNanosecondsWithThreeDecimals() {
    assertThat(text(out -> out.nanoseconds(585_584_000).mark(' ').nanoseconds(1_001).mark(' ').nanoseconds(40)))
        .isEqualTo("585584.000 1.001 0.040");
  }

  @Test
  void printsRoundedDecimals() {
    var random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      double value = random.nextDouble() * 1000;
      int decimals = random.nextInt(7);
      String expected = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
      assertThat(text(out -> out.decimal(value, decimals))).isEqualTo(expected);
    }
    assertThat(text(out -> out.decimal(0.99996, 4).mark(' ').decimal(1, 2).mark(' ').decimal(Double.NaN, 2)))
        .isEqualTo("1.0000 1.00 NaN");
  }

  @Test
  void printsHexadecimalDigits() {
    assertThat(text(out -> out.hex(0x0b000901).hex(-1))).isEqualTo("0b000901ffffffff");
  }

  @Test
  void writesMoreThanTheBuffer() {
    var expected = new StringBuilder();
    String long1 = "x".repeat(150_000);
    String actual = text(out -> {
      for (int i = 0; i < 50_000; i++) {
        out.number(i).mark(',').text("abc").decimal(i / 4.0, 2).mark('\n');
        expected.append(i).append(",abc").append(i / 4).append(new String[] {".00", ".25", ".50", ".75"}[i % 4]).append('\n');
      }
      out.text(long1);
    });
    assertThat(actual).isEqualTo(expected + long1);
  }
}
