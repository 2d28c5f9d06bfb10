package dev.inflight.lab.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Numbers on the screen. */
class HumanizeTest {
  @Test
  void counts() {
    assertThat(Humanize.count(0)).isEqualTo("0");
    assertThat(Humanize.count(999)).isEqualTo("999");
    assertThat(Humanize.count(1000)).isEqualTo("1,000");
    assertThat(Humanize.count(23_600_660)).isEqualTo("23,600,660");
    assertThat(Humanize.count(-1234)).isEqualTo("-1,234");
    assertThat(Humanize.count(1, "flow")).isEqualTo("1 flow");
    assertThat(Humanize.count(2, "switch", "switches")).isEqualTo("2 switches");
    assertThat(Humanize.roughly(9_840_000)).isEqualTo("9.84 M");
    assertThat(Humanize.roughly(12)).isEqualTo("12");
  }

  @Test
  void quantitiesHaveThreeDigitsAndAUnit() {
    assertThat(Humanize.time(999)).isEqualTo("999 ps");
    assertThat(Humanize.time(1000)).isEqualTo("1.00 ns");
    assertThat(Humanize.time(585_584_000)).isEqualTo("586 us");
    assertThat(Humanize.time(999_600_000)).isEqualTo("1.00 ms");
    assertThat(Humanize.time(2_050_000_000_000L)).isEqualTo("2.05 s");
    assertThat(Humanize.bytes(0)).isEqualTo("0 B");
    assertThat(Humanize.bytes(1090)).isEqualTo("1.09 KB");
    assertThat(Humanize.bytes(7_264)).isEqualTo("7.26 KB");
    assertThat(Humanize.bytes(9_996)).isEqualTo("10.0 KB");
    assertThat(Humanize.bytes(85_226)).isEqualTo("85.2 KB");
    assertThat(Humanize.bytes(99_960)).isEqualTo("100 KB");
    assertThat(Humanize.bytes(852_264)).isEqualTo("852 KB");
    assertThat(Humanize.bytes(999_499)).isEqualTo("999 KB");
    assertThat(Humanize.bytes(500_000)).isEqualTo("500 KB");
    assertThat(Humanize.bytes(5000)).isEqualTo("5.00 KB");
    assertThat(Humanize.bytes(50_000)).isEqualTo("50.0 KB");
    assertThat(Humanize.rate(25_000_000_000L)).isEqualTo("25.0 Gb/s");
    assertThat(Humanize.rate(100_000_000_000L)).isEqualTo("100 Gb/s");
    assertThat(Humanize.rate(1_600_000_000_000L)).isEqualTo("1.60 Tb/s");
    assertThat(Humanize.percent(0.9312)).isEqualTo("93.1 %");
  }

  /** Same cases as on pages, in QuantityTest. */
  @Test
  void halfADigitIsRoundedUp() {
    assertThat(LongStream
        .of(6_295_000, 6_294_999, 1_005_000, 9_994_999, 9_995_000, 99_949_999, 99_950_000, 999_499_999, 999_500_000, 999, 0)
        .mapToObj(Humanize::bytes)).containsExactly("6.30 MB", "6.29 MB", "1.01 MB", "9.99 MB", "10.0 MB", "99.9 MB", "100 MB",
            "999 MB", "1.00 GB", "999 B", "0 B");
  }

  @Test
  void wallTimeHasSecondsMinutesOrHours() {
    assertThat(Humanize.seconds(0.123)).isEqualTo("0.12 s");
    assertThat(Humanize.seconds(12.34)).isEqualTo("12.3 s");
    assertThat(Humanize.seconds(59.6)).isEqualTo("1 min 00 s");
    assertThat(Humanize.seconds(125)).isEqualTo("2 min 05 s");
    assertThat(Humanize.seconds(3725)).isEqualTo("1 h 02 min");
  }

  @Test
  void decimalsAreRounded() {
    assertThat(Humanize.decimal(1.005, 0)).isEqualTo("1");
    assertThat(Humanize.decimal(1.999, 2)).isEqualTo("2.00");
    assertThat(Humanize.decimal(0.06, 2)).isEqualTo("0.06");
    assertThat(Humanize.decimal(-0.5, 1)).isEqualTo("-0.5");
    assertThat(Humanize.decimal(-0.001, 1)).isEqualTo("0.0");
  }
}
