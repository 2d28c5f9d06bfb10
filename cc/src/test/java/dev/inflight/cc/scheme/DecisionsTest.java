package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Timely;
import dev.inflight.cc.testing.FlowDriver;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A scheme's result for an acknowledgement: true for a decision, false if it only recorded the facts. */
class DecisionsTest {
  static final List<Scheme> OVER_HOPS = Schemes.ALL.stream().filter(scheme -> scheme.signals().contains(Signal.HOPS)).toList();
  /** Schemes except the authors', which compares a hop without a record with zeros. */
  static final List<Scheme> OVER_RECORDS = OVER_HOPS.stream().filter(scheme -> !(scheme instanceof HpccAuthors)).toList();
  static final List<Scheme> NAMED = Schemes.ALL.stream().filter(scheme -> !(scheme instanceof NoControl)).toList();

  @ParameterizedTest
  @FieldSource("OVER_RECORDS")
  void aSchemeOverTelemetryDecidesByTwoReportsOfOnePath(Scheme scheme) {
    FlowDriver flow = FlowDriver.of(scheme).hops(2, "100Gbps").send(100);
    assertThat(flow.bare().ack(1).decided()).as("no report").isFalse();
    assertThat(flow.ack(1).decided()).as("nothing to compare it with").isFalse();
    assertThat(flow.ack(1).decided()).isTrue();
    assertThat(flow.bare().ack(1).decided()).as("a report is missing").isFalse();
    assertThat(flow.ack(1).decided()).as("compared with the last one that came").isTrue();
    assertThat(flow.reroute(3, "100Gbps").ack(1).decided()).as("the first of another path").isFalse();
    assertThat(flow.ack(1).decided()).isTrue();
  }

  @ParameterizedTest
  @FieldSource("OVER_HOPS")
  void noDecisionKeepsWindowAndRate(Scheme scheme) {
    FlowDriver flow = FlowDriver.of(scheme).hops(2, "100Gbps").withQueue("200kB").stream(200);
    long window = flow.window();
    long pace = flow.pace();
    assertThat(window).isLessThan(flow.facts().bdpBytes());
    assertThat(flow.fillWindow().bare().ack(1).decided()).isFalse();
    assertThat(flow.window()).isEqualTo(window);
    assertThat(flow.pace()).isEqualTo(pace);
  }

  @ParameterizedTest
  @FieldSource("NAMED")
  void aSchemesNameIsItsTypesInSmallLetters(Scheme scheme) {
    assertThat(scheme.name().replace("-", "")).isEqualTo(scheme.getClass().getSimpleName().toLowerCase(Locale.ROOT));
  }

  @Test
  void rivalsReportTheirDecisions() {
    FlowDriver timely = FlowDriver.of(Timely.DEFAULT).send(200).ack(63);
    assertThat(timely.ack(1).decided()).as("the first segment is only measured").isFalse();
    assertThat(timely.ack(64).decided()).as("the second is compared with it").isTrue();
    FlowDriver swift = FlowDriver.of(Swift.DEFAULT).send(300);
    assertThat(swift.returningLate("37us").ack(1).decided()).as("a cut").isTrue();
    assertThat(swift.ack(1).decided()).as("no second one within the round trip").isFalse();
  }
}
