package dev.inflight.telemetry.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HopRecords;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.p4int.IntFormat.TimestampUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Formats that report the packet's time in a switch instead of its queue. */
class SojournTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  static final List<TelemetryFormat> ALL = Formats.ALL.stream().filter(format -> format.bySojourn() != null).toList();
  static final List<TelemetryFormat> BY_HOP = ALL.stream().filter(format -> !format.bottleneckOnly()).toList();

  private final byte[] bytes = new byte[400];
  private final Hops hops = new Hops(2);
  private int length;

  private static TelemetryCodec inNetwork(TelemetryFormat format) {
    return format.in(new NetworkFacts((node, port) -> node == 5 ? 100 * G : 400 * G, 10 * US, 2));
  }

  /** Sends a packet over two hops, in which it stays for these times, with a queue of a megabyte behind it. */
  private DecodeStatus sentOver(TelemetryFormat format, long firstPs, long secondPs) {
    TelemetryCodec codec = inNetwork(format);
    Arrays.fill(bytes, (byte) 0);
    length = codec.begin(bytes, 0, PathQuery.QUEUEING);
    stamp(codec, new EgressLink(5, 1, 100 * G), 1000 * US, firstPs);
    stamp(codec, new EgressLink(6, 2, 400 * G), 1010 * US, secondPs);
    return codec.read(bytes, 0, length, hops);
  }

  private void stamp(TelemetryCodec codec, EgressLink link, long nowPs, long inSwitchPs) {
    PortSnapshot snapshot = new PortSnapshot().at(nowPs, 5000, 1_000_000);
    snapshot.arrivedPs = nowPs - inSwitchPs;
    length += codec.stamper(link).stamp(bytes, 0, length, bytes.length, snapshot);
  }

  @Test
  void theseCan() {
    assertThat(ALL).extracting(TelemetryFormat::name).containsExactlyInAnyOrder("ifa", "int", "ioam", "ioam-incremental", "csig",
        "csig-wide");
    assertThat(ALL).allSatisfy(format -> {
      TelemetryFormat by = format.bySojourn();
      assertThat(by).isNotEqualTo(format);
      assertThat(by == null ? null : by.bySojourn()).as("once is enough").isEqualTo(by);
    });
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void queueIsSojournTimeTimesRate(TelemetryFormat format) {
    assertThat(sentOver(format, 2 * US, 300_000)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.queueBytes(0)).as("by length").isEqualTo(1_000_000);
    assertThat(sentOver(format.bySojourn(), 2 * US, 300_000)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(2);
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(100 * G);
    assertThat((double) hops.queueBytes(0)).isEqualTo(25_000, within(13.0)); // a nanosecond is 12.5 bytes
    assertThat((double) hops.queueBytes(1)).isEqualTo(15_000, within(50.0));
    assertThat(sentOver(format.bySojourn(), 0, 0)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.queueBytes(0)).isZero();
    assertThat(hops.queueBytes(1)).isZero();
    if (hops.utilization(0) < 0) {
      assertThat(hops.sentBytes(0)).as("the rest is as it was").isEqualTo(5000);
    }
  }

  /** Headers that carry the rate themselves leave nothing unknown. */
  @ParameterizedTest
  @FieldSource("BY_HOP")
  void withoutTheLinksRateTheQueueIsUnknown(TelemetryFormat format) {
    TelemetryFormat by = Objects.requireNonNull(format.bySojourn());
    sentOver(by, 2 * US, 300_000);
    var unknown = new NetworkFacts((node, port) -> LinkRates.UNKNOWN_RATE, 10 * US, 2);
    assertThat(by.in(unknown).read(bytes, 0, length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(HopRecords.isKnown(hops, 0)).isEqualTo(hops.rateBitsPerSec(0) != LinkRates.UNKNOWN_RATE);
    assertThat(format.name().equals("ifa") || !HopRecords.isKnown(hops, 0)).as("ifa carries rates").isTrue();
  }

  @Test
  void figureOfThePathIsItsLongestSojourn() {
    for (String name : List.of("csig", "csig-wide")) {
      TelemetryFormat format = ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
      assertThat(sentOver(format.bySojourn(), 2 * US, 300_000)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.answered()).isEqualTo(PathQuery.QUEUEING);
      assertThat(hops.answer()).as(name).isBetween(1.99 * US, 2.2 * US);
    }
  }

  /** A time beyond the delay field's range counts as the longest one, and not as 0. */
  @ParameterizedTest
  @FieldSource("BY_HOP")
  void longSojournsSaturate(TelemetryFormat format) {
    TelemetryCodec codec = inNetwork(format.bySojourn());
    length = codec.begin(bytes, 0, PathQuery.QUEUEING);
    stamp(codec, new EgressLink(5, 1, 100 * G), 30_000_000 * US, 20_000_000 * US);
    assertThat(codec.read(bytes, 0, length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.queueBytes(0)).isGreaterThan(20 * G);
  }

  @Test
  void readsTimesInTheWrittenUnit() {
    for (TimestampUnit unit : TimestampUnit.values()) {
      var format = new IntFormat(17768, 0xE500, 255, unit, 1, 10_000, 0);
      assertThat(sentOver(format, 40 * US, 0)).isEqualTo(DecodeStatus.READ);
      assertThat(hops.queueBytes(0)).as(unit.toString()).isBetween(499_900L, 512_600L); // up to a microsecond more
    }
  }

  /** A header's fields decide whether the sojourn time or the queue counts; with both, the queue counts. */
  @Test
  void queueTakesPrecedenceOverSojourn() {
    assertThat(sentOver(new IntFormat(17768, 0xF500, 255, TimestampUnit.NANOSECONDS, 1, 10_000, 0), 2 * US, 0))
        .isEqualTo(DecodeStatus.READ);
    assertThat(hops.queueBytes(0)).isEqualTo(1_000_000);
    IoamFormat ioam = IoamFormat.DEFAULT;
    assertThat(
        sentOver(new IoamFormat(ioam.optionType(), ioam.namespaceId(), 0xDA0000, 12, 2, ioam.timestamps(), 1, 1), 2 * US, 0))
        .isEqualTo(DecodeStatus.READ);
    assertThat(hops.queueBytes(0)).isEqualTo(1_000_000);
  }

  @Test
  void ifaWritesBothAndOtherFormatsReplaceTheQueue() {
    TelemetryCodec plain = inNetwork(IfaFormat.DEFAULT);
    sentOver(IfaFormat.DEFAULT, 2 * US, US);
    byte[] written = bytes.clone();
    sentOver(IfaFormat.DEFAULT.bySojourn(), 2 * US, US);
    assertThat(bytes).isEqualTo(written);
    assertThat(plain.sizeBytes(5)).isEqualTo(168);
    assertThat(IntFormat.DEFAULT.bySojourn().instructions()).isEqualTo(0xE500);
    assertThat(IntFormat.DEFAULT.bySojourn().sizeBytes(5)).isEqualTo(IntFormat.DEFAULT.sizeBytes(5));
    assertThat(IoamFormat.DEFAULT.bySojourn().traceType()).isEqualTo(0xD80000);
  }
}
