package dev.inflight.lab.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.lab.files.ns3.Ns3Units;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({"100Gbps, 100000000000", "40Mb/s, 40000000", "1.6Tbps, 1600000000000", "25Gbit/s, 25000000000", "9600bps, 9600",
      "64kbps, 64000", "64Kbps, 64000", "1 Gbps, 1000000000", ".5kb/s, 500", "1e3Mbps, 1000000000", "2.bps, 2"})
  void readsRates(String text, long bitsPerSec) {
    assertThat(Units.rate(text)).isEqualTo(bitsPerSec);
  }

  @ParameterizedTest
  @CsvSource({"1us, 1000000", "0.001ms, 1000000", "13us, 13000000", "1000ns, 1000000", "7ps, 7", "2.0004s, 2000400000000",
      "0s, 0", "-0ms, 0", "1.5ns, 1500", "9223372036854775807ps, 9223372036854775807"})
  void readsTimes(String text, long ps) {
    assertThat(Units.time(text)).isEqualTo(ps);
  }

  @ParameterizedTest
  @CsvSource({"500KB, 500000", "40kB, 40000", "32MiB, 33554432", "64B, 64", "64, 64", "1.5KB, 1500", "0.5KiB, 512",
      "2GB, 2000000000", "1TiB, 1099511627776", "0, 0"})
  void readsSizes(String text, long bytes) {
    assertThat(Units.size(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"100          | rate '100' has no unit; write it as in 100Gbps",
      "2.5          | rate '2.5' has no unit; write it as in 2.5Gbps",
      "25G          | rate '25G' has the unknown unit 'G'; did you mean 'Gbps'? known: Tbps, Tb/s, Tbit/s, Gbps, Gb/s, Gbit/s,"
          + " Mbps, Mb/s, Mbit/s, kbps, kb/s, kbit/s, bps, b/s, bit/s, Kbps, Kb/s",
      "100GB/s      | rate '100GB/s' has the unknown unit 'GB/s'; did you mean 'Gb/s'? known: Tbps, Tb/s, Tbit/s, Gbps, Gb/s,"
          + " Gbit/s, Mbps, Mb/s, Mbit/s, kbps, kb/s, kbit/s, bps, b/s, bit/s, Kbps, Kb/s",
      "0Gbps        | rate must be above 0, found '0Gbps'", "-1Gbps       | rate '-1Gbps' is below 0",
      "NaN          | rate 'NaN' is not a number with a unit, such as 100Gbps",
      "infinity     | rate 'infinity' is not a number with a unit, such as 100Gbps",
      "''           | rate '' is not a number with a unit, such as 100Gbps",
      "1.5bps       | rate '1.5bps' does not fit: it is not a whole number of bit/s; the nearest are 1 and 2",
      "1e20bps      | rate '1e20bps' does not fit: at most 9223372036854775807 bit/s",
      "1e999999999bps | rate '1e999999999bps' does not fit", "1e99999999999bps | rate '1e99999999999bps' does not fit",
      "0x10Gbps     | rate '0x10Gbps' is not a number with a unit, such as 100Gbps"})
  void refusesRates(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.rate(text)).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"5            | time '5' has no unit; write it as in 5us",
      "5 usec       | time '5 usec' has the unknown unit 'usec'; did you mean 'us'? known: s, ms, us, ns, ps",
      "-1ns         | time '-1ns' is below 0",
      "0.5ps        | time '0.5ps' does not fit: it is not a whole number of picoseconds; the nearest are 0 and 1",
      "9223372036854775808ps | time '9223372036854775808ps' does not fit: at most 9223372036854775807 picoseconds",
      "11000000s    | time '11000000s' does not fit: at most 9223372036854775807 picoseconds"})
  void refusesTimes(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.time(text)).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "5Kb          | size '5Kb' has the unknown unit 'Kb'; did you mean 'KB'? known: TB, GB, MB, KB, B, kB, TiB, GiB, MiB, KiB",
      "-1           | size '-1' is below 0",
      "0.5B         | size '0.5B' does not fit: it is not a whole number of bytes; the nearest are 0 and 1",
      "10000000TB   | size '10000000TB' does not fit: at most 9223372036854775807 bytes"})
  void refusesSizes(String text, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.size(text)).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"-1.5, -2 and -1", "1.5, 1 and 2", "-0.25, -1 and 0"})
  void namesTheNearestWholeNumbers(BigDecimal value, String nearest) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.exact("bytes", value.toString(), value, "bytes")).withMessage(
        "bytes '" + value + "' does not fit: it is not a whole number of bytes; the nearest are " + nearest);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "23, 23", "0x17, 23", "0X1f, 31", "0xfffffffffffffff, 1152921504606846975", "-5, -5"})
  void readsWholeNumbersInHexadecimalToo(String text, long number) {
    assertThat(Units.decimalOrHex("value", text)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({"0x", "x17", "0xg", "0x1000000000000000", "-0x1", "17h"})
  void rejectsInvalidHexadecimalNumbers(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.decimalOrHex("value", text))
        .withMessage("value '" + text + "' is not a whole number");
  }

  @Test
  void writesTheLargestUnitThatKeepsTheNumberWhole() {
    assertThat(Units.formatRate(100_000_000_000L)).isEqualTo("100Gbps");
    assertThat(Units.formatRate(1_600_000_000_000L)).isEqualTo("1600Gbps");
    assertThat(Units.formatRate(2_500_000_001L)).isEqualTo("2500000001bps");
    assertThat(Units.formatTime(1_500_000)).isEqualTo("1500ns");
    assertThat(Units.formatTime(2_000_000_000_000L)).isEqualTo("2s");
    assertThat(Units.formatTime(0)).isEqualTo("0ps");
    assertThat(Units.formatSize(500_000)).isEqualTo("500KB");
    assertThat(Units.formatSize(32L << 20)).isEqualTo("32MiB");
    assertThat(Units.formatSize(1090)).isEqualTo("1090B");
    assertThat(Units.formatFractionalSize(80.5)).isEqualTo("80.5B");
    assertThat(Units.formatReal(0.95)).isEqualTo("0.95");
    assertThat(Units.formatReal(1e-7)).isEqualTo("0.00000010");
  }

  @Test
  void readsWrittenValuesBack() {
    var random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      long value = anyLong(random);
      assertThat(Units.rateOrZero(Units.formatRate(value))).isEqualTo(value);
      assertThat(Units.time(Units.formatTime(value))).isEqualTo(value);
      assertThat(Units.size(Units.formatSize(value))).isEqualTo(value);
      double real = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(real)) {
        assertThat(Units.real("value", Units.formatReal(real))).isEqualTo(real);
        assertThat(Units.fractionalSize(Units.formatFractionalSize(Math.abs(real)))).isEqualTo(Math.abs(real));
      }
    }
  }

  /** All magnitudes, and many round numbers in both systems. */
  private static long anyLong(Random random) {
    long value = random.nextLong() >>> 1 + random.nextInt(63);
    long[] factors = {1, 1000, 1_000_000, 1_000_000_000, 1L << 10, 1L << 20, 1L << 30, 1L << 40};
    long factor = factors[random.nextInt(factors.length)];
    return value / factor * factor;
  }

  @Test
  void percentAreShares() {
    assertThatThrownBy(() -> Units.fraction("load", "50%")).hasMessage("load '50%' is not a number; did you mean 0.50?");
    assertThatThrownBy(() -> Units.real("load", "2.5 %")).hasMessage("load '2.5 %' is not a number; did you mean 0.025?");
    for (String text : List.of("all%", "1e999999999%", "1e300000000%", "1e99999999999%", "1".repeat(30) + "%")) {
      assertThatThrownBy(() -> Units.real("load", text)).hasMessage("load '" + text + "' is not a number");
    }
  }

  /** The pattern tries no shorter prefix of the digits, which would take hours for these. */
  @Test
  void readsLongWordOnce() {
    String digits = "1".repeat(3_000_000) + "..";
    for (Consumer<String> reader : List.<Consumer<String>>of(Units::rate, Units::time, Units::size)) {
      assertThatIllegalArgumentException().isThrownBy(() -> reader.accept(digits));
    }
    SourceLocation place = SourceLocation.of("t");
    assertThatThrownBy(() -> Ns3Units.rate(place, digits)).isInstanceOf(InputError.class);
    assertThatThrownBy(() -> Ns3Units.time(place, digits)).isInstanceOf(InputError.class);
  }
}
