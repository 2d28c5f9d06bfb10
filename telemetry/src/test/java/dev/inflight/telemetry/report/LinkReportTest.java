package dev.inflight.telemetry.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.util.LinkHistory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Report of one link: it is written and read in 24 bytes, and other bytes are rejected. */
class LinkReportTest {
  private static final long RATE = 400_000_000_000L;
  private static final int AROUND = 24;

  private final LinkReport reader = new LinkReport();
  private final Hops hops = new Hops(1);

  private static byte[] written(Hops report, int hop, LinkHistory past) {
    byte[] bytes = new byte[LinkReport.BYTES];
    LinkReport.write(bytes, 0, report, hop, past);
    return bytes;
  }

  private static Hops path() {
    var path = new Hops(8);
    path.clear(1L << 40, 1L << 32);
    path.add(5_000_000, 1000, 0, RATE, Hops.link(3, 1));
    path.add(7_654_321_000L, 123_456_789, 70_001, RATE, Hops.link(0x12345, 0x678));
    return path;
  }

  private static LinkHistory past() {
    var past = new LinkHistory();
    past.compared(13_250_000, 0.9375, 4097);
    past.path(true, false);
    return past;
  }

  /**
   * By hand: hop 2; W, K, M and N; 13,250 ns are 3312 * 4; 400,000 Mb/s are 3125 * 128; 70,001 is 2187 * 32 and a rest; 4097 is
   * 2048 * 2 and one.
   */
  @Test
  void theBytesAreThoseOfTheLayout() {
    assertThat(HexFormat.of().formatHex(written(path(), 1, past()))).isEqualTo(
        "02" + "f0" + "2cf0" + "12345678" + "7c35" + "3c00" + "588b" + "1800" + "0074cbb1" + "075bcd15");
  }

  @Test
  void readsWrittenReports() {
    byte[] bytes = written(path(), 1, past());
    assertThat(reader.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(1);
    assertThat(hops.link(0)).isEqualTo(Hops.link(0x12345, 0x678));
    assertThat(hops.timePs(0)).isEqualTo(7_654_321_000L);
    assertThat(hops.sentBytes(0)).isEqualTo(123_456_789);
    assertThat(hops.queueBytes(0)).isEqualTo(69_984);
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(RATE);
    assertThat(hops.utilization(0)).isEqualTo(0.9375);
    LinkHistory past = hops.past();
    assertThat(past.isCompared() && past.isNewPath() && !past.isPart()).isTrue();
    assertThat(past.elapsedPs()).isEqualTo(13_248_000);
    assertThat(past.queueBytesBefore()).isEqualTo(4096);
    assertThat(hops.hasClock()).as("nothing else is compared").isFalse();
    assertThat(hops.cutOff()).isFalse();
  }

  @Test
  void aFormatWithoutNamesOfLinksGivesPathAndHop() {
    Hops path = path();
    path.clear(1 << 24, 1 << 27);
    path.pathId(0xABC);
    path.add(1000, 2, 3, RATE);
    path.cutOff(true);
    var none = new LinkHistory();
    none.notCompared();
    none.path(false, true);
    byte[] bytes = written(path, 0, none);
    assertThat(HexFormat.of().formatHex(bytes)).startsWith("018c0000" + "00abc001").endsWith("0000" + "00000001" + "00000002");
    assertThat(reader.read(bytes, 0, 24, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xABC, 1));
    assertThat(hops.cutOff()).isTrue();
    assertThat(hops.utilization(0)).isNegative();
    assertThat(hops.past().isCompared()).isFalse();
    assertThat(hops.past().isPart()).isTrue();
    assertThat(LinkReport.describe(bytes, 0, 24).header()).contains(new DecodedHeader.Field("pathId", 0xABCL),
        new DecodedHeader.Field("elapsedNs", DecodedHeader.UNAVAILABLE), new DecodedHeader.Field("cutOff", true));
  }

  @Test
  void aHeaderWithoutRecordsIsAReportWithout() {
    byte[] bytes = new byte[40];
    Arrays.fill(bytes, (byte) 1);
    LinkReport.writeNothing(bytes, 8);
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("01".repeat(8) + "00".repeat(24) + "01".repeat(8));
    reader.read(written(path(), 1, past()), 0, 24, hops);
    assertThat(reader.read(bytes, 8, 24, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isZero();
    assertThat(hops.past()).isNull();
  }

  @Test
  void numbersLoseLessThanAPartIn2048() {
    var random = new SplittableRandom(5);
    for (int round = 0; round < 100_000; round++) {
      long value = random.nextLong(1L << random.nextInt(1, 28));
      long read = LinkReport.value(LinkReport.rounded(value));
      assertThat(value - read).isBetween(0L, value >> 11);
    }
    for (long mega : new long[] {1, 10, 1000, 2500, 10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000,
        1_600_000}) {
      assertThat(LinkReport.value(LinkReport.rounded(mega))).as("rates that there are").isEqualTo(mega);
    }
    assertThat(LinkReport.rounded(Long.MAX_VALUE)).isEqualTo(0xFFFF);
    assertThat(LinkReport.rounded(4095L << 15)).isEqualTo(0xFFFF);
    assertThat(LinkReport.rounded(1L << 27)).isEqualTo(0xFFFF);
  }

  /**
   * HPCC skips a link with a clock that has not advanced; a clock in picoseconds may have advanced by less than the report's
   * unit.
   */
  @Test
  void elapsedTimeIsNeverZero() {
    var past = new LinkHistory();
    past.compared(1, 9, 0);
    assertThat(reader.read(written(path(), 0, past), 0, 24, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.past().elapsedPs()).isEqualTo(1000);
    assertThat(hops.utilization(0)).as("the largest there is").isCloseTo(4, within(1e-4));
  }

  @Test
  void rejectsCutOrOtherBytes() {
    byte[] whole = written(path(), 1, past());
    for (int length = 0; length < LinkReport.BYTES; length++) {
      assertThat(reader.read(Arrays.copyOf(whole, length), 0, length, hops)).isEqualTo(DecodeStatus.TRUNCATED);
      assertThat(LinkReport.describe(whole, 0, length).outcome()).isEqualTo(DecodeStatus.TRUNCATED);
    }
    assertMalformed(whole, 0, 0); // of no hop
    assertMalformed(whole, 1, 0xF1); // a bit without meaning
    assertMalformed(whole, 1, 0x70); // not written, and yet not empty
    assertMalformed(whole, 1, 0xD0); // compared with nothing, but with an elapsed time
  }

  private void assertMalformed(byte[] whole, int at, int value) {
    byte[] bad = whole.clone();
    bad[at] = (byte) value;
    reader.read(whole, 0, 24, hops);
    assertThat(reader.read(bad, 0, 24, hops)).isEqualTo(DecodeStatus.MALFORMED);
    assertThat(hops.count()).isZero();
    assertThat(hops.past()).isNull();
    assertThat(LinkReport.describe(bad, 0, 24).outcome()).isEqualTo(DecodeStatus.MALFORMED);
  }

  /** No exception, no number below 0, and no dependence on surrounding bytes. */
  @Test
  void wrongBytesDoNoHarm() {
    var random = new SplittableRandom(6);
    byte[] valid = written(path(), 1, past());
    int read = 0;
    for (int round = 0; round < 50_000; round++) {
      byte[] wrong = Arrays.copyOf(valid, random.nextInt(valid.length + 9));
      for (int change = random.nextInt(4); change > 0 && wrong.length > 0; change--) {
        wrong[random.nextInt(wrong.length)] = (byte) random.nextInt(256);
      }
      String tight = reading(wrong, 0, wrong.length);
      byte[] roomy = new byte[wrong.length + 2 * AROUND];
      Arrays.fill(roomy, (byte) 0xFF);
      System.arraycopy(wrong, 0, roomy, AROUND, wrong.length);
      assertThat(reading(roomy, AROUND, wrong.length)).isEqualTo(tight);
      read += tight.startsWith("READ") ? 1 : 0;
    }
    assertThat(read).isBetween(5_000, 25_000);
  }

  private String reading(byte[] bytes, int at, int length) {
    DecodeStatus outcome = reader.read(bytes, at, length, hops);
    assertThat(hops.count() == 0 || outcome == DecodeStatus.READ).isTrue();
    if (hops.count() > 0) {
      assertThat(hops.timePs(0)).isNotNegative();
      assertThat(hops.sentBytes(0)).isNotNegative();
      assertThat(hops.queueBytes(0)).isNotNegative();
      assertThat(hops.rateBitsPerSec(0)).isNotNegative();
      assertThat(hops.past().elapsedPs()).isNotNegative();
      assertThat(hops.past().queueBytesBefore()).isNotNegative();
    }
    assertThat(LinkReport.describe(bytes, at, length).outcome()).isEqualTo(outcome);
    return outcome + " " + hops + " " + LinkReport.describe(bytes, at, length);
  }

  @Test
  void codeDiffersFromAllFormats() {
    assertThat(Formats.ALL).noneMatch(format -> format.reflectionCode() == LinkReport.REFLECTION_CODE);
  }
}
