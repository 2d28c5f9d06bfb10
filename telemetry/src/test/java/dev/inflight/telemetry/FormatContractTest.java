package dev.inflight.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What holds for every telemetry format. */
class FormatContractTest {
  static final List<TelemetryFormat> ALL = Formats.ALL;

  private static final int OFFSET = 7;
  private static final int ROUNDS = 200;
  private static final long[] RATES = LongStream.of(1, 10, 25, 40, 50, 100, 200, 400, 800, 1600).map(g -> g * 1_000_000_000L)
      .toArray();

  /** What one hop was told to write. */
  private record Written(int switchId, long nowPs, long sentBytes, long queueBytes, long rate) {
    static Written random(SplittableRandom random, long[] rates) {
      return new Written(random.nextInt(1, 4096), random.nextLong(1L << random.nextInt(1, 60)),
          random.nextLong(1L << random.nextInt(1, 60)), random.nextLong(1_000_000), rates[random.nextInt(rates.length)]);
    }

    int into(TelemetryFormat format, byte[] bytes, int offset) {
      return format.stamper(switchId, rate).stamp(bytes, offset, nowPs, sentBytes, queueBytes);
    }
  }

  private static long[] ratesOf(TelemetryFormat format) {
    return Arrays.stream(RATES).filter(format::canExpress).toArray();
  }

  private static byte[] area(TelemetryFormat format, int hops, int fill) {
    byte[] bytes = new byte[OFFSET + format.bufferBytes(hops) + 9];
    Arrays.fill(bytes, (byte) fill);
    format.begin(bytes, OFFSET);
    return bytes;
  }

  @Test
  void namesAreUniqueAndInTheStyleOfScenarios() {
    assertThat(ALL).extracting(TelemetryFormat::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void whatHopsWriteTheEndpointReads(TelemetryFormat format) {
    var random = new SplittableRandom(2);
    var hops = new Hops(1);
    for (int round = 0; round < ROUNDS; round++) {
      int count = random.nextInt(format.maxHops() + 1);
      byte[] bytes = area(format, count, random.nextInt(256));
      var written = new Written[count];
      int grown = 0;
      for (int hop = 0; hop < count; hop++) {
        written[hop] = Written.random(random, ratesOf(format));
        grown += written[hop].into(format, bytes, OFFSET);
      }
      assertThat(format.sizeBytes(0) + grown).isEqualTo(format.sizeBytes(count));
      format.read(bytes, OFFSET, hops);
      assertThat(hops.count()).isEqualTo(count);
      for (int hop = 0; hop < count; hop++) {
        assertReads(hops, hop, written[hop]);
      }
    }
  }

  /** Time is floored to ns, bytes to 128 and 80, and both counters wrap: common to all formats so far. */
  private static void assertReads(Hops hops, int hop, Written written) {
    assertThat(hops.timePs(hop)).isEqualTo(written.nowPs / 1000 % (1 << 24) * 1000);
    assertThat(hops.sentBytes(hop)).isEqualTo(written.sentBytes / 128 % (1 << 20) * 128);
    assertThat(hops.queueBytes(hop)).isEqualTo(written.queueBytes / 80 * 80);
    assertThat(hops.rateBitsPerSec(hop)).isEqualTo(written.rate);
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void differencesSurviveAWrapOfEachCounter(TelemetryFormat format) {
    var random = new SplittableRandom(3);
    long rate = 100_000_000_000L;
    var stamper = format.stamper(1, rate);
    for (int round = 0; round < ROUNDS; round++) {
      long nowPs = random.nextLong(1L << 50);
      long sent = random.nextLong(1L << 50);
      long elapsedPs = random.nextLong(1, 10_000_000_000L);
      long bytesSince = (long) (elapsedPs * (rate / 8e12));
      var earlier = new Hops(1);
      var later = new Hops(1);
      byte[] bytes = area(format, 1, 0);
      stamper.stamp(bytes, OFFSET, nowPs, sent, 0);
      format.read(bytes, OFFSET, earlier);
      format.begin(bytes, OFFSET);
      stamper.stamp(bytes, OFFSET, nowPs + elapsedPs, sent + bytesSince, 0);
      format.read(bytes, OFFSET, later);
      assertThat(later.elapsedPs(0, earlier)).isEqualTo((nowPs + elapsedPs) / 1000 * 1000 - nowPs / 1000 * 1000);
      assertThat(later.bytesSince(0, earlier)).isEqualTo((sent + bytesSince) / 128 * 128 - sent / 128 * 128);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void nothingIsWrittenOutsideTheHeader(TelemetryFormat format) {
    var random = new SplittableRandom(4);
    for (int fill : new int[] {0x00, 0xFF, 0xA5}) {
      for (int stamps = 0; stamps <= format.maxHops() + 3; stamps++) {
        byte[] bytes = area(format, format.maxHops(), fill);
        for (int hop = 0; hop < stamps; hop++) {
          Written.random(random, ratesOf(format)).into(format, bytes, OFFSET);
        }
        int end = OFFSET + format.sizeBytes(Math.min(stamps, format.maxHops()));
        for (int at = 0; at < bytes.length; at++) {
          if (at < OFFSET || at >= end) {
            assertThat(bytes[at]).as("byte %d after %d hops", at, stamps).isEqualTo((byte) fill);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void moreHopsThanTheHeaderHoldsAreReportedAsCutOff(TelemetryFormat format) {
    var random = new SplittableRandom(5);
    var hops = new Hops(1);
    byte[] bytes = area(format, format.maxHops(), 0);
    for (int hop = 0; hop < format.maxHops() + 3; hop++) {
      format.read(bytes, OFFSET, hops);
      assertThat(hops.count()).isEqualTo(Math.min(hop, format.maxHops()));
      assertThat(hops.cutOff() || hop <= format.maxHops()).isTrue();
      assertThat(hops.cutOff() && hop < format.maxHops()).isFalse();
      Written.random(random, ratesOf(format)).into(format, bytes, OFFSET);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void readingReplacesWhatTheReportHeld(TelemetryFormat format) {
    var random = new SplittableRandom(6);
    var hops = new Hops(1);
    byte[] full = area(format, format.maxHops(), 0);
    for (int hop = 0; hop < format.maxHops() + 1; hop++) {
      Written.random(random, ratesOf(format)).into(format, full, OFFSET);
    }
    format.read(full, OFFSET, hops);
    format.read(area(format, 1, 0xFF), OFFSET, hops);
    assertThat(hops.count()).isZero();
    assertThat(hops.cutOff()).isFalse();
    assertThat(hops.pathId()).isZero();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void anyBytesCanBeRead(TelemetryFormat format) {
    var random = new SplittableRandom(7);
    var hops = new Hops(1);
    byte[] bytes = new byte[OFFSET + format.bufferBytes(format.maxHops())];
    Arrays.fill(bytes, (byte) 0xFF);
    for (int round = 0; round < ROUNDS; round++) {
      format.read(bytes, OFFSET, hops);
      assertThat(hops.count()).isBetween(0, format.maxHops());
      for (int hop = 0; hop < hops.count(); hop++) {
        assertThat(hops.timePs(hop)).isBetween(0L, (1L << 24) * 1000 - 1);
        assertThat(hops.sentBytes(hop)).isBetween(0L, (1L << 20) * 128 - 1);
        assertThat(hops.queueBytes(hop)).isNotNegative();
        assertThat(hops.rateBitsPerSec(hop)).isNotNegative();
      }
      random.nextBytes(bytes);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void everyTruncationOfAFullHeaderIsRefused(TelemetryFormat format) {
    byte[] full = area(format, format.maxHops(), 0);
    for (int hop = 0; hop < format.maxHops(); hop++) {
      Written.random(new SplittableRandom(8), ratesOf(format)).into(format, full, OFFSET);
    }
    for (int length = 0; length < format.sizeBytes(format.maxHops()); length++) {
      byte[] truncated = Arrays.copyOf(full, OFFSET + length);
      assertThatThrownBy(() -> format.read(truncated, OFFSET, new Hops(1))).as("%d bytes", length)
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aRateIsExpressibleExactlyWhenThereIsAStamperForIt(TelemetryFormat format) {
    for (long rate : RATES) {
      if (format.canExpress(rate)) {
        assertThat(format.expressibleRates()).contains(rate / 1_000_000_000L + "G");
        format.stamper(1, rate);
      } else {
        assertThatThrownBy(() -> format.stamper(1, rate)).hasMessage("format " + format.name() + " has no code for " + rate
            + " b/s; it knows " + format.expressibleRates());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void stampingAndReadingAllocateNothing(TelemetryFormat format) {
    var stamper = format.stamper(1, 100_000_000_000L);
    var hops = new Hops(1);
    byte[] bytes = area(format, 5, 0);
    long allocated = Allocation.bytesOf(() -> {
      for (int packet = 0; packet < 20_000; packet++) {
        format.begin(bytes, OFFSET);
        for (int hop = 0; hop < 6; hop++) {
          stamper.stamp(bytes, OFFSET, packet * 80_000L, packet * 1000L, packet);
        }
        format.read(bytes, OFFSET, hops);
      }
    });
    assertThat(allocated).isLessThan(1_000); // of 20,000 packets
  }
}
