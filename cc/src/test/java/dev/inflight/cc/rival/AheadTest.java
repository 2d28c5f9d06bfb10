package dev.inflight.cc.rival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A congestion control that ran ahead of its flow makes the same decisions as the flow's own, and left-out time has no effect.
 */
class AheadTest {
  private static final long US = 1_000_000;
  private static final PathFacts PATH = PathFacts.of(100_000_000_000L, 4 * US, 1000);
  private static final int CUTS = 3;

  private final Feedback facts = new Feedback();

  static Stream<Scheme> schemes() {
    return Stream.of(Dcqcn.DEFAULT, DcqcnAuthors.DEFAULT, Timely.DEFAULT, TimelyAuthors.DEFAULT);
  }

  /** Paces after each of these packets, 10 us apart, each acknowledged when the next one leaves. */
  private List<Long> paces(CongestionControl control, int fromPacket, int packets, long rttPs, boolean marked) {
    List<Long> paces = new ArrayList<>();
    for (int packet = fromPacket; packet < fromPacket + packets; packet++) {
      long nowPs = packet * 10 * US;
      for (int timer = 0; timer < control.timers(); timer++) {
        while (control.timerPs(timer) <= nowPs) {
          control.onTimer(timer, control.timerPs(timer));
        }
      }
      facts.nowPs = nowPs;
      facts.ackedBytes = packet * 1000L;
      facts.sentBytes = facts.ackedBytes + 1000;
      facts.rttPs = rttPs;
      facts.ecnMarked = marked;
      control.onAck(facts);
      paces.add(control.paceBitsPerSec());
    }
    return paces;
  }

  private CongestionControl cut(Scheme scheme) {
    CongestionControl control = scheme.start(PATH);
    for (int cut = 0; cut < CUTS; cut++) {
      paces(control, 1 + 300 * cut, 300, 1_000 * US, true);
      control.onCnp(10 * US * 300 * (cut + 1));
    }
    assertThat(control.paceBitsPerSec()).isLessThan(90_000_000_000L);
    return control;
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void decidesLikeTheFlowsOwnControl(Scheme scheme) {
    CongestionControl own = cut(scheme);
    CongestionControl ahead = Objects.requireNonNull(own.ahead(4 * US));
    long before = own.paceBitsPerSec();
    List<Long> foreseen = paces(ahead, 901, 5_000, 4 * US, false);
    assertThat(own.paceBitsPerSec()).isEqualTo(before);
    assertThat(foreseen.getLast()).isGreaterThan(before);
    assertThat(paces(own, 901, 5_000, 4 * US, false)).isEqualTo(foreseen);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void timeThatWasLeftOutLeavesNoTrace(Scheme scheme) {
    CongestionControl own = cut(scheme);
    paces(own, 901, 1_000, 4 * US, false);
    CongestionControl wentOn = Objects.requireNonNull(own.ahead(4 * US));
    own.leaveOut(1_000 * 1000L, 10_000 * US);
    assertThat(paces(own, 901, 2_000, 4 * US, false)).isEqualTo(paces(wentOn, 1_901, 2_000, 4 * US, false));
  }

  @Test
  void pathMeasuringSchemesCannotRunAhead() {
    CongestionControl control = Hpcc.DEFAULT.start(PATH);
    assertThat(control.ahead(4 * US)).isNull();
    assertThat(Timely.DEFAULT.start(PATH).ahead(40 * US)).isNull();
    assertThat(TimelyAuthors.DEFAULT.start(PATH).ahead(40 * US)).isNull();
  }
}
