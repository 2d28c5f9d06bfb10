package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.testing.FlowDriver;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Reports without information, because no time has passed or too much: they cause no decision, and do no harm. */
class IncomparableReportsTest {
  static final List<Scheme> BY_HOPS = Schemes.ALL.stream()
      .filter(scheme -> scheme.signals().contains(Signal.HOPS) && !(scheme instanceof HpccAuthors)).toList();

  private static FlowDriver settled(Scheme scheme) {
    return FlowDriver.of(scheme).hops(2, "100Gbps").telemetry(NativeFormat.DEFAULT).withQueue("100kB").stream(600);
  }

  @ParameterizedTest
  @FieldSource("BY_HOPS")
  void aReportOfTheSameInstantDecidesNothing(Scheme scheme) {
    FlowDriver flow = settled(scheme);
    long window = flow.window();
    assertThat(window).isLessThan(162_500);
    flow.every("0ns").withQueue("5MB").stream(20);
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(window);
    flow.every("80ns").withQueue("100kB").stream(1);
    assertThat(flow.decided()).isTrue();
    assertThat(flow.window()).isBetween(window / 2, 2 * window);
  }

  @ParameterizedTest
  @FieldSource("BY_HOPS")
  void afterAPauseLongerThanTheClockTheNextReportOnlyRecords(Scheme scheme) {
    FlowDriver flow = settled(scheme);
    long window = flow.window();
    flow.withQueue("5MB").idle("40ms").stream(1); // the clock of 24 bits wraps after 16.8 ms
    assertThat(flow.decided()).isFalse();
    assertThat(flow.window()).isEqualTo(window);
    assertThat(flow.stream(1).decided()).isTrue();
  }

  @ParameterizedTest
  @FieldSource("BY_HOPS")
  void windowRecoversAfterTheQueue(Scheme scheme) {
    FlowDriver flow = settled(scheme).stream(2000);
    assertThat(flow.window()).isLessThan(100_000);
    flow.withQueue("0B").withLoad(0.5).stream(4000);
    assertThat(flow.window()).isGreaterThan(160_000);
    assertThat(flow.withQueue("500kB").withLoad(1).stream(4000).window()).isLessThan(40_000);
  }
}
