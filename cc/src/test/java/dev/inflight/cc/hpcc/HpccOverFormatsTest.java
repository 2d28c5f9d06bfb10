package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.ioam.IoamIncrementalFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** HPCC makes the same decisions over every format, within the format's resolution. */
class HpccOverFormatsTest {
  static final List<TelemetryFormat> ALL = Formats.ALL;
  static final List<TelemetryFormat> BOTTLENECK_ONLY = ALL.stream().filter(TelemetryFormat::bottleneckOnly).toList();
  /** All formats but the authors', which cannot distinguish paths and misreads the first report of a new one. */
  static final List<TelemetryFormat> KNOWING_THE_PATH = ALL.stream()
      .filter(format -> !format.bottleneckOnly() && !(format instanceof AuthorsFormat)).toList();
  static final List<TelemetryFormat> BY_HOP = ALL.stream().filter(format -> !format.bottleneckOnly()).toList();
  private static final Hpcc SCHEME = new Hpcc(0.95, 0, 80, 100, 0, ReactionMode.BOTH, 0);

  private static FlowDriver flow() {
    return FlowDriver.of(SCHEME).lineRate("100Gbps").baseRtt("10us").hop("400Gbps").hop("100Gbps").hop("400Gbps");
  }

  /** The second port is the bottleneck: its records decide. */
  private static FlowDriver congested(FlowDriver flow, double load, long queueBytes) {
    return flow.withLoad(0.3).withLoad(1, load).withQueue(1, queueBytes);
  }

  @ParameterizedTest
  @FieldSource("BY_HOP")
  void windowsAreThoseOfExactReports(TelemetryFormat format) {
    FlowDriver exact = flow();
    FlowDriver coded = flow().telemetry(format);
    for (FlowDriver flow : List.of(exact, coded)) {
      congested(flow, 0.9, 0).stream(200); // switches that measure utilization need a first interval
    }
    double tolerance = format instanceof IntFormat ? 0.15 : 0.06; // its switches report the previous interval
    double[][] story = {{1, 125_000}, {1, 40_000}, {0.9, 0}, {0.5, 0}, {0.97, 8_000}};
    for (double[] chapter : story) {
      for (FlowDriver flow : List.of(exact, coded)) {
        congested(flow, chapter[0], (long) chapter[1]).stream(1000);
      }
      assertThat((double) coded.window()).as("load %s, queue %s", chapter[0], chapter[1]).isCloseTo(exact.window(),
          within(tolerance * exact.window()));
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aQueueMakesTheWindowSmallerAndAnIdleLinkLetsItGrow(TelemetryFormat format) {
    FlowDriver flow = flow().telemetry(format);
    congested(flow, 1, 125_000);
    for (int trip = 0; trip < 6; trip++) {
      flow.roundTrip();
    }
    long small = flow.window();
    assertThat(small).isLessThan(125_000 / 4);
    congested(flow, 0.4, 0);
    flow.stream(1000);
    assertThat(flow.window()).isGreaterThan(2 * small);
  }

  /** At U = 0.96 a fifth of the headroom is used: the step settles at 100^0.8, or 40, times W_AI, and the window at W_init. */
  @ParameterizedTest
  @FieldSource("ALL")
  void unusedHeadroomRaisesTheStepAndAQueueDoesNot(TelemetryFormat format) {
    var spedUp = new Hpcc(0.95, 0, 80, 100, 0, ReactionMode.BOTH, 0, WindowDivision.PLAIN, PortRate.SENT, 100);
    FlowDriver plain = flow().telemetry(format);
    FlowDriver raised = FlowDriver.of(spedUp).lineRate("100Gbps").baseRtt("10us").hop("400Gbps").hop("100Gbps").hop("400Gbps")
        .telemetry(format);
    for (int trip = 0; trip < 8; trip++) {
      congested(plain, 1, 125_000).roundTrip();
      congested(raised, 1, 125_000).roundTrip();
      assertThat(raised.window()).as("without headroom").isEqualTo(plain.window());
    }
    congested(plain, 0.96, 0).stream(6000);
    congested(raised, 0.96, 0).stream(6000);
    assertThat(raised.window()).as("with headroom, plain %d", plain.window()).isGreaterThan(2 * plain.window());
  }

  @ParameterizedTest
  @FieldSource("KNOWING_THE_PATH")
  void firstReportOfANewPathOnlyStartsRecords(TelemetryFormat format) {
    FlowDriver flow = congested(flow().telemetry(format), 0.9, 0).stream(100);
    long before = flow.window();
    flow.reroute(3, "100Gbps");
    congested(flow, 0.9, 0).stream(1);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(before);
    flow.stream(200);
    assertThat(flow.window()).isGreaterThan(before / 2);
  }

  @ParameterizedTest
  @FieldSource("BOTTLENECK_ONLY")
  void singleFigureContinuesOnANewPath(TelemetryFormat format) {
    FlowDriver flow = congested(flow().telemetry(format), 0.9, 0).stream(100);
    long before = flow.window();
    flow.reroute(3, "100Gbps");
    congested(flow, 0.9, 0).stream(200);
    assertThat(flow.window()).isGreaterThan(before / 2);
  }

  /** Formats without time stamps: the time between acknowledgements counts. */
  static final List<TelemetryFormat> CLOCKLESS = List.of(
      new IntFormat(17768, 0xD100, 255, IntFormat.DEFAULT.timestampUnit(), 1, 10_000, 0),
      new IoamFormat(0x31, 0x8000, 0xC20000, 12, 0, IoamFormat.DEFAULT.timestamps(), 1, 1));

  @ParameterizedTest
  @FieldSource("CLOCKLESS")
  void withoutTimeStampsTheTimeBetweenAcknowledgementsCounts(TelemetryFormat format) {
    for (Scheme scheme : List.of(SCHEME, HpccAuthors.DEFAULT)) {
      FlowDriver flow = FlowDriver.of(scheme).lineRate("100Gbps").baseRtt("10us").hop("400Gbps").hop("100Gbps").telemetry(format);
      congested(flow, 1, 125_000).stream(300);
      assertThat(flow.window()).as(scheme.name()).isLessThan(125_000 / 4);
    }
  }

  @ParameterizedTest
  @FieldSource("LACKING")
  void unavailableValueChangesNothing(Lacking lacking) {
    FlowDriver flow = flow().telemetry(lacking.format).withLoad(0.5).stream(50);
    long before = flow.window();
    for (int round = 0; round < 20; round++) {
      flow.spoilingNext(lacking.spoil).stream(1);
      assertThat(flow.window()).isGreaterThanOrEqualTo(before - 1);
      flow.stream(20);
      assertThat(flow.window()).isGreaterThanOrEqualTo(before - 1);
    }
  }

  /** A format, and the encoding by which a switch marks missing values. */
  record Lacking(TelemetryFormat format, Consumer<TelemetryHeader> spoil) {
    @Override
    public String toString() {
      return format.name();
    }
  }

  static final List<Lacking> LACKING = List.of(new Lacking(IoamFormat.DEFAULT, header -> unavailable(header, 4)),
      new Lacking(IoamFormat.DEFAULT, header -> unavailable(header, 2)),
      new Lacking(IoamIncrementalFormat.DEFAULT, header -> unavailable(header, 4)),
      new Lacking(IntFormat.DEFAULT, header -> Arrays.fill(header.bytes(), header.length() - 4, header.length(), (byte) 0xFF)),
      new Lacking(IfaFormat.DEFAULT,
          header -> Arrays.fill(header.bytes(), header.length() - 20, header.length() - 16, (byte) 0xFF)));

  /** Sets a word of the first hop's five words, which are the last ones, to all ones. */
  private static void unavailable(TelemetryHeader header, int word) {
    int at = header.length() - 20 + 4 * word;
    Arrays.fill(header.bytes(), at, at + 4, (byte) 0xFF);
  }
}
