package dev.inflight.wire.header.tcpint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.Hops;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcp.TcpOptions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TCP-INT's option byte by byte, compared with bytes built manually from the project's figure, and with other options in the
 * segment.
 */
class TcpIntOptionTest {
  private static final int AT = 3;
  private static final int ROUNDS = 20_000;
  private static final String EMPTY = "720c f000 00000000 00000000";

  private final byte[] bytes = new byte[64];
  private final SplittableRandom random = new SplittableRandom(0x72);

  TcpIntOptionTest() {
    Arrays.fill(bytes, (byte) 0xEE);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private void assertWritten(String hex) {
    assertThat(HexFormat.of().formatHex(bytes, AT, AT + TcpIntOption.BYTES)).isEqualTo(hex.replace(" ", ""));
    assertThat(bytes[AT - 1]).isEqualTo((byte) 0xEE);
    assertThat(bytes[AT + TcpIntOption.BYTES]).isEqualTo((byte) 0xEE);
  }

  /** As sent by a host that leaves the frequency to the switch. */
  @Test
  void asSent() {
    assertThat(TcpIntOption.write(bytes, AT, TcpIntOption.SWITCH_DEFAULT)).isEqualTo(12);
    assertWritten(EMPTY);
    assertThat(TcpIntOption.tagFrequency(bytes, AT)).isEqualTo(15);
  }

  /** A 100 Gb/s link with a queue of 9 units, two hops away, after 0x012345 * 256 ns. */
  @Test
  void asItArrives() {
    TcpIntOption.write(bytes, AT, 0x17);
    TcpIntOption.busiest(bytes, AT, 0x89, 62, 5);
    TcpIntOption.latency(bytes, AT, 0x012345);
    assertWritten("720c 75 89 3e 012345 00 00 0000");
    assertThat(TcpIntOption.tagFrequency(bytes, AT)).isEqualTo(7);
    assertThat(TcpIntOption.rateCode(bytes, AT)).isEqualTo(5);
    assertThat(TcpIntOption.load(bytes, AT)).isEqualTo(0x89);
    assertThat(TcpIntOption.hop(bytes, AT)).isEqualTo(62);
    assertThat(TcpIntOption.latency(bytes, AT)).isEqualTo(0x012345);
  }

  /**
   * The same values echoed: nibbles and bytes of the last word in the order of little-endian hosts. 0x012345 has more than 15
   * bits, so 0x8123.
   */
  @Test
  void asItIsEchoed() {
    TcpIntOption.write(bytes, AT, 15);
    TcpIntOption.busiest(bytes, AT, 0x89, 62, 5);
    TcpIntOption.latency(bytes, AT, 0x012345);
    var echo = new TcpIntEcho(TcpIntLoad.UTILIZATION);
    echo.take(bytes, AT);
    assertThat(echo.isPending()).isTrue();
    assertThat(echo.write(bytes, AT, 15)).isEqualTo(12);
    assertWritten("720c f000 00000000 89 25 2381");
    assertThat(TcpIntOption.loadEcho(bytes, AT)).isEqualTo(0x89);
    assertThat(TcpIntOption.hopEcho(bytes, AT)).isEqualTo(2);
    assertThat(TcpIntOption.rateCodeEcho(bytes, AT)).isEqualTo(5);
    assertThat(TcpIntOption.latencyEcho(bytes, AT)).isEqualTo(0x8123);
    assertThat(TcpIntEcho.latencyPs(0x8123)).isEqualTo(0x123L * 65_536_000);
    var hops = new Hops(1);
    assertThat(echo.read(bytes, AT, hops)).isTrue();
    assertThat(hops.count()).isEqualTo(1);
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(100_000_000_000L);
    assertThat(hops.queueBytes(0)).isEqualTo(9 * 8192);
    assertThat(hops.utilization(0)).isEqualTo(1);
    assertThat(hops.hasClock()).isFalse();

    echo.write(bytes, AT, 15); // once is enough
    assertWritten(EMPTY);
    assertThat(echo.read(bytes, AT, hops)).isFalse();
    echo.take(bytes, AT); // which no hop has written to
    assertThat(echo.isPending()).isFalse();
  }

  /** Time to live on departure from the hop; hosts send 64. */
  @ParameterizedTest
  @CsvSource({"63, 1", "62, 2", "49, 15", "48, 15", "64, 15", "1, 15", "255, 15"})
  void hopsAreCountedFromTheSender(int hopLimit, int hop) {
    TcpIntOption.write(bytes, AT, 15);
    TcpIntOption.busiest(bytes, AT, 1, hopLimit, 7);
    var echo = new TcpIntEcho(TcpIntLoad.UTILIZATION);
    echo.take(bytes, AT);
    echo.write(bytes, AT, 15);
    assertThat(TcpIntOption.hopEcho(bytes, AT)).isEqualTo(hop);
  }

  /** 15 bits are exact, then units of 256; the largest value is 2.1 s. */
  @Test
  void latenciesAreEchoedCoarsely() {
    for (int units : new int[] {0, 1, 0x7FFF, 0x8000, 0x80FF, 0x8100, 0x7FFFFF, 0x800000, 0xFFFFFF}) {
      int echo = TcpIntEcho.encodeLatency(units);
      assertThat(echo).isBetween(0, 0xFFFF);
      long told = TcpIntEcho.latencyPs(echo) / 256_000;
      long expected = units < 0x8000 ? units : Math.min(units, 0x7FFFFF) & ~0xFF;
      assertThat(told).as("%x", units).isEqualTo(expected);
    }
  }

  @Test
  void loads() {
    TcpIntLoad used = TcpIntLoad.UTILIZATION;
    assertThat(used.value(0, 1 << 20, 1)).isZero();
    assertThat(used.value(0.5, 1 << 20, 1)).isEqualTo(6); // 48 %
    assertThat(used.value(0.949, 1 << 20, 1)).isEqualTo(11);
    assertThat(used.value(0.95, 0, 1)).isEqualTo(0x80);
    assertThat(used.value(1, 8191, 1)).isEqualTo(0x80);
    assertThat(used.value(1, 8192, 1)).isEqualTo(0x81);
    assertThat(used.value(1, Long.MAX_VALUE, 1)).isEqualTo(0xFF);
    assertThat(used.utilization(6, 0)).isEqualTo(0.48);
    assertThat(used.utilization(0x7F, 0)).isEqualTo(1); // more than a switch writes
    assertThat(used.utilization(0x80, 0)).isEqualTo(1);
    assertThat(TcpIntLoad.queueBytes(0x7F)).isZero();
    assertThat(TcpIntLoad.queueBytes(0xFF)).isEqualTo(127 * 8192);

    var left = new TcpIntLoad(1_000_000_000);
    assertThat(left.value(0.25, 0, 100_000_000_000L)).isEqualTo(127 - 75);
    assertThat(left.value(0, 0, 400_000_000_000L)).isZero(); // 400 units are more than 127
    assertThat(left.utilization(127 - 75, 100_000_000_000L)).isEqualTo(0.25);
    assertThat(left.utilization(0, 100_000_000_000L)).isZero();
    assertThat(left.utilization(50, 0)).isEqualTo(-1);
    assertThatThrownBy(() -> new TcpIntLoad(-1)).hasMessage("availableStepBitsPerSec -1 b/s is below 0");
  }

  /** The seven rates with a code, in Gb/s. */
  @Test
  void rates() {
    int[] rates = {0, 10, 25, 40, 50, 100, 200, 400};
    for (int code = 0; code < 16; code++) {
      long rate = code < rates.length ? rates[code] * 1_000_000_000L : 0;
      assertThat(TcpIntLoad.rateBitsPerSec(code)).isEqualTo(rate);
      assertThat(TcpIntLoad.rateCode(rate)).isEqualTo(rate == 0 ? 0 : code);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EMPTY, "0101080a0102030405060708" + EMPTY, "01" + EMPTY, "020405b4 0402" + EMPTY + "0101",
      EMPTY + "00 72 0c", "1e040000" + EMPTY + "0101050a0000000100000002"})
  void isFoundAmongOthers(String options) {
    var segment = new TcpIntSegment(false, hex(options), new byte[5]);
    assertThat(segment.option()).isEqualTo(segment.tcp() + 20 + options.replace(" ", "").indexOf("720c") / 2);
    assertThat(new TcpOptions().read(segment.bytes(), segment.tcp() + 20,
        segment.tcp() + TcpHeader.headerBytes(segment.bytes(), segment.tcp()))).as("others skip it").isTrue();
  }

  /** Absent, behind the end of the list, of another length, twice, cut off by the header, or behind a malformed option. */
  @ParameterizedTest
  @ValueSource(strings = {"", "01010101", "00" + EMPTY, "720b f000 00000000 000000", "720d f000 00000000 00000000 00", "7202",
      "7200", "72", "01010172", EMPTY + EMPTY, "720c f000", "0800" + EMPTY, "1e1f0000" + EMPTY, "1e01" + EMPTY,
      EMPTY + "08" + "ff0000", EMPTY + "01010108"})
  void isNotFound(String options) {
    assertThat(new TcpIntSegment(true, hex(options), new byte[30]).option()).isEqualTo(TcpIntOption.ABSENT);
  }

  /** The header states more words than present, or fewer than the minimum. */
  @Test
  void headersThatCannotBe() {
    var segment = new TcpIntSegment(false, hex(EMPTY), new byte[0]);
    for (int words = 0; words < 16; words++) {
      segment.bytes()[segment.tcp() + 12] = (byte) (words << 4);
      assertThat(segment.option()).as("%d words", words).isEqualTo(words == 8 ? segment.tcp() + 20 : TcpIntOption.ABSENT);
    }
    for (int end = segment.tcp(); end < segment.end(); end++) {
      assertThat(TcpIntOption.find(segment.bytes(), segment.tcp(), end)).isEqualTo(TcpIntOption.ABSENT);
    }
    assertThatThrownBy(() -> TcpIntOption.find(segment.bytes(), 0, segment.end() + 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** For any bytes, nothing outside them is read, and all results are within the header. */
  @Test
  void anyBytes() {
    byte[] common = new TcpIntSegment(false, hex("0101080a0102030405060708" + EMPTY), new byte[0]).bytes();
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] any = Arrays.copyOfRange(common, 20, 20 + random.nextInt(common.length - 19));
      for (int change = random.nextInt(4); change > 0 && any.length > 0; change--) {
        any[random.nextInt(any.length)] = (byte) random.nextInt(random.nextBoolean() ? 14 : 256);
      }
      int at = TcpIntOption.find(any, 0, any.length);
      if (at != TcpIntOption.ABSENT) {
        found++;
        assertThat(at).isBetween(20, TcpHeader.headerBytes(any, 0) - 12);
        assertThat(any[at]).isEqualTo((byte) 0x72);
        assertThat(any[at + 1]).isEqualTo((byte) 12);
      }
    }
    assertThat(found).isGreaterThan(200);
  }
}
