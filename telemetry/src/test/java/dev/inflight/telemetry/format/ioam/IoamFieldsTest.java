package dev.inflight.telemetry.format.ioam;

import static dev.inflight.telemetry.format.ioam.IoamBytes.GBPS;
import static dev.inflight.telemetry.format.ioam.IoamBytes.POSIX;
import static dev.inflight.telemetry.format.ioam.IoamBytes.SECOND;
import static dev.inflight.telemetry.format.ioam.IoamBytes.read;
import static dev.inflight.telemetry.format.ioam.IoamBytes.snapshot;
import static dev.inflight.telemetry.format.ioam.IoamBytes.stamped;
import static dev.inflight.telemetry.format.ioam.IoamBytes.with;
import static dev.inflight.telemetry.format.ioam.IoamBytes.within;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Meaning of the fields of a node's data: units, wraps, and unavailable values. */
class IoamFieldsTest {
  @Test
  void aHopThatLacksAFieldHasNoRate() {
    String header = "11 04 01 00 31 1e 00 00 00 7b 28 00 d2 08 00 00";
    String node = " 3f 00 00 01 00 03 00 02 00 00 00 01 00 00 00 03 00 00 00 02";
    TelemetryCodec format = within(POSIX, 1);
    assertThat(read(format, header + node + " 01 02 00 00").rateBitsPerSec(0)).isEqualTo(200 * GBPS);
    for (String unavailable : new String[] {" 3f ff ff ff 00 03 00 02 00 00 00 01 00 00 00 03 00 00 00 02",
        " 3f 00 00 01 00 03 ff ff 00 00 00 01 00 00 00 03 00 00 00 02",
        " 3f 00 00 01 00 03 00 02 ff ff ff ff 00 00 00 03 00 00 00 02",
        " 3f 00 00 01 00 03 00 02 00 0f 42 40 00 00 00 03 00 00 00 02", // a whole second of microseconds
        " 3f 00 00 01 00 03 00 02 00 00 00 01 ff ff ff ff 00 00 00 02",
        " 3f 00 00 01 00 03 00 02 00 00 00 01 00 00 00 03 ff ff ff ff"}) {
      Hops hops = read(format, header + unavailable + " 01 02 00 00");
      assertThat(hops.rateBitsPerSec(0)).as(unavailable).isZero();
      assertThat(hops.timePs(0)).isBetween(0L, SECOND - 1);
      assertThat(hops.queueBytes(0)).isIn(0L, 3L);
      assertThat(hops.sentBytes(0)).isIn(0L, 2L);
    }
    assertThat(read(POSIX, header + node + " 01 02 00 00").rateBitsPerSec(0)).as("without a table of links").isZero();
  }

  @Test
  void wideNumbersIdentifyALinkWhereThereAreNoShortOnes() {
    // bits 3, 6, 8, 9 and 12: NodeLen 7
    String header = "11 05 01 00 31 26 00 00 00 7b 38 00 12 c8 00 00";
    TelemetryCodec format = POSIX
        .in(new NetworkFacts((node, port) -> node == 0xBADC0DE0001L && port == 0x110012 ? GBPS : 0, 1, 1));
    Hops hops = read(format,
        header + " 00 00 00 01 00 00 00 00 3f 00 0b ad c0 de 00 01 00 11 00 11 00 11 00 12 00 00 00 05 01 02 00 00");
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(GBPS);
    assertThat(hops.link(0)).isEqualTo(Hops.link(0xBADC0DE0001L, 0x110012 >>> 16 ^ 0x12));
    assertThat(
        read(format, header + " 00 00 00 01 00 00 00 00 3f ff ff ff ff ff ff ff 00 11 00 11 00 11 00 12 00 00 00 05 01 02 00 00")
            .link(0))
        .isZero();
    assertThat(
        read(format, header + " 00 00 00 01 00 00 00 00 3f 00 00 00 00 0a 0b 0c 00 00 00 01 00 00 00 02 00 00 00 05 01 02 00 00")
            .link(0))
        .as("small numbers are the same link as in short fields").isEqualTo(Hops.link(0x0A0B0C, 2));
  }

  @Test
  void timeWrapsWithTheSecondOrWithTwelveDays() {
    var random = new SplittableRandom(1);
    for (IoamTimestampFormat timestamps : IoamTimestampFormat.values()) {
      long tickPs = timestamps == IoamTimestampFormat.POSIX ? 1_000_000 : 1000;
      for (int type : new int[] {0xD20000, 0xF20000}) {
        var format = within(with(type, 12, timestamps), 1);
        var header = new TelemetryHeader(format, 1);
        var stamper = format.stamper(new EgressLink(1, 1, 100 * GBPS));
        var earlier = new Hops(1);
        var later = new Hops(1);
        for (int round = 0; round < 1000; round++) {
          long seconds = round % 2 == 0 ? 1 : 1L << 20;
          long nowPs = seconds * SECOND - random.nextLong(SECOND / 2);
          long elapsedPs = random.nextLong(SECOND / 2);
          header.begin(PathQuery.UTILIZATION).stamp(stamper, snapshot(nowPs, 0, 0)).read(earlier);
          header.begin(PathQuery.UTILIZATION).stamp(stamper, snapshot(nowPs + elapsedPs, 0, 0)).read(later);
          assertThat(later.elapsedPs(0, earlier) - elapsedPs).isBetween(-tickPs, tickPs);
          assertThat(later.rateBitsPerSec(0)).isEqualTo(100 * GBPS);
        }
      }
    }
  }

  @Test
  void knownValuesAreNeverWrittenAsUnavailable() {
    String header = "11 04 01 00 31 1e 00 00 00 7b 28 05 d2 08 00 00" + " 00".repeat(20) + " 01 02 00 00";
    assertThat(stamped(with(0xD20000, 12, IoamTimestampFormat.NTP), header, snapshot(SECOND - 1, 0xFFFF_FFFFL, 1L << 40)))
        .endsWith(" ff ff ff fe ff ff ff fe ff ff ff fe 01 02 00 00");
  }

  @Test
  void unitsScaleWrittenAndReadValues() {
    var format = within(new IoamFormat(0x31, 123, 0xD20000, 21, 1, IoamTimestampFormat.PTP, 80, 1000), 1);
    String header = "11 04 01 00 31 1e 00 00 00 7b 28 05 d2 00 04 00" + " 00".repeat(20) + " 01 02 00 00";
    String written = stamped(format, header, snapshot(5000, 7_999_999, 801));
    assertThat(written).endsWith("00 00 00 05 00 00 00 0a 00 00 1f 3f 01 02 00 00");
    Hops hops = read(format, written);
    assertThat(hops.queueBytes(0)).isEqualTo(800);
    assertThat(hops.sentBytes(0)).isEqualTo(7_999_000);
  }

  @Test
  void aDelayOfMoreThanTwoSecondsOverflows() {
    String header = "11 02 01 00 31 0e 00 00 00 7b 08 01 08 00 00 00 00 00 00 00 01 02 00 00";
    PortSnapshot late = snapshot(3 * SECOND, 0, 0);
    late.arrivedPs = 0;
    assertThat(stamped(POSIX, header, late)).endsWith("80 00 00 00 01 02 00 00");
  }

  @Test
  void aTraceIsMeasurableWithANodeAPortAQueueOrADelayAndTransmittedBytes() {
    for (int type : new int[] {0xC20000, 0xD20000, 0x02C000, 0x824000, 0x428000, 0xFFF000, 0xC80000, 0xFDF000}) {
      assertThat(isMeasurable(type, 12)).as("%x", type).isTrue();
      assertThat(isMeasurable(type, 21)).as("%x", type).isTrue();
      assertThat(isMeasurable(type, -1)).as("%x without bytes", type).isFalse();
    }
    for (int type : new int[] {0x420000, 0x820000, 0x024000, 0x028000, 0xC00000, 0xF5F000, 0x020000, 0x080000}) {
      assertThat(isMeasurable(type, 12)).as("%x", type).isFalse();
    }
  }

  private static boolean isMeasurable(int traceType, int txBytesBit) {
    var trace = new IoamIncrementalFormat(64793, 1, traceType, txBytesBit, 0, IoamTimestampFormat.PTP, 1, 1);
    boolean measurable = with(traceType, txBytesBit, IoamTimestampFormat.PTP).isMeasurable();
    assertThat(trace.isMeasurable()).isEqualTo(measurable);
    return measurable;
  }

  @Test
  void zeroIsATimeANodeAndAPort() {
    String header = "11 04 01 00 31 1e 00 00 00 7b 28 00 d2 08 00 00";
    TelemetryCodec format = POSIX.in(new NetworkFacts((node, port) -> GBPS * (1 + node + port), 10_000_000, 1));
    Hops second = read(format, header + " 3f 00 00 01 00 03 00 02 00 00 00 00 00 00 00 03 00 00 00 02 01 02 00 00");
    assertThat(second.rateBitsPerSec(0)).as("at the full second").isEqualTo(4 * GBPS);
    assertThat(second.timePs(0)).isZero();
    Hops node = read(format, header + " 3f 00 00 00 00 03 00 02 00 00 00 01 00 00 00 03 00 00 00 02 01 02 00 00");
    assertThat(node.rateBitsPerSec(0)).isEqualTo(3 * GBPS);
    assertThat(node.link(0)).isEqualTo(Hops.link(0, 2));
    Hops port = read(format, header + " 3f 00 00 01 00 03 00 00 00 00 00 01 00 00 00 03 00 00 00 02 01 02 00 00");
    assertThat(port.rateBitsPerSec(0)).isEqualTo(2 * GBPS);
    assertThat(port.link(0)).isEqualTo(Hops.link(1, 0));
  }

  @Test
  void aTraceWithoutTimeStampsIsMeasuredByArrival() {
    // bits 0, 1, 6 and 12: NodeLen 4
    String trace = "11 03 01 00 31 1a 00 00 00 7b 20 00 c2 08 00 00 3f 00 00 01 00 03 00 02 00 00 00 03 00 00 00 02";
    Hops hops = read(within(POSIX, 1), trace);
    assertThat(hops.hasClock()).isFalse();
    assertThat(hops.rateBitsPerSec(0)).isEqualTo(200 * GBPS);
  }

  @Test
  void wideNodesThatDifferInTheirFirstBitsOnlyAreDifferentLinks() {
    String header = "11 05 01 00 31 26 00 00 00 7b 38 00 12 c8 00 00 00 00 00 01 00 00 00 00";
    String rest = " 00 00 0a 0b 0c 00 00 00 01 00 00 00 02 00 00 00 05 01 02 00 00";
    long one = read(POSIX, header + " 3f 11 00" + rest).link(0);
    long other = read(POSIX, header + " 3f 12 00" + rest).link(0);
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void aCounterInLargerUnitsWrapsLater() {
    var ioam = within(new IoamFormat(0x31, 123, 0xD20000, 12, 1, IoamTimestampFormat.PTP, 1, 1000), 1);
    var ifa = new IfaFormat(253, 2, 15, 0, 255, 255, 80, 64, false);
    long[] wraps = {(1L << 32) * 1000, (1L << 32) * 64};
    for (TelemetryCodec format : new TelemetryCodec[] {ioam, ifa}) {
      long wrap = wraps[format == ioam ? 0 : 1];
      var stamper = format.stamper(new EgressLink(1, 1, 100 * GBPS));
      var header = new TelemetryHeader(format, 1);
      var earlier = new Hops(1);
      var later = new Hops(1);
      header.begin(PathQuery.UTILIZATION).stamp(stamper, snapshot(SECOND, wrap - 64_000, 0)).read(earlier);
      header.begin(PathQuery.UTILIZATION).stamp(stamper, snapshot(SECOND + 1_000_000_000, wrap + 128_000, 0)).read(later);
      assertThat(later.bytesSince(0, earlier)).as(format.format().name()).isEqualTo(192_000);
      assertThat(later.follows(earlier, 1_000_000_000)).isTrue();
    }
  }

  @Test
  void secondsCountAtTheFullSecondTooAndWithoutThemThereIsNoTime() {
    // bits 0, 1, 2, 3, 6 and 12: NodeLen 6
    String header = "11 04 01 00 31 22 00 00 00 7b 30 00 f2 08 00 00 3f 00 00 01 00 03 00 02";
    TelemetryCodec format = within(POSIX, 1);
    assertThat(read(format, header + " 00 00 00 07 00 00 00 00 00 00 00 03 00 00 00 02").timePs(0)).isEqualTo(7 * SECOND);
    Hops unavailable = read(format, header + " ff ff ff ff 00 00 00 01 00 00 00 03 00 00 00 02");
    assertThat(unavailable.rateBitsPerSec(0)).isZero();
    assertThat(unavailable.timePs(0)).isZero();
  }
}
