package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.Pacing;
import dev.inflight.cc.Signal;
import dev.inflight.cc.Window;
import dev.inflight.cc.hpcc.HpccAlpha;
import dev.inflight.cc.hpcc.HpccAuthors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Parameters of the rivals out of range are rejected with a message; the rivals name their signals. */
class RivalParametersTest {
  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void dcqcnRefuses() {
    assertRefused(() -> new DcqcnAuthors(0, 1, 1, 1, 0, 0, 0, 1, true, Window.NONE), "alphaInterval 0 ps is below 1");
    assertRefused(() -> new DcqcnAuthors(1, 0, 1, 1, 0, 0, 0, 1, true, Window.NONE), "decreaseInterval 0 ps is below 1");
    assertRefused(() -> new DcqcnAuthors(1, 1, 0, 1, 0, 0, 0, 1, true, Window.NONE), "increaseInterval 0 ps is below 1");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, -1, 0, 0, 0, 1, true, Window.NONE), "fastRecoveryTimes -1 is below 0");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, 1, 1.1, 0, 0, 1, true, Window.NONE), "gain 1.1 is outside 0 to 1");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, 1, Double.NaN, 0, 0, 1, true, Window.NONE), "gain NaN is outside 0 to 1");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, 1, 0, -1, 0, 1, true, Window.NONE), "rateAi -1 b/s is below 0");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, 1, 0, 0, -1, 1, true, Window.NONE), "rateHai -1 b/s is below 0");
    assertRefused(() -> new DcqcnAuthors(1, 1, 1, 1, 0, 0, 0, 0, true, Window.NONE), "minRate 0 b/s is below 1");
    assertRefused(() -> new Dcqcn(0, 1, 1, 1, 1, 0, 0, 0, 1, Window.NONE), "cnpInterval 0 ps is below 1");
    assertRefused(() -> new Dcqcn(1, 0, 1, 1, 1, 0, 0, 0, 1, Window.NONE), "alphaTimer 0 ps is below 1");
    assertRefused(() -> new Dcqcn(1, 1, 0, 1, 1, 0, 0, 0, 1, Window.NONE), "increaseTimer 0 ps is below 1");
    assertRefused(() -> new Dcqcn(1, 1, 1, 0, 1, 0, 0, 0, 1, Window.NONE), "byteCounter 0 bytes is below 1");
    assertRefused(() -> new Dcqcn(1, 1, 1, 1, -1, 0, 0, 0, 1, Window.NONE), "fastRecoverySteps -1 is below 0");
  }

  @Test
  void timelyRefuses() {
    assertRefused(() -> new TimelyAuthors(-1, 0, 1, Window.NONE), "rateAi -1 b/s is below 0");
    assertRefused(() -> new TimelyAuthors(0, -1, 1, Window.NONE), "rateHai -1 b/s is below 0");
    assertRefused(() -> new TimelyAuthors(0, 0, 0, Window.NONE), "minRate 0 b/s is below 1");
    assertRefused(() -> new Timely(0, 0, 0, 1, 0, 0, 0, 1, 1, 1, Window.NONE), "segment 0 bytes is below 1");
    assertRefused(() -> new Timely(1, 5, 4, 1, 0, 0, 0, 1, 1, 1, Window.NONE), "high 4 ps is below 5");
    assertRefused(() -> new Timely(1, 0, 0, 0, 0, 0, 0, 1, 1, 1, Window.NONE), "minRtt 0 ps is below 1");
    assertRefused(() -> new Timely(1, 0, 0, 1, 2, 0, 0, 1, 1, 1, Window.NONE), "weight 2 is outside 0 to 1");
    assertRefused(() -> new Timely(1, 0, 0, 1, 0, -1, 0, 1, 1, 1, Window.NONE), "beta -1 is outside 0 to 1");
    assertRefused(() -> new Timely(1, 0, 0, 1, 0, 0, 0, 0, 1, 1, Window.NONE), "haiAfter 0 is below 1");
    assertRefused(() -> new Timely(1, 0, 0, 1, 0, 0, 0, 1, 0, 1, Window.NONE), "haiFactor 0 is below 1");
  }

  @Test
  void dctcpAndTheOthersRefuse() {
    assertRefused(() -> new DctcpAuthors(-0.1, 0, 1, Window.NONE), "gain -0.1 is outside 0 to 1");
    assertRefused(() -> new Dctcp(0, 1, 1), "gain must be above 0 and at most 1, found 0");
    assertRefused(() -> new Dctcp(1, 1001, 1), "increasePackets 1001 is outside 0 to 1000");
    assertRefused(() -> new Dctcp(1, 1, 0), "minWindowPackets 0 is below 1");
    assertRefused(() -> new FixedWindow(0), "bdps must be above 0 and at most 1000, found 0");
    assertRefused(() -> new FixedWindow(Double.NaN), "bdps must be above 0 and at most 1000, found NaN");
    assertRefused(() -> new Swift(0, 0, 1, 2, 1, 1, 1, 1, 1), "queueTarget 0 ps is below 1");
    assertRefused(() -> new Swift(1, 0, 2, 2, 1, 1, 1, 1, 1), "scalingMaxPackets 2.0 is not above scalingMinPackets 2.0");
    assertRefused(() -> new Swift(1, 0, 1, 2, 1, 1, 0, 1, 1), "maxDecrease must be above 0 and at most 1, found 0");
    assertRefused(() -> new PowerTcp(0, 0, 1, 0), "gamma must be above 0 and at most 1, found 0");
    assertRefused(() -> new PowerTcp(1, -1, 1, 0), "beta -1 is outside 0 to " + 1e15);
    assertRefused(() -> new PowerTcp(1, 0, 0, 0), "maxFlows 0 is below 1");
    assertRefused(() -> new HpccAlpha(0.95, 0, 0, 1, 0, 1), "alpha must be above 0, found 0.0");
    assertRefused(() -> new HpccAlpha(0.95, Double.NaN, 0, 1, 0, 1), "alpha must be above 0, found NaN");
    assertRefused(() -> new HpccAlpha(0.95, 1, 0, 1, 0, 0.5), "headroom 0.5 is outside 1 to 1000000000");
  }

  @Test
  void schemesDeclareTheirSignals() {
    assertThat(DcqcnAuthors.DEFAULT.signals()).containsExactly(Signal.ECN);
    assertThat(Dcqcn.DEFAULT.signals()).containsExactlyInAnyOrder(Signal.ECN, Signal.CNP);
    assertThat(Dcqcn.DEFAULT.cnpIntervalPs()).isEqualTo(50_000_000);
    assertThat(DcqcnAuthors.DEFAULT.cnpIntervalPs()).isZero();
    assertThat(Timely.DEFAULT.signals()).containsExactly(Signal.RTT);
    assertThat(Swift.DEFAULT.signals()).containsExactly(Signal.RTT);
    assertThat(PowerTcp.DEFAULT.signals()).containsExactly(Signal.HOPS);
    assertThat(FixedWindow.DEFAULT.signals()).isEmpty();
  }

  @Test
  void theAuthorsRivalsDoNotMoveTheNextPacketWhenTheirRateChanges() {
    assertThat(DcqcnAuthors.DEFAULT.pacing()).isEqualTo(Pacing.RATE_AT_SEND);
    assertThat(TimelyAuthors.DEFAULT.pacing()).isEqualTo(Pacing.RATE_AT_SEND);
    assertThat(DctcpAuthors.DEFAULT.pacing()).isEqualTo(Pacing.RATE_AT_SEND);
    assertThat(HpccAuthors.DEFAULT.pacing()).isEqualTo(Pacing.CURRENT_RATE);
  }
}
