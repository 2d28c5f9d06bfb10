package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.telemetry.Allocation;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Contract of all telemetry formats, in a network with nodes 1 to 4095 and known link rates. */
public class FormatContractTest {
  public static final List<TelemetryCodec> ALL = Formats.ALL.stream().map(format -> within(format, 5)).toList();
  /** All formats with an identity of the path in the header. */
  static final List<TelemetryCodec> KNOWING_THE_PATH = ALL.stream()
      .filter(format -> !format.format().bottleneckOnly() && !(format instanceof AuthorsFormat)).toList();
  public static final List<TelemetryCodec> BY_HOP = ALL.stream().filter(format -> !format.format().bottleneckOnly()).toList();

  private static final int OFFSET = 7;
  private static final int ROUNDS = 200;
  private static final long[] RATES = LongStream.of(1, 10, 25, 40, 50, 100, 200, 400, 800, 1600).map(g -> g * 1_000_000_000L)
      .toArray();
  private static final long MS = 1_000_000_000L;

  private static TelemetryCodec within(TelemetryFormat format, int hops) {
    return format.in(new NetworkFacts(FormatContractTest::rateOf, 10_000_000, hops));
  }

  /** Rates of the table, by the port's number. */
  private static long rateOf(long node, long port) {
    return port >= 1 && port <= RATES.length ? RATES[(int) port - 1] : 0;
  }

  /** Values for the record of one hop. */
  private record Written(int node, int port, long nowPs, long sentBytes, long queueBytes) {
    static Written random(SplittableRandom random, TelemetryCodec format) {
      int port = random.ints(1, RATES.length + 1).filter(one -> format.format().canExpress(RATES[one - 1])).findFirst()
          .orElseThrow();
      return new Written(random.nextInt(1, 4096), port, random.nextLong(1L << random.nextInt(1, 60)),
          random.nextLong(1L << random.nextInt(1, 60)), random.nextLong(1_000_000));
    }

    long rate() {
      return RATES[port - 1];
    }

    int into(TelemetryCodec format, byte[] bytes, int length) {
      var snapshot = new PortSnapshot().at(nowPs, sentBytes, queueBytes);
      snapshot.arrivedPs = Math.max(0, nowPs - 1_000_000);
      snapshot.ingressPort = 3;
      snapshot.hopLimit = 63;
      return format.stamper(new EgressLink(node, port, rate())).stamp(bytes, OFFSET, length, bytes.length - 9, snapshot);
    }
  }

  /** Header in the middle of an array, with room for some hops. */
  private static final class Area {
    final TelemetryCodec format;
    final byte[] bytes;
    int length;

    Area(TelemetryCodec format, int hops, int fill) {
      this.format = format;
      bytes = new byte[OFFSET + format.bufferBytes(hops) + 9];
      Arrays.fill(bytes, (byte) fill);
      begin();
    }

    Area begin() {
      length = format.begin(bytes, OFFSET, PathQuery.UTILIZATION);
      return this;
    }

    int stamp(Written written) {
      int grown = written.into(format, bytes, length);
      length += grown;
      return grown;
    }

    Area stampAll(SplittableRandom random, int hops) {
      for (int hop = 0; hop < hops; hop++) {
        stamp(Written.random(random, format));
      }
      return this;
    }

    DecodeStatus read(Hops hops) {
      return format.read(bytes, OFFSET, length, hops);
    }
  }

  private static long queueUnitBytes(TelemetryCodec format) {
    return switch (format.format().name()) {
      case "native", "draft", "ifa", "authors" -> 80;
      default -> 1;
    };
  }

  private static int roomy(TelemetryCodec format) {
    return Math.min(format.maxHops(), 5);
  }

  @Test
  void namesMarkersAndCodesAreUnique() {
    assertThat(ALL).extracting(codec -> codec.format().name()).doesNotHaveDuplicates();
    assertThat(ALL.stream().filter(format -> format.format().marker() != 0)
        .map(format -> format.format().placement() + " " + format.format().marker())).doesNotHaveDuplicates();
    assertThat(ALL.stream().map(codec -> codec.format().reflectionCode()).filter(code -> code != 0)).doesNotHaveDuplicates()
        .allMatch(code -> code < 16);
  }

  /** A switch and a receiver see in the header whether a hop has written. */
  @ParameterizedTest
  @FieldSource("BY_HOP")
  void aHeaderIsEmptyUntilAHopWrites(TelemetryCodec format) {
    var random = new SplittableRandom(5);
    if (format.format() instanceof AuthorsFormat) { // its packets are written into by every switch
      return;
    }
    var area = new Area(format, roomy(format), 0xA5);
    assertThat(format.isEmpty(area.bytes, OFFSET, area.length)).isTrue();
    for (int hop = 0; hop < roomy(format); hop++) {
      area.stamp(Written.random(random, format));
      assertThat(format.isEmpty(area.bytes, OFFSET, area.length)).as("after hop %s", hop).isFalse();
    }
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void endpointReadsRecordsInPathOrder(TelemetryCodec format) {
    var random = new SplittableRandom(2);
    var hops = new Hops(1);
    for (int round = 0; round < ROUNDS; round++) {
      int count = random.nextInt(roomy(format) + 1);
      var area = new Area(format, count, random.nextInt(256));
      assertThat(area.length).isEqualTo(format.sizeBytes(0));
      var written = new Written[count];
      for (int hop = 0; hop < count; hop++) {
        written[hop] = Written.random(random, format);
        area.stamp(written[hop]);
      }
      assertThat(area.length).isEqualTo(format.sizeBytes(count));
      assertThat(area.read(hops)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.count()).isEqualTo(count);
      for (int hop = 0; hop < count; hop++) {
        assertThat(hops.rateBitsPerSec(hop)).isEqualTo(written[hop].rate());
        assertThat(written[hop].queueBytes - hops.queueBytes(hop)).as("queue").isBetween(0L, queueUnitBytes(format) - 1);
        assertThat(hops.link(hop)).isIn(0L, Hops.link(written[hop].node, written[hop].port));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void differencesSurviveAWrapOfEachCounter(TelemetryCodec format) {
    var random = new SplittableRandom(3);
    long rate = 100_000_000_000L;
    for (int round = 0; round < ROUNDS; round++) {
      long nowPs = random.nextLong(1L << 50);
      long sent = random.nextLong(1L << 50);
      long elapsedPs = random.nextLong(MS / 1000, 10 * MS);
      long bytesSince = (long) (elapsedPs * (rate / 8e12) * 0.8);
      var earlier = new Hops(1);
      var later = new Hops(1);
      var area = new Area(format, 1, 0);
      var stamper = format.stamper(new EgressLink(1, 6, rate));
      area.length += stamper.stamp(area.bytes, OFFSET, area.length, area.bytes.length, new PortSnapshot().at(nowPs, sent, 0));
      area.read(earlier);
      area.begin();
      area.length += stamper.stamp(area.bytes, OFFSET, area.length, area.bytes.length,
          new PortSnapshot().at(nowPs + elapsedPs, sent + bytesSince, 0));
      area.read(later);
      assertThat(later.elapsedPs(0, earlier) - elapsedPs).as("elapsed").isBetween(-1000L, 1000L);
      if (later.utilization(0) < 0) {
        assertThat(later.bytesSince(0, earlier) - bytesSince).as("bytes").isBetween(-128L, 128L);
      } else if (elapsedPs > 10_000_000) {
        assertThat(later.utilization(0)).isCloseTo(0.8, org.assertj.core.api.Assertions.within(0.001));
      }
      assertThat(later.follows(earlier, elapsedPs)).isTrue();
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void nothingIsWrittenOutsideTheHeader(TelemetryCodec format) {
    var random = new SplittableRandom(4);
    for (int fill : new int[] {0x00, 0xFF, 0xA5}) {
      for (int stamps = 0; stamps <= 8; stamps++) {
        var area = new Area(format, roomy(format), fill).stampAll(random, stamps);
        assertThat(area.length).isEqualTo(format.sizeBytes(Math.min(stamps, roomy(format))));
        for (int at = 0; at < area.bytes.length; at++) {
          if (at < OFFSET || at >= OFFSET + area.length) {
            assertThat(area.bytes[at]).as("byte %d after %d hops", at, stamps).isEqualTo((byte) fill);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void moreHopsThanTheHeaderHoldsAreReportedAsCutOff(TelemetryCodec format) {
    var random = new SplittableRandom(5);
    var hops = new Hops(1);
    TelemetryCodec largest = within(Formats.ALL.get(ALL.indexOf(format)), format.maxHops());
    var area = new Area(largest, largest.maxHops(), 0);
    for (int hop = 0; hop < largest.maxHops() + 3; hop++) {
      area.read(hops);
      assertThat(hops.count()).isEqualTo(Math.min(hop, largest.maxHops()));
      assertThat(hops.cutOff() || hop <= largest.maxHops()).as("cut off after %d hops", hop).isTrue();
      assertThat(hops.cutOff() && hop < largest.maxHops()).isFalse();
      area.stampAll(random, 1);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void readingReplacesTheReport(TelemetryCodec format) {
    var hops = new Hops(1);
    new Area(format, roomy(format), 0).stampAll(new SplittableRandom(6), roomy(format) + 1).read(hops);
    new Area(format, 1, 0xFF).read(hops);
    assertThat(hops.count()).isZero();
    assertThat(hops.cutOff()).isFalse();
    assertThat(hops.pathId()).isZero();
    assertThat(hops.answered()).isNull();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void anyBytesCanBeReadStampedAndDescribed(TelemetryCodec format) {
    var random = new SplittableRandom(7);
    var hops = new Hops(1);
    var area = new Area(format, roomy(format), 0xFF);
    Arrays.fill(area.bytes, (byte) 0xFF);
    for (int round = 0; round < 20 * ROUNDS; round++) {
      int length = random.nextInt(area.bytes.length - OFFSET - 9 + 1);
      byte[] exact = Arrays.copyOf(area.bytes, OFFSET + length); // reading behind the end would throw
      DecodeStatus outcome = format.read(exact, OFFSET, length, hops);
      assertThat(hops.count() == 0 || outcome == DecodeStatus.READ).isTrue();
      for (int hop = 0; hop < hops.count(); hop++) {
        assertThat(hops.timePs(hop)).isNotNegative();
        assertThat(hops.sentBytes(hop)).isNotNegative();
        assertThat(hops.queueBytes(hop)).isNotNegative();
        assertThat(hops.rateBitsPerSec(hop)).isNotNegative();
      }
      assertThat(format.describe(exact, OFFSET, length).outcome()).isNotNull();
      int grown = format.stamper(new EgressLink(1, 6, 100_000_000_000L)).stamp(exact, OFFSET, length, exact.length,
          new PortSnapshot());
      assertThat(grown).isZero(); // there was no room
      random.nextBytes(area.bytes);
      if (round % 2 == 0) { // a valid start reaches further into the decoder
        area.begin().stampAll(random, random.nextInt(roomy(format) + 1));
        area.bytes[OFFSET + random.nextInt(Math.max(1, area.length))] ^= (byte) (1 << random.nextInt(8));
      }
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void everyTruncationIsAnOutcome(TelemetryCodec format) {
    var area = new Area(format, roomy(format), 0).stampAll(new SplittableRandom(8), roomy(format));
    var hops = new Hops(1);
    for (int length = 0; length < area.length; length++) {
      byte[] truncated = Arrays.copyOf(area.bytes, OFFSET + length);
      assertThat(format.read(truncated, OFFSET, length, hops)).as("%d bytes", length).isNotEqualTo(DecodeStatus.READ);
      assertThat(hops.count()).isZero();
      assertThat(hops.answered()).isNull();
      assertThat(format.describe(truncated, OFFSET, length).outcome()).isNotEqualTo(DecodeStatus.READ);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aDescriptionHasAsManyHopsAsTheReport(TelemetryCodec format) {
    var area = new Area(format, roomy(format), 0).stampAll(new SplittableRandom(9), 3);
    var hops = new Hops(1);
    area.read(hops);
    DecodedHeader description = format.describe(area.bytes, OFFSET, area.length);
    assertThat(description.format()).isEqualTo(format.format().name());
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    assertThat(description.hops()).hasSize(hops.count()).allSatisfy(hop -> assertThat(hop).isNotEmpty());
    assertThat(description.header()).isNotEmpty();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aRateIsExpressibleExactlyWhenThereIsAStamperForIt(TelemetryCodec format) {
    for (long rate : RATES) {
      if (format.format().canExpress(rate)) {
        assertThatCode(() -> format.stamper(new EgressLink(1, 1, rate))).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(() -> format.stamper(new EgressLink(1, 1, rate))).hasMessage(
            "format " + format.format().name() + " has no code for " + rate + " b/s, only for "
                + format.format().expressibleRates());
      }
    }
  }

  @ParameterizedTest
  @FieldSource("KNOWING_THE_PATH")
  void anotherPathIsSeenAsAnother(TelemetryCodec format) {
    var one = new Hops(1);
    var other = new Hops(1);
    for (int node : new int[] {1, 2}) {
      var area = new Area(format, 1, 0);
      area.stamp(new Written(node, 6, MS, 1000, 0));
      area.read(node == 1 ? one : other);
    }
    assertThat(one.samePath(one)).isTrue();
    assertThat(other.samePath(one)).isFalse();
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void stampingAndReadingAllocateNothing(TelemetryCodec format) {
    var stamper = format.stamper(new EgressLink(1, 6, 100_000_000_000L));
    var hops = new Hops(5);
    var snapshot = new PortSnapshot();
    var header = new TelemetryHeader(format, 5);
    long allocated = Allocation.bytesOf(() -> {
      for (int packet = 0; packet < 20_000; packet++) {
        header.begin(packet % 2 == 0 ? PathQuery.UTILIZATION : PathQuery.QUEUEING);
        for (int hop = 0; hop < 6; hop++) {
          header.stamp(stamper, snapshot.at(packet * 80_000L, packet * 1000L, packet));
        }
        header.read(hops);
      }
    });
    assertThat(allocated).isLessThan(1_000); // of 20,000 packets
  }
}
