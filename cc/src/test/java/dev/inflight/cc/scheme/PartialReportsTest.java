package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reports of a part of the path between those of the whole: records of different links are never compared, and control
 * continues.
 */
class PartialReportsTest {
  private static final List<Scheme> BY_HOPS = Schemes.ALL.stream()
      .filter(scheme -> scheme.signals().contains(Signal.HOPS) && !(scheme instanceof HpccAuthors)).toList();
  private static final List<TelemetryFormat> FORMATS = Formats.ALL.stream()
      .filter(format -> !format.bottleneckOnly() && !(format instanceof AuthorsFormat)).toList();
  /** Formats with records that identify the link: node and egress port. */
  static final List<TelemetryFormat> NAMING_LINKS = FORMATS.stream()
      .filter(format -> List.of("int", "ifa", "ioam", "ioam-incremental").contains(format.name())).toList();

  static Stream<Arguments> all() {
    return BY_HOPS.stream().flatMap(scheme -> FORMATS.stream().map(format -> Arguments.of(scheme, format)));
  }

  private static FlowDriver flow(Scheme scheme, TelemetryFormat format) {
    return FlowDriver.of(scheme).hops(3, "100Gbps").telemetry(format);
  }

  /** Sends reports of which every other one has the first of three ports only; returns the number of decisions. */
  private static int decisionsOf(FlowDriver flow, int acks, Consumer<FlowDriver> part) {
    int decisions = 0;
    for (int ack = 0; ack < acks; ack++) {
      if (ack % 2 == 1) {
        part.accept(flow);
      }
      flow.stream(1);
      decisions += flow.decided() ? 1 : 0;
    }
    return decisions;
  }

  @ParameterizedTest
  @MethodSource("all")
  void reportsOfThreeHopsAndOfOneInTurnKeepControl(Scheme scheme, TelemetryFormat format) {
    FlowDriver flow = flow(scheme, format).withQueue("500kB");
    int decisions = decisionsOf(flow, 2000, driver -> driver.reportingOnly(0, 1));
    assertThat(decisions).isGreaterThan(990);
    assertThat(flow.window()).isLessThan(162_500 / 4);
  }

  @ParameterizedTest
  @MethodSource("all")
  void aQueueBehindThePartIsNotHiddenByIt(Scheme scheme, TelemetryFormat format) {
    FlowDriver whole = flow(scheme, format).withLoad(0.3).withLoad(2, 1).withQueue(2, 100_000);
    FlowDriver mixed = flow(scheme, format).withLoad(0.3).withLoad(2, 1).withQueue(2, 100_000);
    whole.stream(4000);
    decisionsOf(mixed, 4000, driver -> driver.reportingOnly(0, 1));
    assertThat((double) mixed.window()).isCloseTo(whole.window(), within(0.1 * whole.window() + 200));
  }

  @ParameterizedTest
  @MethodSource("all")
  void aQueueThatOnlyThePartReportsCounts(Scheme scheme, TelemetryFormat format) {
    if (scheme instanceof HpccAlpha && !NAMING_LINKS.contains(format)) {
      return; // its register is ambiguous
    }
    FlowDriver flow = flow(scheme, format).withLoad(0.9).stream(400);
    long before = flow.window();
    flow.withQueue("500kB");
    for (int ack = 0; ack < 100; ack++) {
      flow.reportingOnly(0, 1).stream(1);
    }
    assertThat(flow.window()).isLessThan(before / 2);
  }

  /** Ports with independent counters, 77 MB apart, on one path: a wrong comparison would read as a huge load. */
  @ParameterizedTest
  @FieldSource("NAMING_LINKS")
  void anyPartIsComparedLinkByLink(TelemetryFormat format) {
    FlowDriver flow = flow(Hpcc.DEFAULT, format).withLoad(0, 0.2).withLoad(1, 0.5).withLoad(2, 0.8).stream(300);
    flow.watch(driver -> assertThat(driver.window()).isGreaterThan(150_000));
    int[][] parts = {{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}, {0, 3}};
    int decisions = 0;
    for (int ack = 0; ack < 1200; ack++) {
      int[] part = parts[ack % parts.length];
      flow.reportingOnly(part[0], part[1]).stream(1);
      decisions += flow.decided() ? 1 : 0;
    }
    assertThat(decisions).isGreaterThanOrEqualTo(200);
  }

  @ParameterizedTest
  @FieldSource("NAMING_LINKS")
  void partsWithoutAWholeReportKeepControl(TelemetryFormat format) {
    FlowDriver flow = flow(Hpcc.DEFAULT, format).withQueue("500kB");
    int decisions = 0;
    for (int ack = 0; ack < 900; ack++) {
      flow.reportingOnly(ack % 3, ack % 3 + 1).stream(1);
      decisions += flow.decided() ? 1 : 0;
    }
    assertThat(decisions).isGreaterThan(850);
    assertThat(flow.window()).isLessThan(162_500 / 4);
  }

  @Test
  void withoutTimeStampsEachLinkHasTheTimeSinceItsOwnReport() {
    var format = new IoamFormat(0x31, 0x8000, 0xC20000, 12, 0, IoamFormat.DEFAULT.timestamps(), 1, 1);
    FlowDriver flow = flow(Hpcc.DEFAULT, format).withLoad(0.5).stream(300);
    flow.watch(driver -> assertThat(driver.window()).as("ten packets' bytes in the time of one would be a load of five")
        .isGreaterThan(150_000));
    for (int round = 0; round < 100; round++) {
      for (int ack = 0; ack < 9; ack++) {
        flow.reportingOnly(0, 1).stream(1);
      }
      flow.stream(1);
      assertThat(flow.decided()).isTrue();
    }
  }

  @Test
  void aPathThatHasBecomeShorterIsKnownAfterABaseRtt() {
    FlowDriver flow = flow(Hpcc.DEFAULT, NativeFormat.DEFAULT).withQueue("500kB").stream(1000);
    long small = flow.window();
    flow.reroute(1, "100Gbps").withLoad(0.3).stream(160);
    assertThat(flow.window()).as("it might be a part for 13 us").isLessThanOrEqualTo(small + 2_000);
    assertThat(flow.stream(2000).window()).isEqualTo(162_500);
  }

  /** A report of fewer hops may come from any path, and so may the next one with as many as before. */
  @Test
  void formatWithoutIdentitiesCannotCarryParts() {
    FlowDriver flow = flow(Hpcc.DEFAULT, AuthorsFormat.DEFAULT).withLoad(0.9).stream(300);
    flow.reportingOnly(0, 1).stream(1);
    assertThat(flow.decided()).isFalse();
    flow.havingSent("77MB").reroute(3, "100Gbps").withLoad(0.9).stream(1);
    assertThat(flow.decided()).isFalse();
  }

  @Test
  void alternatingReportsAllocateNothing() {
    for (Scheme scheme : BY_HOPS) {
      for (TelemetryFormat format : List.of(NativeFormat.DEFAULT, IfaFormat.DEFAULT)) { // the driver's own link table allocates
        FlowDriver flow = flow(scheme, format).withQueue("1kB");
        long allocated = Allocation.bytesOf(() -> decisionsOf(flow, 20_000, PartialReportsTest::firstPort));
        assertThat(allocated).as("%s over %s", scheme.name(), format.name()).isLessThan(1_000);
      }
    }
  }

  private static void firstPort(FlowDriver flow) {
    flow.reportingOnly(0, 1);
  }
}
