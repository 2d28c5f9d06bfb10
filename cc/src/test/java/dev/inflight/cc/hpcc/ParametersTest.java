package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.NoControl;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Parameters out of range are rejected with a message. */
class ParametersTest {
  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void hpccRefuses() {
    assertRefused(() -> new Hpcc(0, 5, 0, 100, 0, ReactionMode.BOTH, 0), "eta must be above 0 and at most 1, found 0");
    assertRefused(() -> new Hpcc(1.01, 5, 0, 100, 0, ReactionMode.BOTH, 0), "eta must be above 0 and at most 1, found 1.01");
    assertRefused(() -> new Hpcc(Double.NaN, 5, 0, 100, 0, ReactionMode.BOTH, 0), "eta must be above 0 and at most 1, found NaN");
    assertRefused(() -> new Hpcc(0.95, -1, 0, 100, 0, ReactionMode.BOTH, 0), "maxStage -1 is below 0");
    assertRefused(() -> new Hpcc(0.95, 5, -1, 100, 0, ReactionMode.BOTH, 0), "wAi -1 is outside 0 to 1.0E15");
    assertRefused(() -> new Hpcc(0.95, 5, Double.NaN, 100, 0, ReactionMode.BOTH, 0), "wAi NaN is outside 0 to 1.0E15");
    assertRefused(() -> new Hpcc(0.95, 5, 1.1e15, 100, 0, ReactionMode.BOTH, 0), "wAi 1.1E15 is outside 0 to 1.0E15");
    assertRefused(() -> new Hpcc(0.95, 5, 0, 0, 0, ReactionMode.BOTH, 0), "maxFlows 0 is below 1");
    assertRefused(() -> new Hpcc(0.95, 5, 0, 100, -1, ReactionMode.BOTH, 0), "T -1 ps is below 0");
    assertRefused(() -> new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, -1), "minRate -1 b/s is below 0");
    assertRefused(() -> spedUp(0.99), "speedUp 0.99 is outside 1 to 1000");
    assertRefused(() -> spedUp(1000.5), "speedUp 1000.5 is outside 1 to 1000");
    assertRefused(() -> spedUp(Double.NaN), "speedUp NaN is outside 1 to 1000");
  }

  private static Hpcc spedUp(double multiple) {
    return new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.BOTH, 0, WindowDivision.PLAIN, PortRate.SENT, multiple);
  }

  @Test
  void hpccAuthorsRefuses() {
    assertRefused(() -> new HpccAuthors(-0.1, 0, 0, 1, ReactionMode.BOTH, false, true),
        "eta must be above 0 and at most 1, found -0.1");
    assertRefused(() -> new HpccAuthors(Double.NaN, 0, 0, 1, ReactionMode.BOTH, false, true),
        "eta must be above 0 and at most 1, found NaN");
    assertRefused(() -> new HpccAuthors(0.95, -1, 0, 1, ReactionMode.BOTH, false, true), "miThresh -1 is below 0");
    assertRefused(() -> new HpccAuthors(0.95, 0, -1, 1, ReactionMode.BOTH, false, true), "rateAi -1 b/s is below 0");
    assertRefused(() -> new HpccAuthors(0.95, 0, 0, 0, ReactionMode.BOTH, false, true), "minRate 0 b/s is below 1");
  }

  @Test
  void pathFactsRefuse() {
    assertRefused(() -> new PathFacts(0, 1, 1, 1),
        "path facts must be above 0: line rate 0 b/s, base RTT 1 ps, bandwidth-delay product 1 B, payload 1 B");
    assertRefused(() -> new PathFacts(1, 0, 1, 1),
        "path facts must be above 0: line rate 1 b/s, base RTT 0 ps, bandwidth-delay product 1 B, payload 1 B");
    assertRefused(() -> new PathFacts(1, 1, 0, 1),
        "path facts must be above 0: line rate 1 b/s, base RTT 1 ps, bandwidth-delay product 0 B, payload 1 B");
    assertRefused(() -> new PathFacts(1, 1, 1, -1),
        "path facts must be above 0: line rate 1 b/s, base RTT 1 ps, bandwidth-delay product 1 B, payload -1 B");
  }

  @Test
  void theEndsOfTheRangesAreAllowed() {
    assertThat(new Hpcc(1, 0, 0, 1, 0, ReactionMode.BOTH, 0)).isEqualTo(new Hpcc(1, 0, 0, 1, 0, ReactionMode.BOTH, 0));
    assertThat(new HpccAuthors(1, 0, 0, 1, ReactionMode.BOTH, false, true).name()).isEqualTo("hpcc-authors");
    assertThat(PathFacts.of(100_000_000_000L, 13_000_000, 1000))
        .isEqualTo(new PathFacts(100_000_000_000L, 13_000_000, 162_500, 1000));
    assertThat(PathFacts.of(1, 1, 1).bdpBytes()).isEqualTo(1);
  }

  @Test
  void schemesDeclareTheirSignals() {
    assertThat(Hpcc.DEFAULT.signals()).containsExactly(Signal.HOPS);
    assertThat(HpccAuthors.DEFAULT.signals()).containsExactly(Signal.HOPS);
    assertThat(NoControl.DEFAULT.signals()).isEmpty();
  }

  @Test
  void noSchemeMeansLineRateWithoutAWindow() {
    CongestionControl flow = NoControl.DEFAULT.start(PathFacts.of(100_000_000_000L, 13_000_000, 1000));
    assertThat(flow.windowBytes()).isEqualTo(CongestionControl.NO_WINDOW);
    assertThat(flow.paceBitsPerSec()).isEqualTo(100_000_000_000L);
    assertThat(flow.onAck(new Feedback())).isFalse();
  }
}
