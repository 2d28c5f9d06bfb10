package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers on the screen. */
class ShowTest {
  @Test
  void counts() {
    assertThat(Show.count(0)).isEqualTo("0");
    assertThat(Show.count(999)).isEqualTo("999");
    assertThat(Show.count(1000)).isEqualTo("1,000");
    assertThat(Show.count(23_600_660)).isEqualTo("23,600,660");
    assertThat(Show.count(-1234)).isEqualTo("-1,234");
    assertThat(Show.count(1, "flow")).isEqualTo("1 flow");
    assertThat(Show.count(2, "switch", "switches")).isEqualTo("2 switches");
    assertThat(Show.roughly(9_840_000)).isEqualTo("9.84 M");
    assertThat(Show.roughly(12)).isEqualTo("12");
  }

  @Test
  void quantities() {
    assertThat(Show.time(999)).isEqualTo("999 ps");
    assertThat(Show.time(1000)).isEqualTo("1.00 ns");
    assertThat(Show.time(585_584_000)).isEqualTo("586 us");
    assertThat(Show.time(999_600_000)).isEqualTo("1.00 ms");
    assertThat(Show.time(2_050_000_000_000L)).isEqualTo("2.05 s");
    assertThat(Show.bytes(0)).isEqualTo("0 B");
    assertThat(Show.bytes(1090)).isEqualTo("1.09 KB");
    assertThat(Show.bytes(7_264)).isEqualTo("7.26 KB");
    assertThat(Show.bytes(9_996)).isEqualTo("10.0 KB");
    assertThat(Show.bytes(85_226)).isEqualTo("85.2 KB");
    assertThat(Show.bytes(99_960)).isEqualTo("100 KB");
    assertThat(Show.bytes(852_264)).isEqualTo("852 KB");
    assertThat(Show.bytes(999_499)).isEqualTo("999 KB");
    assertThat(Show.bytes(500_000)).isEqualTo("500 KB");
    assertThat(Show.bytes(5000)).isEqualTo("5.00 KB");
    assertThat(Show.bytes(50_000)).isEqualTo("50.0 KB");
    assertThat(Show.rate(25_000_000_000L)).isEqualTo("25.0 Gb/s");
    assertThat(Show.rate(100_000_000_000L)).isEqualTo("100 Gb/s");
    assertThat(Show.rate(1_600_000_000_000L)).isEqualTo("1.60 Tb/s");
    assertThat(Show.percent(0.9312)).isEqualTo("93.1 %");
  }

  @Test
  void wallTime() {
    assertThat(Show.seconds(0.123)).isEqualTo("0.12 s");
    assertThat(Show.seconds(12.34)).isEqualTo("12.3 s");
    assertThat(Show.seconds(59.6)).isEqualTo("1 min 00 s");
    assertThat(Show.seconds(125)).isEqualTo("2 min 05 s");
    assertThat(Show.seconds(3725)).isEqualTo("1 h 02 min");
  }

  @Test
  void decimals() {
    assertThat(Show.decimal(1.005, 0)).isEqualTo("1");
    assertThat(Show.decimal(1.999, 2)).isEqualTo("2.00");
    assertThat(Show.decimal(0.06, 2)).isEqualTo("0.06");
    assertThat(Show.decimal(-0.5, 1)).isEqualTo("-0.5");
    assertThat(Show.decimal(-0.001, 1)).isEqualTo("0.0");
  }
}
